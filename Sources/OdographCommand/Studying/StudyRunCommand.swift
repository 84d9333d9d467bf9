import ArgumentParser
import Experiments
import Terminal

/// `odograph study STUDY.yaml`: lives what is missing.
struct StudyRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Live what is missing of a study, and merge it when all is there.",
    discussion: """
      A shard that is whole is not run again; one that is damaged is. So the same command, started again, \
      finishes what was killed or ran out of room. Inside a task of a Slurm array \
      (SLURM_ARRAY_TASK_ID, from 1) or of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX, from 0) it \
      lives that task's shard. Interrupted with ^C, the participants of the first shards are told of in \
      the folder 'partial', marked as a part.
      """)

  @OptionGroup var options: StudyOptions

  @Option(
    help: ArgumentHelp(
      "Live this shard alone, or all of them. (default: the engine's, else all)", valueName: "K/N"),
    transform: { try ShardChoice($0) })
  var shard: ShardChoice?

  @Option(
    help: ArgumentHelp(
      "Print this participant's scenario instead, for 'odograph run' under their seed.",
      valueName: "number"),
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var participant: Int?

  @Flag(help: "Replace what another plan, or more participants, have left in the folder.")
  var renew = false

  @Option(help: "What to print: tables for people, or the study in another form.")
  var format: StudyFormat = .terminal

  func run() throws {
    let plan = try options.readPlan()
    if let participant { return Console.write(try plan.document.participantText(participant)) }
    let choice = try ShardChoice.given(shard, options.shards, of: plan)
    try StudyFiles.refuseObstacles(in: options.out, to: plan, renew: renew)
    let study = try options.open(plan, choice: choice, renew: renew)
    try study.makeFolder()
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let shards = try study.shards(choice)
    let living = ShardLiving(
      study, choice, in: "participants", renew: renew, interruption.flag)
    let whole = try living.live(shards)
    var merging = StudyMerging(study, format: format)
    guard whole == shards.count else {
      let first = choice.isOne ? [] : try merging.firstWhole(of: shards)
      guard !first.isEmpty else { throw living.interrupted(whole, of: shards) }
      let files = try merging.merge(first)
      Console.remark("odograph: interrupted; \(files.extent) are in \(files.path(in: study.out))")
      throw AlreadyTold(status: .interrupted)
    }
    guard !choice.isOne else { return }
    merging.flag = interruption.flag
    _ = try merging.merge(shards)
  }
}
