import Foundation
import GRDB
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("A sweep's database")
struct SweepDatabaseTests {
  /// A sweep of two scenarios, two trackers and four seeds in two draws, with invented figures.
  /// They are 10 more for the second tracker, 1 more for each seed, and 100 more for the second
  /// scenario.
  private final class Fixture {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-database-\(UUID().uuidString)").path
    let plan: SweepPlan

    init(name: String = "it's a name") throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for scenario in ["a", "b"] {
        try """
        odograph: 1
        name: \(scenario)
        start: 2026-03-02T08:00:00Z
        duration: 1 h
        places: { home: { at: [45.5, -122.6] } }
        day: [{ stay: home }]
        """.write(toFile: "\(folder)/\(scenario).yaml", atomically: true, encoding: .utf8)
      }
      try """
      odograph: 1
      scenarios: [a.yaml, b.yaml]
      trackers: [adaptive, { preset: adaptive, name: "\(name)", set: { sendInterval: 5 min } }]
      seeds: 4
      """.write(toFile: folder + "/plan.yaml", atomically: true, encoding: .utf8)
      plan = try SweepPlan.read(path: folder + "/plan.yaml")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Returns the database of `count` shards, of which the last `missing` are missing.
    func database(shards count: Int, missing: Int = 0) throws -> DatabaseQueue {
      let path = "\(folder)/\(count)-\(missing).sqlite"
      let shards = ShardFolder(out: "\(folder)/\(count)-\(missing)")
      try shards.make()
      let there = Array(Shard.all(count).dropLast(missing))
      for shard in there {
        try plan.writeSynthetic(shard, in: shards) { day, tracker, measure in
          measure == 1 ? nil : Double(day / 2 + 100 * (day % 2) + 10 * tracker)
        }
      }
      let database = try SweepDatabase(plan, path: path)
      let comparison = try ShardWork(plan, in: shards)
        .merge(there, scratch: folder, database.add)
      try database.finish(try #require(comparison))
      return try DatabaseQueue(path: path)
    }
  }

  private func texts(_ database: DatabaseQueue, _ sql: String) throws -> [[String]] {
    try rows(database, sql).map { row in
      row.map { String.fromDatabaseValue($0) ?? $0.description }
    }
  }

  private func rows(_ database: DatabaseQueue, _ sql: String) throws -> [[DatabaseValue]] {
    try database.read { db in try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) } }
  }

  @Test("Every run is a row, with its figures to the last bit")
  func runs() throws {
    let database = try Fixture().database(shards: 3)
    #expect(
      try texts(
        database,
        "SELECT number, scenario, tracker, seed, draw, positionCoverage, positionCoverageMoving FROM run"
      ).prefix(5) == [
        ["1", "1", "1", "1", "1", "0.0", "NULL"], ["2", "1", "2", "1", "1", "10.0", "NULL"],
        ["3", "2", "1", "1", "1", "100.0", "NULL"], ["4", "2", "2", "1", "1", "110.0", "NULL"],
        ["5", "1", "1", "2", "2", "1.0", "NULL"],
      ])
    #expect(try rows(database, "SELECT count(*) FROM run") == [[16.databaseValue]])
  }

  @Test("Views tell means and paired differences, of all and by draw")
  func views() throws {
    let database = try Fixture().database(shards: 3)
    func reported(_ view: String, _ columns: String) throws -> [[String]] {
      try texts(database, "SELECT \(columns) FROM \(view)")
    }
    #expect(
      try reported("mean", "scenario, tracker, runs, pathCoverage, positionCoverageMoving") == [
        ["a", "adaptive", "4", "1.5", "NULL"],
        ["a", "it's a name", "4", "11.5", "NULL"],
        ["b", "adaptive", "4", "101.5", "NULL"],
        ["b", "it's a name", "4", "111.5", "NULL"],
      ])
    // Seeds alternate between the two draws: 0 and 2 are in the first, 1 and 3 in the second.
    #expect(
      try reported(
        "meanByDraw WHERE scenario = 'a' AND tracker = 'adaptive'", "draw, runs, pathCoverage")
        == [["1", "2", "1.0"], ["2", "2", "2.0"]])
    #expect(
      try reported("difference", "scenario, tracker, runs, pathCoverage") == [
        ["a", "it's a name", "4", "10.0"], ["b", "it's a name", "4", "10.0"],
      ])
    #expect(
      try reported("differenceByDraw", "pathCoverage") == [["10.0"], ["10.0"], ["10.0"], ["10.0"]])
    #expect(
      try reported("namedRun WHERE seed = 4", "scenario, tracker, draw, pathCoverage")[1]
        == ["a", "it's a name", "2", "13.0"])
  }

  @Test("It says what was run, with which settings, and whether anything is missing")
  func description() throws {
    let fixture = try Fixture()
    let database = try fixture.database(shards: 4, missing: 1)
    #expect(
      try texts(database, "SELECT * FROM setting")
        == [["2", "sendInterval", "5 min", "300.0"]])
    let facts = try texts(database, "SELECT * FROM sweep")
    for fact in [
      ["isComplete", "false"], ["phoneDays", "16"],
      ["phoneDaysDone", "12"],
      ["name", "plan"], ["reference", "adaptive"], ["draws", "2"],
    ] {
      #expect(facts.contains(fact), "\(fact)")
    }
    #expect(
      try rows(database, "SELECT sense FROM measure WHERE name = 'pathCoverage'")
        == [["moreIsBetter".databaseValue]])
  }

  @Test("The same file however many shards there were", arguments: [1, 2, 8])
  func sameFile(count: Int) throws {
    let fixture = try Fixture()
    try fixture.database(shards: 3).close()
    try fixture.database(shards: count).close()
    let files = ["3-0", "\(count)-0"].map {
      FileManager.default.contents(atPath: "\(fixture.folder)/\($0).sqlite")
    }
    #expect(files[0] != nil && files[0] == files[1])
  }
}
