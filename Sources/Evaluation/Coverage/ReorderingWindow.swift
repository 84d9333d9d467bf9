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

/// The newest records in the order of their timestamps. A record stays in the window as long as
/// records with earlier timestamps may still arrive.
///
/// A rebuilt track depends on timestamps, not on the order of arrival. The window is as long as
/// `EvaluationOptions.reorderingWindow`, but holds at most 131,072 records.
struct ReorderingWindow {
  private static let countMax = 131_072

  private var fixes = RingBuffer<Fix>()
  /// The latest timestamp of all records so far.
  private var latest = Instant.distantPast
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Adds a record. Records with equal timestamps stay in the order of arrival.
  @inline(__always)
  mutating func insert(_ fix: Fix) {
    fixes.append(fix)
    if fix.stamp >= latest { latest = fix.stamp } else { moveLastForward() }
  }

  /// Moves the last record before all those with later timestamps.
  @inline(never)
  private mutating func moveLastForward() {
    let fix = fixes[fixes.count - 1]
    var index = fixes.count - 1
    while index > 0, fixes[index - 1].stamp > fix.stamp {
      fixes[index] = fixes[index - 1]
      index -= 1
    }
    if index < fixes.count - 1 { fixes[index] = fix }
  }

  /// Removes and returns the first record if its age has reached the window's length, or if the
  /// window is full. Otherwise returns nil.
  mutating func popSettled(now: Instant) -> Fix? {
    guard let first = fixes.first else { return nil }
    guard first.stamp + length <= now || fixes.count >= ReorderingWindow.countMax else {
      return nil
    }
    return fixes.popFirst()
  }

  mutating func popFirst() -> Fix? { fixes.popFirst() }
}
