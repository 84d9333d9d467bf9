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
  public func forEachPiece(
    from: Instant, to: Instant, using cursor: inout TrajectoryCursor, _ body: (Piece) -> Void
  ) {
    guard from < to else { return }
    cursor.seekSpan(from, on: self)
    cursor.seek(from, on: self)
    spans.withUnsafeBufferPointer { spans in
      knots.withUnsafeBufferPointer { knots in
        var span = cursor.spanIndex
        while span < spans.count, spans[span].start < to {
          cursor.spanIndex = span
          cursor.knot = max(cursor.knot, spans[span].firstKnot)
          let last = spans[span].lastKnot
          while cursor.knot < last {
            let piece = Piece(knots, after: cursor.knot, from: from, to: to, spanIndex: span)
            if piece.start < piece.end { body(piece) }
            if knots[cursor.knot + 1].time > to { return }
            cursor.knot += 1
          }
          span += 1
        }
      }
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

extension Piece {
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
