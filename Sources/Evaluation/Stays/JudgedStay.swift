import Geodesy
import Timekeeping

/// A stay of the truth or of the records. A true stay is matched with a recorded stay, and a
/// recorded stay with a true one.
package struct JudgedStay: Sendable {
  package var start: Instant
  package var end: Instant
  /// The mean position over the time of the stay.
  package var center: Coordinate
  package var isMatched: Bool

  init(_ stay: Stay, isMatched: Bool) {
    start = stay.interval.start
    end = stay.interval.end
    center = stay.center
    self.isMatched = isMatched
  }
}
