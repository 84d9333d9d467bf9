import ArgumentParser
import CommandOptions
import Experiments
import Terminal

/// `odograph sweep merge PLAN.yaml`, `odograph study merge STUDY.yaml`: merges all shards into one
/// result.
struct CampaignMergeCommand<Plan: Campaign>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: "Merge the shards of a \(Plan.kind) into "
        + Plan.Results.names.joined(separator: ", "),
      discussion: CommandHelp(
        """
        The result does not depend on how the \(Plan.kind) was divided. Shards of another plan or \
        another program are refused; the message names what differs.
        """, examples: ["\(Plan.kind) merge plan.yaml"], page: Plan.page
      ).text)
  }

  @OptionGroup var options: CampaignOptions<Plan>

  @Flag(
    help: ArgumentHelp(
      "Merge the shards that exist, even if others are missing or damaged; the result "
        + Plan.help.partialMark))
  var partial = false

  @OptionGroup var own: Plan.MergeOptions

  @Option(help: Plan.formatHelp) var format: Plan.Results.Format = .terminal

  func run() throws {
    let plan = try options.readPlan()
    try Plan.Results.refuseObstacles(in: options.output, to: plan, renew: own.renew)
    let opened = try OpenedShards(plan, options)
    let whole = try ShardInventory(opened).wholeShards(partial: partial)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    try ShardMerging(opened, format: format).merge(whole, interruption.flag)
  }
}

extension Campaign {
  /// The help text of the option `--format`.
  static var formatHelp: ArgumentHelp {
    ArgumentHelp("The form in which the \(help.result) is printed")
  }
}
