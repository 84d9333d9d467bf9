import ArgumentParser
import Campaigns
import Experiments

/// `odograph sweep status PLAN.yaml`: what there is of a sweep, and what is missing.
struct SweepStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say which shards of a sweep are whole, missing, damaged, or of another plan.",
    discussion: "Exit status: 0 when all are whole, 1 when not.")

  @OptionGroup var options: ShardOptions

  func run() throws {
    try ShardInventory(OpenedShards(SweepPlan.read(path: options.plan), options)).tell()
  }
}
