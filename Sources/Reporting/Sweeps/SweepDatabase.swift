import Campaigns
import Evaluation
import Experiments
import Files
import Foundation
import GRDB
import Scenarios
import Simulation

/// A SQLite file with every run of a sweep, and with views for the user's queries: see
/// Docs/Sweeps.md.
///
/// Rows are added in the order of days. The same sweep therefore makes the same file, however it
/// was divided into shards.
public final class SweepDatabase {
  /// The ID "ODOS" in the file's header. It marks the file as the database of a sweep.
  static let applicationIdentifier = 0x4F44_4F53
  /// The version of the tables' definitions.
  static let version = 1
  // SQLite allows 2000 columns in a table and 32,766 parameters in a statement.
  private static let cacheKilobytes = 8192

  private let plan: SweepPlan
  private let queue: DatabaseQueue
  private let path: String
  private let insertion: String

  /// Creates the file and its tables, and adds the description of the sweep.
  ///
  /// - Parameter path: The path of a file that does not exist yet.
  /// - Throws: `FileError`, as all methods of this class do.
  public init(_ sweep: SweepPlan, path: String) throws {
    plan = sweep
    self.path = path
    let schema = SweepSchema(sweep.comparison)
    insertion = schema.insertion
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.foreignKeysEnabled = false
    // The file is not visible to others before it is complete, so no rollback is needed.
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -\(Self.cacheKilobytes);
          """)
    }
    queue = try Self.reporting(path) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    try change { db in
      try db.execute(
        sql: "PRAGMA application_id = \(Self.applicationIdentifier);"
          + "PRAGMA user_version = \(Self.version); BEGIN;" + schema.tables)
      try Self.describe(sweep, in: db)
    }
  }

  /// Adds the runs of all trackers on one day.
  ///
  /// - Parameters:
  ///   - number: The number of the day, from 0.
  ///   - figures: Every measure of every tracker; NaN if a measure does not apply.
  public func add(_ number: Int, _ figures: ArraySlice<Double>) throws {
    let (scenario, seed) = plan.comparison.place(ofDay: number)
    let seeds = plan.comparison.seeds
    let trackerCount = plan.trackerCount
    try change { db in
      let statement = try db.cachedStatement(sql: insertion)
      for tracker in 0..<trackerCount {
        var values: [DatabaseValue] = [
          (number * trackerCount + tracker + 1).databaseValue,
          (scenario + 1).databaseValue, (tracker + 1).databaseValue,
          Int64(bitPattern: seeds.seed(seed)).databaseValue,
          (seeds.draw(of: seed) + 1).databaseValue,
        ]
        for figure in plan.figures(ofTracker: tracker, in: figures) {
          values.append(figure.isNaN ? .null : figure.databaseValue)
        }
        statement.setUncheckedArguments(StatementArguments(values))
        try statement.execute()
      }
    }
  }

  /// Completes and closes the file. Call no other method after this one.
  ///
  /// - Parameter comparison: The comparison of the sweep, which says if runs are missing.
  public func finish(_ comparison: Comparison) throws {
    try change { db in
      for (name, value) in [
        ("isComplete", comparison.isComplete ? "true" : "false"),
        ("phoneDays", "\(comparison.design.runsPlanned)"),
        ("phoneDaysDone", "\(comparison.design.runsDone)"),
      ] {
        try db.execute(sql: "INSERT INTO sweep VALUES (?, ?)", arguments: [name, value])
      }
      try db.execute(sql: "COMMIT")
    }
    try Self.reporting(path) { try queue.close() }
  }

  private func change(_ change: (Database) throws -> Void) throws {
    try Self.reporting(path) { try queue.writeWithoutTransaction(change) }
  }

  /// Runs `work`. Converts an error of SQLite into `FileError`, without the text of the SQL
  /// statement.
  private static func reporting<Result>(_ path: String, _ work: () throws -> Result) throws
    -> Result
  {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw FileError(path: path, reason: error.message ?? "SQLite error \(error.resultCode)")
    }
  }

  /// Writes the tables that explain what the numbers in a row of runs stand for.
  private static func describe(_ sweep: SweepPlan, in db: Database) throws {
    let plan = sweep.comparison
    for (number, entry) in plan.entries.enumerated() {
      try db.execute(
        sql: "INSERT INTO scenario VALUES (?, ?)", arguments: [number + 1, entry.scenario.name])
    }
    for (number, choice) in plan.entries[0].choices.enumerated() {
      try db.execute(
        sql: "INSERT INTO tracker VALUES (?, ?, ?)",
        arguments: [number + 1, choice.name, PresetLibrary.name(of: choice.preset)])
      for setting in choice.settings {
        try db.execute(
          sql: "INSERT INTO setting VALUES (?, ?, ?, ?)",
          arguments: [number + 1, setting.name, setting.value, setting.number])
      }
    }
    for measure in plan.measures {
      try db.execute(
        sql: "INSERT INTO measure VALUES (?, ?)",
        arguments: [measure, Measures.sense(of: measure)?.rawValue])
    }
    let facts = [
      ("name", sweep.name), ("odograph", Provenance.odographVersion),
      ("reference", plan.trackers[plan.reference]), ("axis", plan.axis),
      ("firstSeed", "\(plan.seeds.first)"), ("seeds", "\(plan.seeds.count)"),
      ("draws", "\(plan.seeds.drawCount)"),
    ]
    for (name, value) in facts
      + sweep.fingerprint.parts.map({ ("fingerprint of " + $0.name, $0.value) })
    {
      try db.execute(sql: "INSERT INTO sweep VALUES (?, ?)", arguments: [name, value])
    }
  }
}
