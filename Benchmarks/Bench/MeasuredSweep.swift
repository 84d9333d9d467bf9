import Campaigns
import Experiments
import Foundation
import Reporting

/// A sweep over a commuter's days, in a folder that is deleted with the object.
final class MeasuredSweep {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-bench-sweep-\(getpid())").path
  let plan: SweepPlan

  /// Writes the plan and reads it.
  ///
  /// - Parameter phoneDays: The number of phone-days over all trackers.
  init(phoneDays: Int, trackers: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    odograph: 1
    name: Commuting
    start: 2026-03-02T06:30:00
    timeZone: America/Los_Angeles
    duration: 24 h
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet, charger: true }
      office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
    day:
      - { stay: home, until: 07:45 }
      - { drive: office }
      - { stay: office, until: 16:40 }
      - { walk: home }
    """.write(toFile: folder + "/day.yaml", atomically: true, encoding: .utf8)
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
