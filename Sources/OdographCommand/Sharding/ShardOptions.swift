import ArgumentParser
import Campaigns
import CommandOptions
import Experiments
import Files
import Scenarios
import Terminal
import Text

/// Options of every command on a plan with shards.
struct ShardOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The plan, in YAML", valueName: "plan.yaml"), completion: .plan)
  var plan: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for shards and results (default: Reports/sweep-<plan>, Reports/study-<plan>)",
      valueName: "folder"), completion: .directory)
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of shards; results do not depend on it (default: the plan's, else the existing ones)",
      valueName: "N"),
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var shards: Int?

  @OptionGroup private var cores: CoreOptions

  var jobs: Int { cores.jobs }

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard output != "" else { throw ValidationError("--output is empty; accepted: a path") }
  }
}

extension ShardOptions {
  /// Returns the folder of the shards if the user names none.
  ///
  /// - Parameter kind: the kind of plan, such as "sweep".
  static func usualFolder(_ kind: String, ofPlan path: String) -> String {
    "Reports/\(kind)-" + FileName.of(PresetLibrary.name(of: path))
  }
}

/// Options of every command on one kind of plan: a sweep or a study.
struct CampaignOptions<Plan: Campaign>: ParsableArguments {
  @OptionGroup var shared: ShardOptions
  @OptionGroup var own: Plan.PlanOptions

  var output: String { shared.output ?? ShardOptions.usualFolder(Plan.kind, ofPlan: shared.plan) }

  func readPlan() throws -> Plan { try own.readPlan(shared.plan) }
}
