import ArgumentParser
import Campaigns
import Experiments
import Terminal
import Text

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

  @OptionGroup var options: ShardOptions

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
    let plan = try SweepPlan.read(path: options.plan)
    let choice = try ShardChoice.given(shard, options, of: plan)
    let sweep = try OpenedShards(plan, options, choice: choice, renew: renew)
    if choice.isOne, merge == true {
      throw InputError(
        .commandLine, "--merge does not go with one shard alone",
        accepted: "'\(sweep.command("merge"))' when all of them are there")
    }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    if estimate {
      return try SweepEstimation(sweep, interruption.flag).show()
    }
    try sweep.makeFolder()
    let shards = try sweep.shards(choice)
    let living = ShardLiving(
      sweep, choice, in: "phone-days", renew: renew, interruption.flag)
    let whole = try living.live(shards)
    guard whole == shards.count else { throw living.interrupted(whole, of: shards) }
    guard !choice.isOne, merge ?? true else { return }
    try SweepMerging(sweep, interruption.flag).merge(shards)
  }
}
