import ArgumentParser
import Campaigns
import Experiments
import Terminal
import Text

/// What every command of a plan in shards has to know.
struct ShardOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The plan, in YAML.", valueName: "plan.yaml"))
  var plan: String

  @Option(
    help: "Folder for shards and results. (default: Reports/sweep-<plan>, Reports/study-<plan>)")
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Into how many shards it is divided; results do not depend on it. (default: the plan's, else those that there are)",
      valueName: "N"),
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var shards: Int?

  @OptionGroup private var cores: CoreOptions

  var jobs: Int { cores.jobs }

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; accepted: a path") }
  }
}

/// A plan in shards, as people are told of it.
protocol ToldPlan: ShardedPlan {
  /// "2 scenarios, 3 trackers, 6 seeds in 3 draws".
  var extent: String { get }
}

extension SweepPlan: ToldPlan {
  var extent: String {
    let (scenarios, seeds) = (comparison.entries.count, comparison.seeds)
    return [
      counted(scenarios, "scenario"), counted(trackerCount, "tracker"),
      counted(seeds.count, "seed") + " in " + counted(seeds.drawCount, "draw"),
    ].joined(separator: ", ")
  }
}

extension StudyPlan: ToldPlan {
  var extent: String {
    [
      counted(document.participants, "participant"), counted(document.days, "day"),
      counted(trackerCount, "tracker"),
    ].joined(separator: ", ")
  }
}
