import Geodesy
import Timekeeping
import World

extension Piece {
  var interval: Interval { Interval(start, end) }

  /// Returns the position at a time within the piece, on the straight line between its ends.
  func position(at time: Instant) -> Coordinate {
    if time <= start { return from }
    if time >= end { return to }
    return from.interpolated(
      to: to, share: Double((time - start).nanoseconds) / Double((end - start).nanoseconds))
  }
}
