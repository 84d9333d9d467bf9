import Geodesy
import Timekeeping

/// A straight piece of a route, at constant speed, within one span.
@frozen
public struct Piece: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var from: Coordinate
  public var to: Coordinate
  /// The index into `Trajectory.spans`.
  public var spanIndex: Int

  @inlinable
  public init(start: Instant, end: Instant, from: Coordinate, to: Coordinate, spanIndex: Int) {
    self.start = start
    self.end = end
    self.from = from
    self.to = to
    self.spanIndex = spanIndex
  }
}

extension Trajectory {
  /// Calls `body` with each straight piece of the trajectory in `from ..< to`, in order of time.
  ///
  /// Pieces end at knots and at borders of spans, and are cut at `from` and `to`. Time outside of
  /// spans is skipped, and no piece is empty. The cost is proportional to the number of pieces if
  /// `from` is not before the time that the cursor read last.
  @inlinable
  @inline(__always)
  public func forEachPiece(
    from: Instant, to: Instant, using cursor: inout TrajectoryCursor, _ body: (Piece) -> Void
  ) {
    var start = from
    while start < to, let piece = cursor.piece(from: start, to: to, on: self) {
      body(piece)
      start = piece.end
    }
  }

  /// Returns the length of the route in `from ..< to`. Jumps and time outside of spans do not
  /// count.
  public func pathLengthMeters(from: Instant, to: Instant) -> Double {
    var cursor = TrajectoryCursor()
    var meters = 0.0
    forEachPiece(from: from, to: to, using: &cursor) { piece in
      if piece.from != piece.to { meters += piece.from.distanceMeters(to: piece.to) }
    }
    return meters
  }
}

extension TrajectoryCursor {
  /// Returns the first piece of the trajectory in `from ..< to`; nil if that time is outside of
  /// spans. Most pieces between two fixes lie on the path that the cursor read last, so that the
  /// trajectory is not looked at.
  @inlinable
  @inline(__always)
  public mutating func piece(
    from: Instant, to: Instant, on trajectory: @autoclosure () -> Trajectory
  ) -> Piece? {
    if path.start <= from, to < path.end, path.spanIndex >= 0 {
      return Piece(of: path, from: from, to: to)
    }
    return nextPiece(from: from, to: to, on: trajectory())
  }

  /// Returns true if the straight path that the cursor read last lies in this span and encloses
  /// both times, of which the second is the later one.
  @inlinable
  @inline(__always)
  public func isOnPath(from: Instant, to: Instant, inSpan span: Int) -> Bool {
    path.start <= from && to < path.end && path.spanIndex == span
  }

  /// Returns the coordinate at a time that the path read last encloses.
  @inlinable
  @inline(__always)
  public func coordinateOnPath(at time: Instant) -> Coordinate { path.coordinate(at: time) }

  /// Returns the first piece in `from ..< to`; nil if that time is outside of spans. Keeps the path
  /// that holds the piece if more pieces of it may follow.
  @inlinable
  @inline(never)
  mutating func nextPiece(from: Instant, to: Instant, on trajectory: Trajectory) -> Piece? {
    seekSpan(from, on: trajectory)
    seek(from, on: trajectory)
    return trajectory.spans.withUnsafeBufferPointer { spans in
      trajectory.knots.withUnsafeBufferPointer { knots in
        while spans[spanIndex].start < to {
          knot = max(knot, spans[spanIndex].firstKnot)
          while knot < spans[spanIndex].lastKnot {
            let piece = Piece(knots, after: knot, from: from, to: to, spanIndex: spanIndex)
            if piece.start < piece.end {
              if piece.end < knots[knot + 1].time {
                path = StraightPath(knots[knot], knots[knot + 1], spanIndex: spanIndex)
              }
              return piece
            }
            if knots[knot + 1].time > to { return nil }
            knot += 1
          }
          guard spanIndex + 1 < spans.count else { return nil }
          spanIndex += 1
        }
        return nil
      }
    }
  }
}

extension Piece {
  /// Makes the piece from `from` to `to`, which the path encloses.
  @inlinable
  @inline(__always)
  init(of path: StraightPath, from: Instant, to: Instant) {
    start = from
    end = to
    self.from = path.coordinate(at: from)
    self.to = path.coordinate(at: to)
    spanIndex = path.spanIndex
  }

  /// Makes the piece that begins at a knot, cut at `from` and `to`. The piece is empty if it lies
  /// outside `from ..< to`.
  @inlinable
  init(
    _ knots: UnsafeBufferPointer<Knot>, after knot: Int, from: Instant, to: Instant, spanIndex: Int
  ) {
    let first = knots[knot]
    let second = knots[knot + 1]
    start = first.time
    end = second.time
    self.from = first.coordinate
    self.to = second.coordinate
    self.spanIndex = spanIndex
    guard first.time < from || second.time > to else { return }
    let nanoseconds = Double(second.time.nanoseconds - first.time.nanoseconds)
    guard nanoseconds > 0 else { return }
    if first.time < from {
      start = from
      self.from = first.coordinate.interpolated(
        to: second.coordinate, share: Double((from - first.time).nanoseconds) / nanoseconds)
    }
    if second.time > to {
      end = to
      self.to = first.coordinate.interpolated(
        to: second.coordinate, share: Double((to - first.time).nanoseconds) / nanoseconds)
    }
  }
}
