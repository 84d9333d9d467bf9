import ArgumentParser
import Experiments

/// `odograph sweep status PLAN.yaml`, `odograph study status STUDY.yaml`: the shards that are there, and
/// those that are missing.
struct CampaignStatusCommand<Plan: Campaign>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract:
        "Say which shards of a \(Plan.kind) are whole, missing, damaged, or of another plan.",
      discussion: "Exit status: 0 when all are whole, 1 when not.")
  }

  @OptionGroup var options: CampaignOptions<Plan>

  func run() throws {
    try ShardInventory(OpenedShards(options.readPlan(), options)).show()
  }
}
