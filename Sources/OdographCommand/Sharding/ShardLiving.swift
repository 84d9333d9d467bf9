import ArgumentParser
import Campaigns
import Experiments
import Foundation
import Terminal
import Text

/// Lives what is missing of a plan's shards.
struct ShardLiving<Plan: ToldPlan> {
  private let opened: OpenedShards<Plan>
  private let flag: InterruptionRequest.Flag
  /// What progress is told in.
  private let measure: String
  private let renew: Bool
  /// Whether one of them is lived alone, here, and the others elsewhere.
  private let isOne: Bool

  init(
    _ opened: OpenedShards<Plan>, _ choice: ShardChoice, in measure: String, renew: Bool,
    _ flag: InterruptionRequest.Flag
  ) {
    self.opened = opened
    isOne = choice.isOne
    self.measure = measure
    self.renew = renew
    self.flag = flag
  }

  /// - Returns: how many are whole; fewer than all when it was interrupted.
  func live(_ shards: [Shard]) throws -> Int {
    let pending = try pending(shards)
    guard !pending.isEmpty else {
      if isOne { told(shards[0], "is there already") }
      return shards.count
    }
    let progress = ProgressLine("Living", unit: measure, isQuiet: opened.options.quiet)
    var run = ShardRun(opened.plan, in: opened.folder)
    run.jobs = opened.options.jobs
    run.isCancelled = { [flag] in flag.isUp }
    run.onProgress = { progress.report(done: $0, of: $1) }
    defer { progress.clear() }
    let done = try run.run(pending)
    progress.clear()
    if isOne, done == 1 { told(shards[0], "is done") }
    return shards.count - pending.count + done
  }

  /// Tells it, and is to be thrown.
  func interrupted(_ whole: Int, of shards: [Shard]) -> AlreadyTold {
    Console.remark(
      "odograph: interrupted; \(whole) of \(counted(shards.count, "shard")) are whole, and the same "
        + "command goes on from there")
    return AlreadyTold(status: .interrupted)
  }

  /// Those that are not there, or not whole.
  private func pending(_ shards: [Shard]) throws -> [Shard] {
    try refuseNeighbour(of: shards)
    let states = try opened.states(of: shards)
    // Before any other is announced.
    for (shard, state) in zip(shards, states) {
      if case .foreign(let differences) = state, !renew {
        throw opened.refusal(of: shard, differences)
      }
      if state == .corrupt(ShardFolder.isFolder) {
        throw InputError(
          SourceLocation(file: opened.folder.file(of: shard)),
          "this is a folder, and a shard's file is to be there", accepted: "no folder of that name")
      }
    }
    for (shard, state) in zip(shards, states) {
      guard case .corrupt(let reason) = state else { continue }
      Console.remark("\(opened.folder.file(of: shard)): \(reason); this shard is run again")
    }
    return zip(shards, states).filter { $1 != .complete }.map(\.0)
  }

  /// A task that is alone with its shard looks at one of the others, so that a plan that was edited between
  /// them is told now rather than by the merge.
  private func refuseNeighbour(of shards: [Shard]) throws {
    guard isOne, !renew, let other = opened.folder.firstNeighbour(of: shards[0]),
      case .foreign(let differences) = opened.folder.state(of: other, in: opened.plan)
    else { return }
    throw opened.refusal(of: other, differences)
  }

  private func told(_ shard: Shard, _ words: String) {
    guard !opened.options.quiet else { return }
    let plan = opened.plan
    let days = plan.phoneDays / plan.unitCount * shard.units(of: plan.unitCount).count
    Console.write(
      "Shard \(shard.index) of \(shard.count), \(counted(days, "phone-day")), \(words): "
        + "\(opened.folder.file(of: shard))\n")
  }
}
