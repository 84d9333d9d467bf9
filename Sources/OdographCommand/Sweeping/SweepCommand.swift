import ArgumentParser
import Campaigns
import Experiments
import Terminal
import Text

/// `odograph sweep`: a comparison that is too large for one evening or one machine.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a plan of many phone-days, in shards, on this machine or on many.",
    discussion: """
      A plan names scenarios, trackers with values and ranges of their settings, and seeds in draws of \
      what nobody knows of the phone: see Docs/Sweeps.md. 'odograph sweep PLAN.yaml' lives what is \
      missing of it and merges it. On a cluster every task lives one shard, and 'odograph sweep merge' puts \
      them together.
      """,
    subcommands: [
      CampaignRunCommand<SweepPlan>.self, CampaignStatusCommand<SweepPlan>.self,
      CampaignMergeCommand<SweepPlan>.self,
    ],
    defaultSubcommand: CampaignRunCommand<SweepPlan>.self)
}

extension SweepPlan: Campaign {
  typealias Results = SweepFiles

  static let help = CampaignHelp(
    result: "comparison", partialMark: "says that it is a part.")
  static let progressUnit = "phone-days"

  var extent: String {
    let (scenarios, seeds) = (comparison.entries.count, comparison.seeds)
    return [
      counted(scenarios, "scenario"), counted(trackerCount, "tracker"),
      counted(seeds.count, "seed") + " in " + counted(seeds.drawCount, "draw"),
    ].joined(separator: ", ")
  }

  /// The plan's file alone decides a sweep.
  struct PlanOptions: CampaignPlanOptions {
    var arguments: [String] { [] }

    func readPlan(_ path: String) throws -> SweepPlan { try SweepPlan.read(path: path) }
  }

  struct RunOptions: CampaignRunOptions {
    typealias Plan = SweepPlan

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

    func answer(
      _ sweep: OpenedShards<SweepPlan>, _ flag: InterruptionRequest.Flag
    ) throws -> Bool {
      if estimate { Console.write(try SweepEstimateText(sweep, flag).text) }
      return estimate
    }
  }

  /// A merge replaces whatever results are there.
  struct MergeOptions: CampaignMergeOptions {
    var renew: Bool { true }
  }
}
