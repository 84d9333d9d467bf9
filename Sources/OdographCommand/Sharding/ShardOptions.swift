import ArgumentParser
import Campaigns
import Experiments
import Files
import Scenarios
import Terminal
import Text

/// Options of every command of a plan in shards.
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

extension ShardOptions {
  /// - Parameter kind: "sweep".
  static func usualFolder(_ kind: String, ofPlan path: String) -> String {
    "Reports/\(kind)-" + FileName.of(PresetLibrary.name(of: path))
  }
}

/// Options of every command of one kind of plan.
struct CampaignOptions<Plan: Campaign>: ParsableArguments {
  @OptionGroup var shared: ShardOptions
  @OptionGroup var own: Plan.PlanOptions

  var out: String { shared.out ?? ShardOptions.usualFolder(Plan.kind, ofPlan: shared.plan) }

  func readPlan() throws -> Plan { try own.readPlan(shared.plan) }
}
