import ArgumentParser
import Campaigns
import Experiments
import Files
import Terminal
import Text

/// A plan whose runs are divided into shards, with commands that run, list and merge the shards:
/// `odograph sweep` and `odograph study`.
///
/// The procedure is the same for both kinds of plan. They differ in the members of this protocol.
protocol Campaign: ShardedPlan {
  associatedtype PlanOptions: CampaignPlanOptions where PlanOptions.Plan == Self
  associatedtype RunOptions: CampaignRunOptions where RunOptions.Plan == Self
  associatedtype MergeOptions: CampaignMergeOptions
  associatedtype Results: CampaignResults where Results.Plan == Self

  static var help: CampaignHelp { get }
  /// The unit in which progress is counted, such as "phone-days".
  static var progressUnit: String { get }
  /// The guide page of the plan's commands, below Docs/.
  static var page: String { get }

  /// The size of the plan in words, such as "2 scenarios, 3 trackers, 6 seeds in 3 draws".
  var extent: String { get }
  /// The approximate size of the largest result file, in bytes; nil if it is small.
  var resultBytes: Int? { get }

  /// Estimates time and size by a sample that runs now; nil if interrupted.
  func estimate(isCancelled: () -> Bool, now: () -> Double) throws -> CampaignEstimate?
}

extension Campaign {
  var resultBytes: Int? { nil }
}

/// The words in which the help texts of `odograph sweep` and `odograph study` differ.
struct CampaignHelp {
  /// The name of the result, such as "comparison".
  var result: String
  /// The last words of the help text of `--partial`, after "the result". For example, "is marked as
  /// partial".
  var partialMark: String
  /// Text that follows the description of the command `run`.
  var runDiscussion = ""
}

/// Options that change the plan. Every command of this kind of plan has them.
protocol CampaignPlanOptions: ParsableArguments {
  associatedtype Plan

  /// The options as typed, for messages that name the next command.
  var arguments: [String] { get }

  func readPlan(_ path: String) throws -> Plan
}

/// Options of the command `run`, in addition to `--shard`.
protocol CampaignRunOptions: ParsableArguments {
  associatedtype Plan: Campaign

  /// True if the user permits that shards of another plan are replaced.
  var renew: Bool { get }
  /// True to merge after the run. If the user gave no such option, the value is nil. A run of all
  /// shards then merges them, and a run of a single shard does not.
  var merge: Bool? { get }
  var format: Plan.Results.Format { get }
  /// True to print an estimate of time and size instead of running the shards.
  var estimate: Bool { get }

  /// Prints information about the plan if an option asks for information, such as
  /// `study --participant`. The plan is then not run.
  ///
  /// - Returns: false if no option asks for information.
  func answer(_ plan: Plan) throws -> Bool
}

extension CampaignRunOptions {
  var merge: Bool? { nil }
  var format: Plan.Results.Format { .terminal }

  func answer(_ plan: Plan) throws -> Bool { false }
}

/// Options of the command `merge`, in addition to `--partial` and `--format`.
protocol CampaignMergeOptions: ParsableArguments {
  /// True if the user permits that results of another plan are replaced.
  var renew: Bool { get }
}

/// The result files into which the shards of a plan are merged.
protocol CampaignResults {
  associatedtype Plan: Campaign
  associatedtype Format: ResultFormat

  /// The names of the result files, in the order in which `merge` lists them.
  static var names: [String] { get }
  /// The suffixes of companion files, such as "-wal". If a result file replaces an older file, the
  /// older file's companions are removed; see `StagedFolder.commit`.
  static var companions: [String] { get }

  /// Throws an error if the results would replace other results without permission. Called before
  /// any work is done.
  ///
  /// - Parameter renew: True if the user permits that results of another plan are replaced.
  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) throws

  /// Merges the complete shards of an interrupted run, if this kind of results can be marked as
  /// partial.
  ///
  /// - Returns: the place of the results, for a message; nil if nothing was merged.
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) throws -> String?

  /// Merges shards into results. Nil if the merge was interrupted.
  ///
  /// - Parameter shards: the complete shards.
  init?(merging shards: [Shard], _ work: ShardWork<Plan>, in folder: StagedFolder) throws

  func write(in folder: StagedFolder) throws
  /// Removes the older files that the new results replace. Called after the new results are in
  /// place.
  func removeReplaced(in opened: OpenedShards<Plan>)
  func show(_ folder: StagedFolder, as format: Format, isQuiet: Bool) throws
}

extension CampaignResults {
  static var companions: [String] { [] }

  static func refuseObstacles(in out: String, to plan: Plan, renew: Bool) {}
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<Plan>) -> String? { nil }
  func removeReplaced(in opened: OpenedShards<Plan>) {}
}
