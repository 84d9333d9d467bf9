import Campaigns
import Experiments
import Foundation
import Reporting

/// A sweep over a commuter's days, in a folder that is deleted with the object.
final class MeasuredSweep {
  let folder: String
  let plan: SweepPlan

  /// Writes the plan and reads it.
  ///
  /// - Parameter phoneDays: The number of phone-days over all trackers.
  init(phoneDays: Int, trackers: [String]) throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-bench-sweep-\(getpid())-\(phoneDays)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try MeasuredScenario.commuterDay.write(
      toFile: folder + "/day.yaml", atomically: true, encoding: .utf8)
    try """
    odograph: 1
    scenarios: [day.yaml]
    trackers: [\(trackers.joined(separator: ", "))]
    seeds: \(phoneDays / trackers.count)
    """.write(toFile: folder + "/plan.yaml", atomically: true, encoding: .utf8)
    plan = try SweepPlan.read(path: folder + "/plan.yaml")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func shardFolder(_ name: String) throws -> ShardFolder {
    let shards = ShardFolder(out: "\(folder)/\(name)")
    try? FileManager.default.removeItem(atPath: shards.path)
    try shards.make()
    return shards
  }

  func live(shards count: Int, jobs: Int) throws {
    var run = ShardWork(plan, in: try shardFolder("lived"))
    run.jobs = jobs
    _ = try run.run(Shard.all(count))
  }

  func merge(shards count: Int, from shards: ShardFolder) throws {
    let database = try SweepDatabase(plan, path: folder + "/sweep.sqlite")
    let comparison = try ShardWork(plan, in: shards)
      .merge(Shard.all(count), scratch: folder, database.add)
    guard let comparison else { throw ChildFailed() }
    try database.finish(comparison)
  }
}
