import Geodesy
import Timekeeping

/// A record as far as its stamp, place and accuracy are concerned.
struct Fix: Sendable {
  var stamp: Instant
  var coordinate: Coordinate
  /// 68 % radius; negative when not given.
  var accuracyMeters: Double
}

/// Records of the last day in the order of their stamps, until nothing is expected to go between them.
///
/// What a track rebuilt afterwards shows depends on stamps, not on when a record came. The window is
/// as long as `EvaluationOptions.reorderingWindow`, and shorter where that is more than 131,072 records.
struct ReorderingWindow {
  private static let countMax = 131_072

  private var fixes = RingBuffer<Fix>()
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Records of equal stamps stay in the order in which they came.
  mutating func insert(_ fix: Fix) {
    fixes.append(fix)
    var index = fixes.count - 1
    while index > 0, fixes[index - 1].stamp > fix.stamp {
      fixes[index] = fixes[index - 1]
      index -= 1
    }
    if index < fixes.count - 1 { fixes[index] = fix }
  }

  /// The first record, if nothing that comes now may go before it any more.
  mutating func popSettled(now: Instant) -> Fix? {
    guard let first = fixes.first else { return nil }
    guard first.stamp + length <= now || fixes.count >= ReorderingWindow.countMax else {
      return nil
    }
    return fixes.popFirst()
  }

  mutating func popFirst() -> Fix? { fixes.popFirst() }
}
