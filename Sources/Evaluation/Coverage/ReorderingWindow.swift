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
///
/// The records are in blocks, so that a growing window copies none of them: new memory takes longer
/// than all the rest of this type.
struct ReorderingWindow {
  private static let countMax = 131_072
  private static let blockCapacity = 512

  /// The first block, of which the records before `next` have left the window.
  private var oldest: [Fix] = []
  private var next = 0
  private var between: [[Fix]] = []
  /// The last block, to which records are added.
  private var newest: [Fix] = []
  /// An empty block, whose memory is used again.
  private var spare: [Fix] = []
  private var count = 0
  /// The latest timestamp of all records so far.
  private var latest = Instant.distantPast
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Adds a record. Records with equal timestamps stay in the order of arrival.
  @inline(__always)
  mutating func insert(_ fix: Fix) {
    count += 1
    guard fix.stamp >= latest else { return insertLate(fix) }
    latest = fix.stamp
    if newest.count >= ReorderingWindow.blockCapacity { beginBlock() }
    newest.append(fix)
  }

  @inline(never)
  private mutating func beginBlock() {
    between.append(newest)
    newest = spare
    spare = []
    newest.reserveCapacity(ReorderingWindow.blockCapacity)
  }

  /// Inserts a record before all those with later timestamps, into the last block that begins
  /// before it.
  @inline(never)
  private mutating func insertLate(_ fix: Fix) {
    func begins(_ block: [Fix]) -> Bool { block.first.map { $0.stamp <= fix.stamp } ?? false }
    if begins(newest) {
      newest.insert(fix, at: newest.firstIndex(laterThan: fix, from: 0))
    } else if let index = between.lastIndex(where: begins) {
      between[index].insert(fix, at: between[index].firstIndex(laterThan: fix, from: 0))
    } else {
      oldest.insert(fix, at: oldest.firstIndex(laterThan: fix, from: next))
    }
  }

  /// Removes and returns the first record if its age has reached the window's length, or if the
  /// window is full. Otherwise returns nil.
  @inline(__always)
  mutating func popSettled(now: Instant) -> Fix? {
    guard next < oldest.count || takeBlock() else { return nil }
    let isSettled = oldest[next].stamp + length <= now || count >= ReorderingWindow.countMax
    return isSettled ? popFirst() : nil
  }

  @inline(__always)
  mutating func popFirst() -> Fix? {
    guard next < oldest.count || takeBlock() else { return nil }
    let fix = oldest[next]
    next += 1
    count -= 1
    return fix
  }

  /// Makes the next block the first one, whose records have all left. Returns false if no record
  /// waits.
  @inline(never)
  private mutating func takeBlock() -> Bool {
    oldest.removeAll(keepingCapacity: true)
    next = 0
    swap(&oldest, &spare)
    if between.isEmpty { swap(&oldest, &newest) } else { oldest = between.removeFirst() }
    return !oldest.isEmpty
  }
}

extension [Fix] {
  /// Returns the index of the first record with a later timestamp, among those from `start` on,
  /// which are in order.
  fileprivate func firstIndex(laterThan fix: Fix, from start: Int) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].stamp <= fix.stamp { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
