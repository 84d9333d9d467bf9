import Synchronization

/// Lives shards of a sweep, and leaves a file of each.
///
/// The days of all of them are shared out over the cores one by one and written in their order, so that one
/// shard keeps all cores busy as well as a hundred do, and memory holds a few days at a time.
public struct SweepRun: Sendable {
  let plan: SweepPlan
  let folder: ShardFolder
  public var jobs = 1
  /// Asked before each day; from several threads.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// In phone-days; from several threads.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(_ plan: SweepPlan, in folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// - Returns: how many of them are whole; fewer than all where it was interrupted, which leaves nothing of
  ///   the one that it was at.
  /// - Throws: `FileTrouble` where a shard cannot be written; the ones before it are there.
  public func run(_ shards: [Shard]) throws -> Int {
    let runs = try ComparisonRuns(plan.comparison)
    let days = ShardedDays(shards, dayCount: plan.dayCount)
    let output = ShardOutput(plan, folder)
    var work = ParallelWork(count: days.count, jobs: jobs, isCancelled: isCancelled)
    let trackers = plan.comparison.trackers.count
    work.onProgress = { [onProgress, total = days.count] in
      onProgress?($0 * trackers, total * trackers)
    }
    defer { output.discard() }
    // Enough that a long day holds nobody up, and a few megabytes at most.
    let aheadMax = max(2 * jobs, min(64 * jobs, 500_000 / plan.figuresPerDay))
    _ = try work.deliver(aheadMax: aheadMax) { index in
      try runs.figures(of: runs.day(days[index].day))
    } to: { index, rows in
      try output.add(rows, days[index])
    }
    return output.wholeShards
  }
}

/// The days of some shards, one shard after the other.
private struct ShardedDays: Sendable {
  struct Place {
    var day: Int
    var shard: Shard
    var isFirst: Bool
    var isLast: Bool
  }

  private let shards: [(shard: Shard, days: Range<Int>, start: Int)]
  let count: Int

  init(_ shards: [Shard], dayCount: Int) {
    var start = 0
    var placed: [(Shard, Range<Int>, Int)] = []
    for shard in shards {
      let days = shard.days(of: dayCount)
      // What has no days has no last one, at which it would be written.
      if days.isEmpty { continue }
      placed.append((shard, days, start))
      start += days.count
    }
    self.shards = placed
    count = start
  }

  subscript(index: Int) -> Place {
    var (low, high) = (0, shards.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if shards[middle].start <= index { low = middle } else { high = middle - 1 }
    }
    let (shard, days, start) = shards[low]
    let day = days.lowerBound + index - start
    return Place(
      day: day, shard: shard, isFirst: day == days.lowerBound, isLast: day == days.upperBound - 1)
  }
}

/// The shard that is being written.
private final class ShardOutput: Sendable {
  private struct State {
    var writer: ShardWriter?
    var wholeShards = 0
  }

  private let plan: SweepPlan
  private let folder: ShardFolder
  private let state = Mutex(State())

  init(_ plan: SweepPlan, _ folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  var wholeShards: Int { state.withLock { $0.wholeShards } }

  func add(_ rows: [[Double?]], _ place: ShardedDays.Place) throws {
    try state.withLock { state in
      if place.isFirst {
        state.writer = try ShardWriter(place.shard, of: plan, path: folder.file(of: place.shard))
      }
      for row in rows { try state.writer?.add(row) }
      guard place.isLast else { return }
      try state.writer?.commit()
      state.writer = nil
      state.wholeShards += 1
    }
  }

  func discard() { state.withLock { $0.writer = nil } }
}
