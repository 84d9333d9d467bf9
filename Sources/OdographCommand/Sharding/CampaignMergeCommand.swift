import ArgumentParser
import Experiments
import Terminal

/// `odograph sweep merge PLAN.yaml`, `odograph study merge STUDY.yaml`: one result of all shards.
struct CampaignMergeCommand<Plan: Campaign>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: "Put the shards of a \(Plan.kind) together: "
        + Plan.Results.names.joined(separator: ", ") + ".",
      discussion: """
        The result does not depend on how the \(Plan.kind) was divided. Shards of another plan or of another \
        program are refused, by the name of what differs.
        """)
  }

  @OptionGroup var options: CampaignOptions<Plan>

  @Flag(
    help: ArgumentHelp(
      "Merge what is there, though shards are missing, damaged or of another plan; the result "
        + Plan.help.partialMark))
  var partial = false

  @OptionGroup var own: Plan.MergeOptions

  @Option(help: Plan.formatHelp) var format: Plan.Results.Format = .terminal

  func run() throws {
    let plan = try options.readPlan()
    try Plan.Results.refuseObstacles(in: options.out, to: plan, renew: own.renew)
    let opened = try OpenedShards(plan, options)
    let whole = try ShardInventory(opened).wholeShards(partial: partial)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    try ShardMerging(opened, format: format).merge(whole, interruption.flag)
  }
}

extension Campaign {
  /// The help of `--format`.
  static var formatHelp: ArgumentHelp {
    ArgumentHelp("What to print: tables for people, or the \(help.result) in another form.")
  }
}
