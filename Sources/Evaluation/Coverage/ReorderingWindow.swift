import Geodesy
import Timekeeping

/// The stamp, place and accuracy of a record.
struct Fix: Sendable {
  var stamp: Instant
  var coordinate: Coordinate
  /// The 68 % radius. Negative if not given.
  var accuracyMeters: Double
}

/// Records of the last day in the order of their stamps, kept while others may come between them.
///
/// A track rebuilt afterwards depends on stamps, not on when a record came. The window is as long
/// as `EvaluationOptions.reorderingWindow`, or shorter if that time holds more than 131,072
/// records.
struct ReorderingWindow {
  private static let countMax = 131_072

  private var fixes = RingBuffer<Fix>()
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Adds a record. Records of equal stamps stay in the order in which they came.
  mutating func insert(_ fix: Fix) {
    fixes.append(fix)
    var index = fixes.count - 1
    while index > 0, fixes[index - 1].stamp > fix.stamp {
      fixes[index] = fixes[index - 1]
      index -= 1
    }
    if index < fixes.count - 1 { fixes[index] = fix }
  }

  /// Removes and returns the first record, if no later arrival may go before it.
  mutating func popSettled(now: Instant) -> Fix? {
    guard let first = fixes.first else { return nil }
    guard first.stamp + length <= now || fixes.count >= ReorderingWindow.countMax else {
      return nil
    }
    return fixes.popFirst()
  }

  mutating func popFirst() -> Fix? { fixes.popFirst() }
}
