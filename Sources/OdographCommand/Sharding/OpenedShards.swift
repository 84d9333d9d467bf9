import Campaigns
import Experiments
import Files
import Foundation
import Scenarios
import Terminal
import Text

/// A plan with the folder and the number of its shards.
struct OpenedShards<Plan: Campaign> {
  let plan: Plan
  let out: String
  let folder: ShardFolder
  let shardCount: Int
  let options: ShardOptions
  /// The options that change this plan, as the user typed them.
  private let planArguments: [String]

  /// Reads a plan and finds the folder of its shards.
  ///
  /// - Parameters:
  ///   - choice: the shards that the user chose. It may also give the number of all shards.
  ///   - renew: True if the user permits that shards of another plan are replaced.
  init(
    _ plan: Plan, _ options: CampaignOptions<Plan>, choice: ShardChoice = .all,
    renew: Bool = false
  ) throws(InputError) {
    self.plan = plan
    self.options = options.shared
    planArguments = options.own.arguments
    out = options.output
    folder = ShardFolder(out: out)
    shardCount = try Self.count(
      try choice.count(besides: options.shared.shards), plan, folder, renew: renew)
    cleanUp(now: time(nil))
  }

  /// Removes the temporary files that killed runs left behind.
  private func cleanUp(now: Int) {
    folder.cleanUp(now: now)
    StagedFolder.removeAbandoned(in: out)
  }

  /// Returns the command line for the next step with the same plan, shards and folder, for
  /// messages.
  ///
  /// - Parameter subcommand: such as "merge"; empty for the command that runs shards.
  func command(_ subcommand: String = "", flag: String = "") -> String {
    let words =
      ["odograph", Plan.kind, subcommand, options.plan] + planArguments
      + (options.output.map { ["--output", $0] } ?? [])
      + (options.shards.map { ["--shards", "\($0)"] } ?? []) + [flag]
    return words.filter { !$0.isEmpty }
      .map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// Returns the error for a shard that another plan or another version of the program made.
  func refusal(of shard: Shard, _ differences: [String], orElse other: String = "") -> InputError {
    var error = folder.refusal(of: shard, differences, kind: Plan.kind)
    error.accepted =
      "the plan and the program that it was made with; another --output; or "
      + "'\(command(flag: "--renew"))', which runs shards of another \(Plan.kind) again\(other)"
    return error
  }

  /// Makes the folder of the shards if it does not exist.
  ///
  /// - Throws: `InputError` if the folder cannot be made.
  func makeFolder() throws(InputError) {
    do {
      try folder.make()
    } catch {
      throw InputError(
        folder: out, option: "--output", reason: InputError.reason(unwritable: folder.path))
    }
  }

  var shards: [Shard] {
    Shard.all(shardCount)
  }

  func shards(_ choice: ShardChoice) throws(InputError) -> [Shard] {
    guard case .one(let index, _) = choice else { return shards }
    guard index <= shardCount else {
      throw InputError(
        .commandLine, "--shard \(index): there are \(shardCount) shards",
        accepted: "a number up to that")
    }
    return [Shard(index: index, count: shardCount)]
  }

  func inspect(_ shards: [Shard]) throws -> [InspectedShard] {
    try folder.inspect(shards, of: plan, jobs: options.jobs)
  }

  /// Returns the object that runs and merges this plan's shards, and reports their progress.
  ///
  /// - Parameter flag: the flag that an interruption raises; nil for work that cannot be
  ///   interrupted.
  func work(_ progress: ProgressLine, _ flag: InterruptionRequest.Flag?) -> ShardWork<Plan> {
    var work = ShardWork(plan, in: folder)
    work.jobs = options.jobs
    work.isCancelled = { flag?.isUp ?? false }
    work.onProgress = { progress.report(done: $0, of: $1) }
    return work
  }

  /// The size of the plan, such as "40 scenarios, 6 trackers, 1000 seeds in 100 draws: 240000
  /// phone-days in 240 shards".
  var size: String {
    "\(plan.extent): " + counted(plan.phoneDays, "phone-day") + " in "
      + counted(shardCount, "shard")
  }

  private static func count(
    _ given: Int?, _ plan: Plan, _ folder: ShardFolder, renew: Bool
  ) throws(InputError) -> Int {
    guard let count = given ?? plan.plannedShardCount else {
      let found = folder.counts(of: plan)
      guard found.count > 1 else {
        guard let only = found.first else { return plan.usualShardCount }
        if !renew { try refuseLarger(only, plan, folder) }
        return only <= plan.unitCount ? only : plan.usualShardCount
      }
      throw InputError(
        SourceLocation(file: folder.path),
        "there are shards of several divisions: into "
          + found.map(String.init).joined(separator: " and into "),
        accepted: "--shards with one of these numbers")
    }
    guard count <= plan.unitCount else {
      throw InputError(
        .commandLine,
        "--shards: the plan has only \(counted(plan.unitCount, Plan.unit)) to divide",
        accepted: "at most one shard for each")
    }
    return count
  }

  /// Throws an error if the folder has the shards of a larger plan.
  ///
  /// Each shard contains at least one of the plan's units, such as a day or a participant. If
  /// `count` is greater than the plan's number of units, the shards belong to a larger plan.
  ///
  /// - Parameter count: the number of shards into which the folder's plan was divided, such as 1000
  ///   for a shard 17/1000.
  private static func refuseLarger(
    _ count: Int, _ plan: Plan, _ folder: ShardFolder
  ) throws(InputError) {
    guard count > plan.unitCount,
      let shard = folder.firstNeighbor(of: Shard(index: 0, count: count)),
      case .foreign(let differences) = folder.state(of: shard, in: plan)
    else { return }
    var error = folder.refusal(of: shard, differences, kind: Plan.kind)
    error.accepted =
      "the plan and the program that it was made with; another --output; or --renew to start again"
    throw error
  }
}
