import ArgumentParser
import CommandOptions
import Experiments
import Terminal
import Text

/// `odograph sweep PLAN.yaml`, `odograph study STUDY.yaml`: runs the shards of a plan that are
/// missing.
struct CampaignRunCommand<Plan: Campaign>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Run the missing shards of a \(Plan.kind), then merge",
      discussion: CommandHelp(
        """
        Complete shards do not run again; damaged ones do. The same command, started again, finishes \
        a run that was killed or filled the disk. In a task of a Slurm array (SLURM_ARRAY_TASK_ID, \
        from 1) or of a Kubernetes Indexed Job (JOB_COMPLETION_INDEX, from 0) it runs that task's \
        shard.\(Plan.help.runDiscussion)
        """, examples: ["\(Plan.kind) plan.yaml", "\(Plan.kind) plan.yaml --shard 3/10"],
        page: Plan.page
      ).text)
  }

  @OptionGroup var options: CampaignOptions<Plan>

  @Option(
    help: ArgumentHelp(
      "The shard to run, or all (default: the cluster task's, else all)", valueName: "K/N"),
    transform: { try ShardChoice($0) })
  var shard: ShardChoice?

  @OptionGroup var own: Plan.RunOptions

  @OptionGroup var permission: AppPermissionOption

  func run() throws {
    let plan = try options.readPlan()
    if try own.answer(plan) { return }
    permission.apply()
    for choice in plan.chosenTrackers { try choice.refuseForbiddenApp() }
    let choice = try ShardChoice.given(shard, options.shared, of: plan)
    try Plan.Results.refuseObstacles(in: options.output, to: plan, renew: own.renew)
    let opened = try OpenedShards(plan, options, choice: choice, renew: own.renew)
    if choice.isOne, own.merge == true {
      throw InputError(
        .commandLine, "--merge is given with a single shard",
        accepted: "'\(opened.command("merge"))' when all shards are done")
    }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    guard !own.estimate else {
      return Console.write(try EstimateText(opened, interruption.flag).text)
    }
    try run(opened, choice, interruption.flag)
  }

  private func run(
    _ opened: OpenedShards<Plan>, _ choice: ShardChoice, _ flag: InterruptionRequest.Flag
  ) throws {
    try opened.makeFolder()
    let shards = try opened.shards(choice)
    let runner = ShardRunner(opened, choice, renew: own.renew, flag)
    let merging = ShardMerging(opened, format: own.format)
    let whole = try runner.run(shards)
    guard whole == shards.count else {
      let part = choice.isOne ? nil : try Plan.Results.mergePart(of: shards, merging)
      throw AlreadyReported.interrupted(part ?? runner.progress(whole, of: shards))
    }
    guard !choice.isOne, own.merge ?? true else { return }
    try merging.merge(shards, flag)
  }
}
