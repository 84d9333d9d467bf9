import Experiments
import Files
import Foundation

/// The present step of a tuning.
package enum TuningStage: Sendable, Equatable {
  case search(generation: Int)
  case judgement, worth
}

/// Runs a tuning: searches, judges, and measures the effect of each changed setting.
///
/// Every step is a sweep with a plan of its own, and the optimizer uses a fixed seed. If the
/// command is started again after an interruption, the optimizer proposes the same candidates.
/// Their finished runs are found, and the tuning continues from there.
package struct TuningRun: Sendable {
  let plan: TuningPlan
  let out: String
  package var jobs = 1
  /// True if the run deletes results of another plan or version from the folder. Otherwise such
  /// results are an error.
  package var renews = false
  /// Called before each day, from several threads. Returns true to stop the tuning.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the numbers of finished and of planned phone-days in the present step, from
  /// several threads.
  package var onProgress: (@Sendable (_ stage: TuningStage, _ done: Int, _ total: Int) -> Void)?
  /// Called with remarks for the user, such as a remark on a damaged shard.
  package var onRemark: (@Sendable (String) -> Void)?
  /// The function that runs a sweep; nil to run all sweeps in this process. The function receives
  /// the path of the sweep's plan and the folder for the results. It returns false if the sweep was
  /// interrupted.
  package var engine: (@Sendable (_ plan: String, _ out: String) throws -> Bool)?

  package init(_ plan: TuningPlan, out: String) {
    self.plan = plan
    self.out = out
  }

  /// Removes half-written files that killed runs have left.
  ///
  /// - Parameter now: The time in seconds since 1970.
  package func cleanUp(now: Int) { TuningFolder(out: out).cleanUp(now: now) }

  /// - Returns: Nil if the tuning was interrupted.
  /// - Throws: `SamplerFailure`, `FileError`, or `InputError` if the folder belongs to another
  ///   tuning.
  package func run(_ sampler: any CandidateSampler) throws -> TuningOutcome? {
    let name = try sampler.begin(SamplerTask(plan))
    try TuningFolder(out: out).claim(for: plan, sampler: name, renews: renews)
    var search = TuningSearch(self, sampler)
    guard try search.run() else { return nil }
    return try TuningJudgement(self, search, sampler: name).run()
  }

  // MARK: Sweeps

  /// A sweep of which all shards are complete.
  struct CompletedSweep {
    var work: ShardWork<SweepPlan>
    var shards: [Shard]
    var folder: String

    var plan: SweepPlan { work.plan }

    /// Returns the sweep's figures; nil if reading was interrupted.
    func table() throws -> FigureTable? { try work.table(shards) }

    /// Returns the sweep's comparison; nil if merging was interrupted.
    func comparison() throws -> Comparison? { try work.merge(shards, scratch: folder) }
  }

  /// Runs the missing shards of a sweep.
  ///
  /// - Returns: The complete sweep; nil if it was interrupted.
  func live(_ sweep: TuningSweep, _ stage: TuningStage) throws -> CompletedSweep? {
    let path = try TuningFolder(out: out).write(sweep, plan)
    let folder = out + "/" + sweep.folder
    var work = ShardWork(try SweepPlan.read(path: path), in: ShardFolder(out: folder))
    work.jobs = jobs
    work.isCancelled = isCancelled
    if try wholeShards(work) == nil {
      guard try live(work, path, stage) else { return nil }
    }
    guard let whole = try wholeShards(work) else {
      throw FileError(
        path: work.folder.path,
        reason: "the engine has ended, but shards are missing or not whole")
    }
    return CompletedSweep(work: work, shards: whole, folder: folder)
  }

  /// Returns the sweep's shards if all of them are complete; otherwise nil.
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

  /// Runs the sweep in the external engine or in this process. Returns false if it was interrupted.
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

  /// The number of shards of a sweep that runs in this process. If the process is killed, at most a
  /// sixteenth of the sweep is lost.
  private static let shardsHere = 16
}
