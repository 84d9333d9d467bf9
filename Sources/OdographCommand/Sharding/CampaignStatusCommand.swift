import ArgumentParser
import CommandOptions
import Experiments

/// `odograph sweep status PLAN.yaml`, `odograph study status STUDY.yaml`: lists the state of each
/// shard.
struct CampaignStatusCommand<Plan: Campaign>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "List the shards of a \(Plan.kind): complete, missing, damaged or of another plan",
      discussion: CommandHelp(
        "Exit status: 0 all are complete, 1 not yet.",
        examples: ["\(Plan.kind) status plan.yaml"], page: Plan.page
      ).text)
  }

  @OptionGroup var options: CampaignOptions<Plan>

  func run() throws {
    try ShardInventory(OpenedShards(options.readPlan(), options)).show()
  }
}
