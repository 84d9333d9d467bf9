import ArgumentParser
import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// Runs the missing shards of a plan.
struct ShardRunner<Plan: Campaign> {
  private let opened: OpenedShards<Plan>
  private let flag: InterruptionRequest.Flag
  private let renew: Bool
  /// True if one shard is run here, and the others on other machines.
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

  /// - Returns: the number of complete shards; less than all if it was interrupted.
  func run(_ shards: [Shard]) throws -> Int {
    let pending = try pending(shards)
    guard !pending.isEmpty else {
      if isOne { report(shards[0], "is done already") }
      return shards.count
    }
    let progress = ProgressLine(
      "Simulating", unit: Plan.progressUnit, isQuiet: opened.options.quiet)
    defer { progress.clear() }
    let done = try opened.work(progress, flag).run(pending)
    progress.clear()
    if isOne, done == 1 { report(shards[0], "is done") }
    return shards.count - pending.count + done
  }

  /// Returns a message on the progress of an interrupted run.
  func progress(_ whole: Int, of shards: [Shard]) -> String {
    "\(whole) of \(counted(shards.count, "shard")) are complete; the same command continues"
  }

  /// Returns the shards that are missing or damaged.
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

  /// Refuses another shard in the folder that is of another plan.
  ///
  /// A task that runs a single shard looks at one of the others, so that a plan edited between two
  /// tasks is refused now rather than by the merge.
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
