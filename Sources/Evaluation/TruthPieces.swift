import Geodesy
import Timekeeping
import World

/// A straight piece of somebody's true way, within one span.
struct TruthPiece {
  var start: Instant
  var end: Instant
  var from: Coordinate
  var to: Coordinate
  var spanIndex: Int

  var interval: Interval { Interval(start, end) }
}

/// A reader's finger on the pieces of a trajectory; moves forward only.
struct PieceCursor {
  fileprivate var knot = 0
  fileprivate var span = 0
}

extension Trajectory {
  /// Calls with every piece between two instants, in order; none where no span is.
  @inline(__always)
  func forEachTruthPiece(
    from start: Instant, to end: Instant, using cursor: inout PieceCursor,
    _ body: (TruthPiece) -> Void
  ) {
    guard start < end else { return }
    knots.withUnsafeBufferPointer { knots in
      spans.withUnsafeBufferPointer { spans in
        var knot = cursor.knot
        var span = cursor.span
        while knot + 2 < knots.count, knots[knot + 1].time <= start { knot += 1 }
        while true {
          let a = knots[knot]
          guard a.time < end, knot + 1 < knots.count else { break }
          let b = knots[knot + 1]
          while span + 1 < spans.count, spans[span].lastKnot <= knot { span += 1 }
          let first = max(a.time, start)
          let last = min(b.time, end)
          if spans[span].firstKnot <= knot, knot < spans[span].lastKnot, first < last {
            body(
              TruthPiece(
                start: first, end: last, from: a.position(at: first, before: b),
                to: a.position(at: last, before: b), spanIndex: span))
          }
          if b.time > end || knot + 2 >= knots.count { break }
          knot += 1
        }
        cursor.knot = knot
        cursor.span = span
      }
    }
  }
}

extension Knot {
  @inline(__always)
  fileprivate func position(at time: Instant, before next: Knot) -> Coordinate {
    if time == self.time || speedMetersPerSecond <= 0 { return coordinate }
    if time == next.time { return next.coordinate }
    let share =
      Double(time.nanoseconds - self.time.nanoseconds)
      / Double(next.time.nanoseconds - self.time.nanoseconds)
    return coordinate.interpolated(to: next.coordinate, share: share)
  }
}
