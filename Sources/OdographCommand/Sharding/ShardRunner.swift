import ArgumentParser
import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// A runner of those shards of a plan that are missing or damaged.
struct ShardRunner<Plan: Campaign> {
  private let opened: OpenedShards<Plan>
  private let flag: InterruptionRequest.Flag
  private let renew: Bool
  /// True if this program runs one shard, and other machines run the others.
  private let isOne: Bool

  init(
    _ opened: OpenedShards<Plan>, _ choice: ShardChoice, renew: Bool,
    _ flag: InterruptionRequest.Flag
  ) {
    self.opened = opened
    isOne = choice.isOne
    self.renew = renew
    self.flag = flag
  }

  /// Runs each of the given shards that is missing or damaged.
  ///
  /// - Returns: the number of complete shards. It is less than the number of `shards` if the run
  ///   was interrupted.
  func run(_ shards: [Shard]) throws -> Int {
    let pending = try pending(shards)
    guard !pending.isEmpty else {
      if isOne { report(shards[0], "is done already") }
      return shards.count
    }
    let progress = ProgressLine(
      "Simulating", unit: Plan.progressUnit, isQuiet: opened.options.quiet)
    defer { progress.clear() }
    let work = opened.work(progress, flag)
    let kept = work.keptUnitCount
    if kept > 0, !opened.options.quiet {
      Console.remark(
        "\(counted(kept, Plan.unit)) of the smaller \(Plan.kind) \(kept == 1 ? "is" : "are") kept")
    }
    let done = try work.run(pending)
    progress.clear()
    if isOne, done == 1 { report(shards[0], "is done") }
    return shards.count - pending.count + done
  }

  /// Returns a message with the number of shards that were complete when a run was interrupted.
  func progress(_ whole: Int, of shards: [Shard]) -> String {
    "\(whole) of \(counted(shards.count, "shard")) are complete; the same command continues"
  }

  /// Returns the shards that must be run because they are missing or damaged.
  private func pending(_ shards: [Shard]) throws -> [Shard] {
    try refuseNeighbor(of: shards)
    let found = try opened.inspect(shards)
    // Refuses these before a damaged one is announced.
    for inspected in found {
      if case .foreign(let differences) = inspected.state, !renew {
        throw opened.refusal(of: inspected.shard, differences)
      }
      if inspected.state == .corrupt(ShardFolder.isFolder) {
        throw InputError(
          SourceLocation(file: opened.folder.file(of: inspected.shard)),
          "this is a folder; a shard's file has this name", accepted: "no folder of this name")
      }
    }
    return opened.folder.pending(found) { Console.remark($0) }
  }

  /// Throws an error if another shard in the folder belongs to another plan.
  ///
  /// The check is for tasks that run one shard each. If the user edited the plan between two tasks,
  /// the later task fails at once. Without the check, only the merge would fail.
  private func refuseNeighbor(of shards: [Shard]) throws {
    guard isOne, !renew, let other = opened.folder.firstNeighbor(of: shards[0]),
      case .foreign(let differences) = opened.folder.state(of: other, in: opened.plan)
    else { return }
    throw opened.refusal(of: other, differences)
  }

  private func report(_ shard: Shard, _ state: String) {
    guard !opened.options.quiet else { return }
    let plan = opened.plan
    let days = plan.phoneDays / plan.unitCount * shard.units(of: plan.unitCount).count
    Console.write(
      "Shard \(shard.index) of \(shard.count), \(counted(days, "phone-day")), \(state): "
        + "\(opened.folder.file(of: shard))\n")
  }
}
