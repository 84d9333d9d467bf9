import Geodesy
import Timekeeping

/// A stay of the truth or of the records, and whether the other side has the same one.
public struct JudgedStay: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  /// The mean position over the time of the stay.
  public var center: Coordinate
  public var isMatched: Bool

  init(_ stay: Stay, isMatched: Bool) {
    start = stay.interval.start
    end = stay.interval.end
    center = stay.center
    self.isMatched = isMatched
  }
}
