import Experiments
import Files
import Foundation

/// Where a tuning is.
package enum TuningStage: Sendable, Equatable {
  case search(generation: Int)
  case judgement, worth
}

/// Searches, judges, and finds out what each setting is worth.
///
/// Every step is a sweep with a plan of its own, and the adviser is seeded: the same command, started again
/// after whatever has ended it, asks the same, finds it lived, and goes on from there.
package struct TuningRun: Sendable {
  let plan: TuningPlan
  let out: String
  package var jobs = 1
  /// Whether what another plan or program has left is done away with.
  package var renews = false
  /// Asked before each day; from several threads.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// In phone-days of the step; from several threads.
  package var onProgress: (@Sendable (_ stage: TuningStage, _ done: Int, _ total: Int) -> Void)?
  /// Something that is no result, such as a damaged shard.
  package var onRemark: (@Sendable (String) -> Void)?
  /// Lives the sweep of a plan in a folder; nil lives it here. False when it was interrupted.
  package var engine: (@Sendable (_ plan: String, _ out: String) throws -> Bool)?

  package init(_ plan: TuningPlan, out: String) {
    self.plan = plan
    self.out = out
  }

  /// Removes what killed runs have left half written.
  ///
  /// - Parameter now: in seconds since 1970.
  package func cleanUp(now: Int) { TuningFolder(out: out).cleanUp(now: now) }

  /// - Returns: nil when it was interrupted.
  /// - Throws: `AdviserTrouble`, `FileTrouble`, `InputError` where the folder is another tuning's.
  package func run(_ adviser: any Adviser) throws -> TuningOutcome? {
    let name = try adviser.begin(AdviserTask(plan))
    try TuningFolder(out: out).claim(for: plan, adviser: name, renews: renews)
    var search = TuningSearch(self, adviser)
    guard try search.run() else { return nil }
    return try TuningJudgement(self, search, adviser: name).run()
  }

  // MARK: Sweeps

  /// A sweep of which all is there.
  struct Lived {
    var work: ShardWork<SweepPlan>
    var shards: [Shard]
    var folder: String

    var plan: SweepPlan { work.plan }

    /// Nil when it was interrupted.
    func table() throws -> FigureTable? { try work.table(shards) }

    /// Nil when it was interrupted.
    func comparison() throws -> Comparison? { try work.merge(shards, scratch: folder) }
  }

  /// - Returns: nil when it was interrupted.
  func live(_ sweep: TuningSweep, _ stage: TuningStage) throws -> Lived? {
    let path = try TuningFolder(out: out).write(sweep, plan)
    let folder = out + "/" + sweep.folder
    var work = ShardWork(try SweepPlan.read(path: path), in: ShardFolder(out: folder))
    work.jobs = jobs
    work.isCancelled = isCancelled
    if try wholeShards(work) == nil {
      guard try live(work, path, stage) else { return nil }
    }
    guard let whole = try wholeShards(work) else {
      throw FileTrouble(
        path: work.folder.path,
        reason: "the engine has ended, and shards are missing or not whole")
    }
    return Lived(work: work, shards: whole, folder: folder)
  }

  /// Of a division of which all are there.
  private func wholeShards(_ work: ShardWork<SweepPlan>) throws -> [Shard]? {
    for count in work.folder.counts where count <= work.plan.dayCount {
      let shards = try work.folder.inspect(Shard.all(count), of: work.plan, jobs: jobs)
      for inspected in shards {
        guard case .foreign(let why) = inspected.state else { continue }
        throw work.folder.refusal(of: inspected.shard, why, kind: SweepPlan.kind)
      }
      if shards.allSatisfy({ $0.state == .complete }) { return shards.map(\.shard) }
    }
    return nil
  }

  /// False when it was interrupted.
  private func live(
    _ work: ShardWork<SweepPlan>, _ path: String, _ stage: TuningStage
  ) throws -> Bool {
    if let engine {
      return try engine(path, URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
    try work.folder.make()
    let count = work.folder.counts.first ?? min(work.plan.dayCount, Self.shardsHere)
    let shards = try work.folder.inspect(Shard.all(count), of: work.plan, jobs: jobs)
    let pending = work.folder.pending(shards) { onRemark?($0) }
    var run = work
    run.onProgress = { [onProgress] in onProgress?(stage, $0, $1) }
    return try run.run(pending) == pending.count
  }

  /// So many at most is lost of a sweep that is killed: a sixteenth.
  private static let shardsHere = 16
}
