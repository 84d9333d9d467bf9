import Geodesy
import Timekeeping

/// The timestamp, place and accuracy of a record.
struct Fix: Sendable {
  var stamp: Instant
  var coordinate: Coordinate
  /// The radius that contains the true place with 68 % probability, in meters. Negative if not
  /// given.
  var accuracyMeters: Double
}

/// The newest records in the order of their timestamps. Each is kept as long as another record may
/// still come before it.
///
/// A rebuilt track depends on timestamps, not on the time at which a record came. The window is as
/// long as `EvaluationOptions.reorderingWindow`, but holds at most 131,072 records.
struct ReorderingWindow {
  private static let countMax = 131_072

  private var fixes = RingBuffer<Fix>()
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Adds a record. Records with equal timestamps stay in the order in which they came.
  mutating func insert(_ fix: Fix) {
    fixes.append(fix)
    var index = fixes.count - 1
    while index > 0, fixes[index - 1].stamp > fix.stamp {
      fixes[index] = fixes[index - 1]
      index -= 1
    }
    if index < fixes.count - 1 { fixes[index] = fix }
  }

  /// Removes and returns the first record, if no record that comes later may go before it;
  /// otherwise nil.
  mutating func popSettled(now: Instant) -> Fix? {
    guard let first = fixes.first else { return nil }
    guard first.stamp + length <= now || fixes.count >= ReorderingWindow.countMax else {
      return nil
    }
    return fixes.popFirst()
  }

  mutating func popFirst() -> Fix? { fixes.popFirst() }
}
