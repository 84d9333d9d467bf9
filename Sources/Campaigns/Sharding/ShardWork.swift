import Simulation
import Synchronization

/// Runs the shards of a plan, each into a file of its own, and merges them.
///
/// The processor cores take the days or participants of all shards one by one, and the results are
/// written in order. So a single shard keeps all cores as busy as a hundred shards do, and only a
/// few results are in memory at a time.
public struct ShardWork<Plan: ShardedPlan>: Sendable {
  package let plan: Plan
  let folder: ShardFolder
  public var jobs = 1
  /// Called before each day or participant, from several threads. Returns true to stop the work.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the progress in phone-days or participants, depending on the plan, from several
  /// threads.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(_ plan: Plan, in folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// The number of days or participants whose figures a smaller version of the plan has left in the
  /// folder. A run keeps them.
  public var keptUnitCount: Int { OutgrownUnits(plan, in: folder).units.count }

  /// Returns the number of days or participants of these shards that a run would simulate.
  package func missingUnitCount(of shards: [Shard]) -> Int {
    let known = OutgrownUnits(plan, in: folder).units
    return shards.flatMap { $0.units(of: plan.unitCount) }.count { !known.contains($0) }
  }

  /// Runs shards in the order of their indices. Figures that a smaller version of the plan has left
  /// in the folder are copied.
  ///
  /// - Returns: The number of shards that were completed. If the work was interrupted, the number
  ///   is smaller than `shards.count`, and the unfinished shard leaves no file.
  /// - Throws: `FileError` if a shard cannot be written. The shards before it are complete.
  public func run(_ shards: [Shard]) throws -> Int {
    let simulate = try plan.unitSimulation()
    let known = OutgrownUnits(plan, in: folder)
    let units = ShardedUnits(shards, unitCount: plan.unitCount)
    let output = ShardOutput(plan, folder)
    var work = ParallelWork(count: units.count, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress, each = plan.progressPerUnit, total = units.count] in
      onProgress?($0 * each, total * each)
    }
    defer { output.discard() }
    // Enough that no core waits for a long day, and a few megabytes at most.
    let aheadMax = max(2 * jobs, min(64 * jobs, 500_000 / plan.figuresPerUnit))
    _ = try work.deliver(aheadMax: aheadMax) { index in
      let unit = units[index].unit
      return try known.rows(ofUnit: unit) ?? simulate(unit)
    } to: { index, rows in
      try output.add(rows, units[index])
    }
    return output.wholeShards
  }
}

/// The days or participants of some shards, in the order of shards.
private struct ShardedUnits: Sendable {
  struct Place {
    var unit: Int
    var shard: Shard
    var isFirst: Bool
    var isLast: Bool
  }

  private let shards: [(shard: Shard, units: Range<Int>, start: Int)]
  let count: Int

  init(_ shards: [Shard], unitCount: Int) {
    var start = 0
    var placed: [(Shard, Range<Int>, Int)] = []
    for shard in shards {
      let units = shard.units(of: unitCount)
      // A shard without units has no last unit, at which it would be written.
      if units.isEmpty { continue }
      placed.append((shard, units, start))
      start += units.count
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
    let (shard, units, start) = shards[low]
    let unit = units.lowerBound + index - start
    return Place(
      unit: unit, shard: shard, isFirst: unit == units.lowerBound,
      isLast: unit == units.upperBound - 1)
  }
}

/// The shard that is being written.
private final class ShardOutput<Plan: ShardedPlan>: Sendable {
  private struct State {
    var writer: ShardWriter?
    var wholeShards = 0
  }

  private let plan: Plan
  private let folder: ShardFolder
  private let state = Mutex(State())

  init(_ plan: Plan, _ folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  var wholeShards: Int { state.withLock { $0.wholeShards } }

  func add(_ rows: [[Double?]], _ place: ShardedUnits.Place) throws {
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
