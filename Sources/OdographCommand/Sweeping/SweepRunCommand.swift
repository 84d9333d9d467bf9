import ArgumentParser
import Experiments
import Foundation
import Scenarios

/// `odograph sweep PLAN.yaml`: lives what is missing.
struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Live what is missing of a sweep, and merge it when all is there.",
    discussion: """
      A shard that is whole is not run again; one that is damaged is. So the same command, started again, \
      finishes what was killed or ran out of room. Inside a task of a Slurm array \
      (SLURM_ARRAY_TASK_ID, from 1) or of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX, from 0) it \
      lives that task's shard.
      """)

  @OptionGroup var options: SweepOptions

  @Option(
    help: ArgumentHelp(
      "Live this shard alone, or all of them. (default: the engine's, else all)", valueName: "K/N"),
    transform: { try ShardChoice($0) })
  var shard: ShardChoice?

  @Flag(
    help:
      "Say how long it would take and how large it would be, from a few days that are lived now.")
  var estimate = false

  @Flag(help: "Run again what is of another plan or another program.")
  var renew = false

  @Flag(
    inversion: .prefixedNo,
    help: "Merge when all shards have been lived. (default: yes; never after one of them)")
  var merge: Bool?

  func run() throws {
    let choice = try choice()
    var count: Int?
    if case .one(_, let of?) = choice { count = of }
    if let count { try refuseOtherCount(than: count) }
    let sweep = try OpenedSweep(options, shardCount: count)
    if case .one = choice { try refuseMergeOfOne(sweep) }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    if estimate {
      return try SweepEstimation(sweep, options, interruption.flag).show()
    }
    try sweep.makeFolder()
    switch choice {
    case .one(let index, _):
      guard index <= sweep.shardCount else {
        throw InputError(
          .commandLine, "--shard \(index): there are \(sweep.shardCount) shards",
          accepted: "a number up to that")
      }
      try live([Shard(index: index, count: sweep.shardCount)], sweep, interruption.flag)
    case .all:
      try live(sweep.shards, sweep, interruption.flag)
      guard merge ?? true else { return }
      try SweepMerging(sweep, options, interruption.flag).merge(sweep.shards)
    }
  }

  private func refuseOtherCount(than count: Int) throws(InputError) {
    guard let given = options.shards, given != count else { return }
    throw InputError(
      .commandLine, "--shard is of \(count) shards, --shards says \(given)",
      accepted: "one number of shards")
  }

  private func refuseMergeOfOne(_ sweep: OpenedSweep) throws(InputError) {
    guard merge == true else { return }
    throw InputError(
      .commandLine, "--merge does not go with one shard alone",
      accepted: "'\(sweep.command("merge"))' when all of them are there")
  }

  private func choice() throws -> ShardChoice {
    if let shard { return shard }
    // The number of shards may stand in the plan, which is read for it alone.
    let shards =
      try options.shards
      ?? SweepReader(measures: Measures.names).read(path: options.plan).shardCount
    return try ShardChoice.given(by: ProcessInfo.processInfo.environment, shards: shards) ?? .all
  }

  /// - Throws: `AlreadyTold` when it was interrupted.
  private func live(
    _ shards: [Shard], _ sweep: OpenedSweep, _ flag: InterruptionRequest.Flag
  ) throws {
    let pending = try pending(shards, sweep)
    guard !pending.isEmpty else {
      if shards.count == 1 { told(shards[0], sweep, "is there already") }
      return
    }
    let progress = Progress("Living", unit: "phone-days", isQuiet: options.quiet)
    var run = SweepRun(sweep.plan, in: sweep.folder)
    run.jobs = options.jobs
    run.isCancelled = { flag.isUp }
    run.onProgress = { progress.report(done: $0, of: $1) }
    defer { progress.clear() }
    let done = try run.run(pending)
    progress.clear()
    guard done == pending.count else {
      Console.remark(
        "odograph: interrupted; \(shards.count - pending.count + done) of "
          + "\(counted(shards.count, "shard")) are whole, and the same command goes on from there")
      throw AlreadyTold(status: .interrupted)
    }
    if shards.count == 1 { told(shards[0], sweep, "is done") }
  }

  /// Those that are not there, or not whole.
  private func pending(_ shards: [Shard], _ sweep: OpenedSweep) throws -> [Shard] {
    try refuseNeighbour(of: shards, sweep)
    let states = try sweep.folder.states(of: shards, in: sweep.plan, jobs: options.jobs)
    // Before any other is announced.
    for (shard, state) in zip(shards, states) {
      if case .foreign(let differences) = state, !renew {
        throw sweep.refusal(of: shard, differences)
      }
      if state == .corrupt(ShardFolder.isFolder) {
        throw InputError(
          SourceLocation(file: sweep.folder.file(of: shard)),
          "this is a folder, and a shard's file is to be there", accepted: "no folder of that name")
      }
    }
    return try zip(shards, states).compactMap { shard, state in
      switch state {
      case .complete: return nil
      case .missing: return shard
      case .corrupt(let reason):
        Console.remark("\(sweep.folder.file(of: shard)): \(reason); this shard is run again")
        return shard
      case .foreign: return shard
      }
    }
  }

  /// A task that is alone with its shard looks at one of the others, so that a plan that was edited between
  /// them is told now rather than by the merge.
  private func refuseNeighbour(of shards: [Shard], _ sweep: OpenedSweep) throws {
    guard shards.count == 1, !renew, let other = sweep.folder.firstNeighbour(of: shards[0]),
      case .foreign(let differences) = sweep.folder.state(of: other, in: sweep.plan)
    else { return }
    throw sweep.refusal(of: other, differences)
  }

  private func told(_ shard: Shard, _ sweep: OpenedSweep, _ words: String) {
    guard !options.quiet else { return }
    let days = shard.days(of: sweep.plan.dayCount).count * sweep.plan.comparison.trackers.count
    Console.write(
      "Shard \(shard.index) of \(shard.count), \(counted(days, "phone-day")), \(words): "
        + "\(sweep.folder.file(of: shard))\n")
  }
}
