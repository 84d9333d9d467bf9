import ArgumentParser
import Campaigns
import Experiments
import Files
import Terminal
import Text

/// A plan with its own commands that run, list and merge its shards: `odograph sweep` and `odograph
/// study`.
///
/// The procedure is the same for all kinds; they differ in the members here.
protocol Campaign: ShardedPlan {
  associatedtype PlanOptions: CampaignPlanOptions where PlanOptions.Plan == Self
  associatedtype RunOptions: CampaignRunOptions where RunOptions.Plan == Self
  associatedtype MergeOptions: CampaignMergeOptions
  associatedtype Results: CampaignResults where Results.Plan == Self

  static var help: CampaignHelp { get }
  /// The unit of progress, such as "phone-days".
  static var progressUnit: String { get }
  /// The guide page of the commands, below Docs/.
  static var page: String { get }

  /// The size of the plan: "2 scenarios, 3 trackers, 6 seeds in 3 draws".
  var extent: String { get }
}

/// The words in which the help texts of the kinds differ.
struct CampaignHelp {
  /// The name of the result, such as "comparison".
  var result: String
  /// The end of the sentence about results that lack shards.
  var partialMark: String
  /// Text after the discussion of `run`.
  var runDiscussion = ""
}

/// Options that decide the plan, in every command of a campaign.
protocol CampaignPlanOptions: ParsableArguments {
  associatedtype Plan

  /// The options as typed, for messages that name the next command.
  var arguments: [String] { get }

  func readPlan(_ path: String) throws -> Plan
}

/// Options of `run` beside `--shard`.
protocol CampaignRunOptions: ParsableArguments {
  associatedtype Plan: Campaign

  /// True if shards of another plan may be lost.
  var renew: Bool { get }
  /// True to merge after the run. Nil if the user did not say: all shards are then merged, a single
  /// one is not.
  var merge: Bool? { get }
  var format: Plan.Results.Format { get }

  /// Answers a question about the plan instead of running it.
  ///
  /// - Returns: false if none was asked.
  func answer(_ plan: Plan) throws -> Bool
  /// Answers a question about the plan and its shards instead of running them.
  ///
  /// - Returns: false if none was asked.
  func answer(_ opened: OpenedShards<Plan>, _ flag: InterruptionRequest.Flag) throws -> Bool
}

extension CampaignRunOptions {
  var merge: Bool? { nil }
  var format: Plan.Results.Format { .terminal }

  func answer(_ plan: Plan) throws -> Bool { false }
  func answer(_ opened: OpenedShards<Plan>, _ flag: InterruptionRequest.Flag) throws -> Bool {
    false
  }
}

/// Options of `merge` beside `--partial` and `--format`.
protocol CampaignMergeOptions: ParsableArguments {
  /// True if results of another plan may be lost.
  var renew: Bool { get }
}

/// The files that a campaign's shards are merged into.
protocol CampaignResults {
  associatedtype Plan: Campaign
  associatedtype Format: ResultFormat

  /// The names of the result files, in the order in which `merge` lists them.
  static var names: [String] { get }
  /// The endings of files that belong to an older file of the same name; see `StagedFolder.commit`.
  static var companions: [String] { get }

  /// Refuses results in the folder that would be lost, before any work is done.
  ///
  /// - Parameter renew: True if results of another plan may be lost.
  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) throws

  /// Merges the complete shards of an interrupted run, if results can be marked as partial.
  ///
  /// - Returns: the place of the results, for a message; nil if nothing was merged.
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) throws -> String?

  /// - Parameter shards: the complete ones.
  /// - Returns: nil if it was interrupted.
  init?(merging shards: [Shard], _ work: ShardWork<Plan>, in folder: StagedFolder) throws

  func write(in folder: StagedFolder) throws
  /// Removes the files that the results replace, after they are in place.
  func removeReplaced(in opened: OpenedShards<Plan>)
  func show(_ folder: StagedFolder, as format: Format, isQuiet: Bool) throws
}

extension CampaignResults {
  static var companions: [String] { [] }

  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) {}
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) -> String? { nil }
  func removeReplaced(in opened: OpenedShards<Plan>) {}
}
