import ArgumentParser
import Campaigns
import CommandOptions
import Experiments
import Terminal
import Text

/// `odograph sweep`: runs a comparison that is too large for one evening or one machine.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a plan of many phone-days, on one machine or many",
    discussion: CommandHelp(
      """
      A plan names scenarios, trackers with values and ranges of their settings, seeds and \
      parameter draws. 'odograph sweep PLAN.yaml' runs the missing shards and merges them. On a \
      cluster every task runs one shard, and 'odograph sweep merge' merges all.
      """,
      examples: ["sweep Examples/Sweeps/fix-spacing.yaml", "sweep plan.yaml --shard 3/10"],
      page: "guide/sweeps.md"
    ).text,
    subcommands: [
      CampaignRunCommand<SweepPlan>.self, CampaignStatusCommand<SweepPlan>.self,
      CampaignMergeCommand<SweepPlan>.self,
    ],
    defaultSubcommand: CampaignRunCommand<SweepPlan>.self)
}

extension SweepPlan: Campaign {
  typealias Results = SweepFiles

  static let help = CampaignHelp(
    result: "comparison",
    partialMark: "is marked as partial, and goes to the folder 'partial' if there is a complete one"
  )
  static let progressUnit = "phone-days"
  static let page = "guide/sweeps.md"

  var extent: String {
    let (scenarios, seeds) = (comparison.entries.count, comparison.seeds)
    return [
      counted(scenarios, "scenario"), counted(trackerCount, "tracker"),
      counted(seeds.count, "seed") + " in " + counted(seeds.drawCount, "draw"),
    ].joined(separator: ", ")
  }

  /// Whole numbers take less than 8 bytes each in the database, and identifiers take some bytes.
  var resultBytes: Int? {
    dayCount * trackerCount * figureCount * MemoryLayout<Double>.size * 9 / 10 + phoneDays * 16
  }

  /// Options that change the plan of a sweep. There are none, because the plan's file alone
  /// decides.
  struct PlanOptions: CampaignPlanOptions {
    var arguments: [String] { [] }

    func readPlan(_ path: String) throws -> SweepPlan { try SweepPlan.read(path: path) }
  }

  struct RunOptions: CampaignRunOptions {
    typealias Plan = SweepPlan

    @Flag(help: "Estimate time and size from a few days that run now, and stop")
    var estimate = false

    @Flag(help: "Run shards of another plan or program again")
    var renew = false

    @Flag(
      inversion: .prefixedNo,
      help: "Merge when all shards are done (default: yes; never after a single shard)")
    var merge: Bool?
  }

  /// Options of `odograph sweep merge`. A merge always replaces existing results.
  struct MergeOptions: CampaignMergeOptions {
    var renew: Bool { true }
  }
}
