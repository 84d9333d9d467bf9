import ArgumentParser
import Campaigns
import Experiments
import Files
import Terminal
import Text

/// A plan with commands of its own that run its shards, list them and merge them: `odograph sweep` and
/// `odograph study`.
///
/// The flow is the same for all; the kinds differ in the members here.
protocol Campaign: ShardedPlan {
  associatedtype PlanOptions: CampaignPlanOptions where PlanOptions.Plan == Self
  associatedtype RunOptions: CampaignRunOptions where RunOptions.Plan == Self
  associatedtype MergeOptions: CampaignMergeOptions
  associatedtype Results: CampaignResults where Results.Plan == Self

  static var help: CampaignHelp { get }
  /// "phone-days": the measure in which progress is reported.
  static var progressUnit: String { get }
  /// The page of its commands, below Docs/.
  static var page: String { get }

  /// "2 scenarios, 3 trackers, 6 seeds in 3 draws".
  var extent: String { get }
}

/// The words in which the help texts of the kinds differ.
struct CampaignHelp {
  /// "comparison": names the result.
  var result: String
  /// Ends the sentence on results that lack shards.
  var partialMark: String
  /// Follows the discussion of `run`.
  var runDiscussion = ""
}

/// Options that decide the plan, in every command of a campaign.
protocol CampaignPlanOptions: ParsableArguments {
  associatedtype Plan

  /// The options as they were given, for messages that say what to do next.
  var arguments: [String] { get }

  func readPlan(_ path: String) throws -> Plan
}

/// Options of `run` beside `--shard`.
protocol CampaignRunOptions: ParsableArguments {
  associatedtype Plan: Campaign

  /// True if shards of another plan may be lost.
  var renew: Bool { get }
  /// Nil where nothing was asked for: then all shards are merged, one alone is not.
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

  /// As `merge` lists them.
  static var names: [String] { get }
  /// Endings of files that belong to an older file of the same name; see `StagedFolder.commit`.
  static var companions: [String] { get }

  /// Refuses results in the folder that would be lost, before any work is done.
  ///
  /// - Parameter renew: whether those of something else may be lost.
  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) throws

  /// Merges what an interrupted run has finished, where results can be marked as a part.
  ///
  /// - Returns: what lies where, for a message; nil where nothing was merged.
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) throws -> String?

  /// - Parameter shards: that are whole.
  /// - Returns: nil when it was interrupted.
  init?(merging shards: [Shard], _ work: ShardWork<Plan>, in folder: StagedFolder) throws

  func write(in folder: StagedFolder) throws
  /// Removes what the results replace, after they are in place.
  func removeReplaced(in opened: OpenedShards<Plan>)
  func show(_ folder: StagedFolder, as format: Format, isQuiet: Bool) throws
}

extension CampaignResults {
  static var companions: [String] { [] }

  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) {}
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) -> String? { nil }
  func removeReplaced(in opened: OpenedShards<Plan>) {}
}
