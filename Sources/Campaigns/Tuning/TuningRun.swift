import Experiments
import Files
import Foundation

/// Where a tuning is.
public enum TuningStage: Sendable, Equatable {
  case search(generation: Int)
  case judgement, worth
}

/// Searches, judges, and finds out what each setting is worth.
///
/// Every step is a sweep with a plan of its own, and the adviser is seeded: the same command, started again
/// after whatever has ended it, asks the same, finds it lived, and goes on from there.
public struct TuningRun: Sendable {
  let plan: TuningPlan
  let out: String
  public var jobs = 1
  /// Whether what another plan or program has left is done away with.
  public var renews = false
  /// Asked before each day; from several threads.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// In phone-days of the step; from several threads.
  public var onProgress: (@Sendable (_ stage: TuningStage, _ done: Int, _ total: Int) -> Void)?
  /// Something that is no result, such as a damaged shard.
  public var onRemark: (@Sendable (String) -> Void)?
  /// Lives the sweep of a plan in a folder; nil lives it here. False when it was interrupted.
  public var engine: (@Sendable (_ plan: String, _ out: String) throws -> Bool)?

  public init(_ plan: TuningPlan, out: String) {
    self.plan = plan
    self.out = out
  }

  /// Removes what killed runs have left half written.
  ///
  /// - Parameter now: in seconds since 1970.
  public func cleanUp(now: Int) { TuningFolder(out: out).cleanUp(now: now) }

  /// - Returns: nil when it was interrupted.
  /// - Throws: `AdviserTrouble`, `FileTrouble`, `InputError` where the folder is another tuning's.
  public func run(_ adviser: any Adviser) throws -> TuningOutcome? {
    let name = try adviser.begin(AdviserTask(plan))
    try TuningFolder(out: out).claim(for: plan, adviser: name, renews: renews)
    var search = TuningSearch(self, adviser)
    guard try search.run() else { return nil }
    return try TuningJudgement(self, search, adviser: name).run()
  }

  // MARK: Sweeps

  /// A sweep of which all is there.
  struct Lived {
    var merge: SweepMerge
    var shards: [Shard]
    var folder: String

    var plan: SweepPlan { merge.plan }

    /// Nil when it was interrupted.
    func table() throws -> FigureTable? { try merge.table(shards) }

    /// Nil when it was interrupted.
    func comparison() throws -> Comparison? {
      try merge.run(shards, scratch: folder) { _ in }
    }
  }

  /// - Returns: nil when it was interrupted.
  func live(_ sweep: TuningSweep, _ stage: TuningStage) throws -> Lived? {
    let path = try TuningFolder(out: out).write(sweep, plan)
    let swept = try SweepPlan.read(path: path)
    let folder = out + "/" + sweep.folder
    let shards = ShardFolder(out: folder)
    if try wholeShards(swept, shards) == nil {
      guard try live(swept, shards, path, stage) else { return nil }
    }
    guard let whole = try wholeShards(swept, shards) else {
      throw FileTrouble(
        path: shards.path, reason: "the engine has ended, and shards are missing or not whole")
    }
    var merge = SweepMerge(swept, in: shards)
    merge.jobs = jobs
    merge.isCancelled = isCancelled
    return Lived(merge: merge, shards: whole, folder: folder)
  }

  /// Of a division of which all are there.
  private func wholeShards(_ plan: SweepPlan, _ folder: ShardFolder) throws -> [Shard]? {
    for count in folder.counts where count <= plan.dayCount {
      let shards = (1...count).map { Shard(index: $0, count: count) }
      let states = try folder.states(of: shards, in: plan, jobs: jobs)
      if let index = states.firstIndex(where: \.isForeign), case .foreign(let why) = states[index] {
        throw folder.refusal(of: shards[index], why, kind: SweepPlan.kind)
      }
      if states.allSatisfy({ $0 == .complete }) { return shards }
    }
    return nil
  }

  /// False when it was interrupted.
  private func live(
    _ swept: SweepPlan, _ folder: ShardFolder, _ path: String, _ stage: TuningStage
  ) throws -> Bool {
    if let engine {
      return try engine(path, URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
    try folder.make()
    let count = folder.counts.first ?? min(swept.dayCount, Self.shardsHere)
    let shards = (1...count).map { Shard(index: $0, count: count) }
    let states = try folder.states(of: shards, in: swept, jobs: jobs)
    for (shard, state) in zip(shards, states) {
      guard case .corrupt(let reason) = state else { continue }
      onRemark?("\(folder.file(of: shard)): \(reason); this shard is run again")
    }
    let pending = zip(shards, states).filter { $0.1 != .complete }.map(\.0)
    var run = ShardRun(swept, in: folder)
    run.jobs = jobs
    run.isCancelled = isCancelled
    run.onProgress = { [onProgress] in onProgress?(stage, $0, $1) }
    return try run.run(pending) == pending.count
  }

  /// So many at most is lost of a sweep that is killed: a sixteenth.
  private static let shardsHere = 16
}

extension ShardFolder.State {
  fileprivate var isForeign: Bool { if case .foreign = self { true } else { false } }
}
