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
/// `EvaluationOptions.reorderingWindow`, but holds some 131,072 records at most.
///
/// The records are in blocks. A block leaves the window as a whole, when its last record may leave
/// or the window is full, so that its records are judged in one go. A growing window copies no
/// record.
struct ReorderingWindow {
  private static let countMax = 131_072
  private static let blockCapacity = 512

  /// The full blocks, in order.
  private var blocks: [[Fix]] = []
  /// The last block, to which records are added.
  private var newest: [Fix] = []
  /// The instant from which on the first block may leave the window.
  private var blockSettles = Instant.distantFuture
  /// The latest timestamp of all records so far.
  private var latest = Instant.distantPast
  private let length: TimeSpan

  init(length: TimeSpan) { self.length = length }

  /// Adds a record. Records with equal timestamps stay in the order of arrival.
  @inline(__always)
  mutating func insert(_ fix: Fix) {
    guard fix.stamp >= latest else { return insertLate(fix) }
    latest = fix.stamp
    if newest.count >= ReorderingWindow.blockCapacity { beginBlock() }
    newest.append(fix)
  }

  @inline(never)
  private mutating func beginBlock() {
    blocks.append(newest)
    newest = []
    newest.reserveCapacity(ReorderingWindow.blockCapacity)
    blocksChanged()
  }

  /// Inserts a record before all those with later timestamps, into the last block that begins
  /// before it.
  ///
  /// One record from the future, as of a phone whose clock was wrong, makes all records after it
  /// late. So a block that they make large is divided.
  @inline(never)
  private mutating func insertLate(_ fix: Fix) {
    func begins(_ block: [Fix]) -> Bool { block.first.map { $0.stamp <= fix.stamp } ?? false }
    if begins(newest) || blocks.isEmpty {
      newest.insert(fix, at: newest.firstIndex(laterThan: fix))
      if let first = newest.removeFirst(ofTwice: Self.blockCapacity) { blocks.append(first) }
    } else {
      let index = blocks.lastIndex(where: begins) ?? 0
      blocks[index].insert(fix, at: blocks[index].firstIndex(laterThan: fix))
      if let first = blocks[index].removeFirst(ofTwice: Self.blockCapacity) {
        blocks.insert(first, at: index)
      }
    }
    blocksChanged()
  }

  private mutating func blocksChanged() {
    guard let last = blocks.first?.last else {
      blockSettles = .distantFuture
      return
    }
    let count = blocks.reduce(newest.count) { $0 + $1.count }
    let isFull = count > ReorderingWindow.countMax - ReorderingWindow.blockCapacity
    blockSettles = isFull ? .distantPast : last.stamp + length
  }

  /// Removes and returns the first block if the age of all its records has reached the window's
  /// length, or if the window is full. Otherwise returns nil.
  @inline(__always)
  mutating func popBlock(now: Instant) -> [Fix]? {
    blockSettles <= now ? popBlock() : nil
  }

  @inline(never)
  private mutating func popBlock() -> [Fix] {
    let block = blocks.removeFirst()
    blocksChanged()
    return block
  }

  /// Removes and returns the records whose age has reached the window's length.
  @inline(never)
  mutating func popSettled(now: Instant) -> [Fix] {
    var settled: [Fix] = []
    while let block = popBlock(now: now) { settled += block }
    var block = blocks.first ?? newest
    let count = block.firstIndex { $0.stamp + length > now } ?? block.count
    settled += block[..<count]
    block.removeFirst(count)
    if blocks.isEmpty { newest = block } else { blocks[0] = block }
    return settled
  }

  /// Removes and returns the first block; nil if no record is left.
  mutating func popFirst() -> [Fix]? {
    if !blocks.isEmpty { return popBlock() }
    guard !newest.isEmpty else { return nil }
    defer { newest.removeAll(keepingCapacity: true) }
    return newest
  }
}

extension [Fix] {
  /// Removes and returns the first half if there are `2 * half` records; otherwise returns nil.
  fileprivate mutating func removeFirst(ofTwice half: Int) -> [Fix]? {
    guard count >= 2 * half else { return nil }
    let first = Array(self[..<half])
    removeFirst(half)
    return first
  }

  /// Returns the index of the first record with a later timestamp. The records are in order.
  fileprivate func firstIndex(laterThan fix: Fix) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].stamp <= fix.stamp { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
