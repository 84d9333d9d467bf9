import ArgumentParser
import Experiments
import Foundation
import Reporting
import Scenarios

/// What every command of a sweep has to know.
struct SweepOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The plan, in YAML.", valueName: "plan.yaml"))
  var plan: String

  @Option(help: "Folder for shards and results. (default: Reports/sweep-<plan>)")
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Into how many shards the sweep is divided; results do not depend on it. (default: the plan's, else those that there are)",
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

/// A plan, where its shards lie, and into how many it is divided.
struct OpenedSweep {
  let plan: SweepPlan
  let out: String
  let folder: ShardFolder
  let shardCount: Int
  private let options: SweepOptions

  /// - Parameter given: how many shards there are, where that has been said besides `--shards`.
  init(_ options: SweepOptions, shardCount given: Int? = nil) throws(InputError) {
    self.options = options
    plan = try SweepPlan.read(path: options.plan)
    out = options.out ?? "Reports/sweep-" + FileName.of(PresetLibrary.name(of: options.plan))
    folder = ShardFolder(out: out)
    shardCount = try Self.count(given ?? options.shards, plan, folder)
    cleanUp(now: time(nil))
  }

  /// After those that were killed. A merge may take its time.
  private func cleanUp(now: Int) {
    folder.cleanUp(now: now)
    StagedFolder.removeAbandoned(
      in: out, untouchedSince: Date(timeIntervalSince1970: Double(now - 86_400)))
  }

  /// The command that goes on with the same plan, shards and folder, for messages that say what to do next.
  ///
  /// - Parameter subcommand: empty for the one that lives.
  func command(_ subcommand: String = "", flag: String = "") -> String {
    let words =
      ["odograph", "sweep", subcommand, options.plan]
      + (options.out.map { ["--out", $0] } ?? [])
      + (options.shards.map { ["--shards", "\($0)"] } ?? []) + [flag]
    return words.filter { !$0.isEmpty }
      .map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// Of a shard that is of something else.
  func refusal(of shard: Shard, _ differences: [String], orElse other: String = "") -> InputError {
    var error = folder.refusal(of: shard, differences)
    error.accepted =
      "the plan and the program that it was made with; another --out; or "
      + "'\(command(flag: "--renew"))', which runs again what is of another sweep\(other)"
    return error
  }

  /// - Throws: `InputError` where a file stands in its way, `FileTrouble` where there can be none.
  func makeFolder() throws {
    do {
      try folder.make()
    } catch {
      guard let file = InputError.fileInTheWay(of: folder.path) else { throw error }
      throw InputError(folder: out, option: "--out", reason: "\(file) is a file")
    }
  }

  var shards: [Shard] {
    (1...shardCount).map { Shard(index: $0, count: shardCount) }
  }

  /// "40 scenarios, 6 trackers, 1000 seeds in 100 draws: 240000 phone-days in 240 shards".
  var size: String {
    let comparison = plan.comparison
    return [
      counted(comparison.entries.count, "scenario"), counted(comparison.trackers.count, "tracker"),
      counted(comparison.seeds.count, "seed") + " in "
        + counted(comparison.seeds.drawCount, "draw"),
    ].joined(separator: ", ") + ": " + counted(plan.phoneDays, "phone-day") + " in "
      + counted(shardCount, "shard")
  }

  private static func count(
    _ given: Int?, _ plan: SweepPlan, _ folder: ShardFolder
  ) throws(InputError) -> Int {
    let found = folder.counts
    guard let count = given ?? plan.document.shardCount ?? (found.count == 1 ? found[0] : nil)
    else {
      guard found.isEmpty else {
        throw InputError(
          SourceLocation(file: folder.path),
          "there are shards of several divisions, into "
            + found.map(String.init).joined(separator: " and into "),
          accepted: "--shards with one of these numbers")
      }
      return plan.usualShardCount
    }
    guard count <= plan.dayCount else {
      throw InputError(
        .commandLine, "--shards: there are \(counted(plan.dayCount, "day")) to be shared out",
        accepted: "at most one shard for each")
    }
    return count
  }
}
