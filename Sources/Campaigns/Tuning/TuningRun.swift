import Experiments
import Files
import Foundation

/// The present step of a tuning.
package enum TuningStage: Sendable, Equatable {
  case search(generation: Int)
  case judgement, worth
}

/// Searches, judges, and measures the worth of each setting.
///
/// Every step is a sweep with a plan of its own, and the optimizer is seeded. The same command,
/// started again after an interruption, proposes the same candidates, finds their finished runs,
/// and continues from there.
package struct TuningRun: Sendable {
  let plan: TuningPlan
  let out: String
  package var jobs = 1
  /// True if results of another plan or program are deleted.
  package var renews = false
  /// Called before each day, from several threads.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with phone-days of the step, from several threads.
  package var onProgress: (@Sendable (_ stage: TuningStage, _ done: Int, _ total: Int) -> Void)?
  /// Called with remarks that are no results, such as on a damaged shard.
  package var onRemark: (@Sendable (String) -> Void)?
  /// Runs the sweep of a plan in a folder, and returns false if it was interrupted. Nil runs it in
  /// this process.
  package var engine: (@Sendable (_ plan: String, _ out: String) throws -> Bool)?

  package init(_ plan: TuningPlan, out: String) {
    self.plan = plan
    self.out = out
  }

  /// Removes half-written files of killed runs.
  ///
  /// - Parameter now: In seconds since 1970.
  package func cleanUp(now: Int) { TuningFolder(out: out).cleanUp(now: now) }

  /// - Returns: Nil if it was interrupted.
  /// - Throws: `AdviserTrouble`, `FileTrouble`, or `InputError` if the folder belongs to another
  ///   tuning.
  package func run(_ adviser: any Adviser) throws -> TuningOutcome? {
    let name = try adviser.begin(AdviserTask(plan))
    try TuningFolder(out: out).claim(for: plan, adviser: name, renews: renews)
    var search = TuningSearch(self, adviser)
    guard try search.run() else { return nil }
    return try TuningJudgement(self, search, adviser: name).run()
  }

  // MARK: Sweeps

  /// A sweep that is complete.
  struct Lived {
    var work: ShardWork<SweepPlan>
    var shards: [Shard]
    var folder: String

    var plan: SweepPlan { work.plan }

    /// Returns nil if it was interrupted.
    func table() throws -> FigureTable? { try work.table(shards) }

    /// Returns nil if it was interrupted.
    func comparison() throws -> Comparison? { try work.merge(shards, scratch: folder) }
  }

  /// - Returns: Nil if it was interrupted.
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
        reason: "the engine has ended, but shards are missing or not whole")
    }
    return Lived(work: work, shards: whole, folder: folder)
  }

  /// Returns the shards of a complete division; nil if there is none.
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

  /// Returns false if it was interrupted.
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

  /// The number of shards. At most a sixteenth of a sweep is lost if it is killed.
  private static let shardsHere = 16
}
