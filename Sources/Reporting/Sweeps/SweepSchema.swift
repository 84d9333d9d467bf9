import Experiments
import Text

/// The tables and views of a sweep's database.
///
/// A run is one row with a column for each measure. A table with one figure in each row would be
/// five times as large and harder to query. The rows of one day have successive numbers in the
/// order of trackers, so a query for differences finds the reference tracker's row without an
/// index.
struct SweepSchema {
  private let measures: [String]
  /// The number of the reference tracker in the column `run.tracker`.
  private let reference: Int

  init(_ plan: ComparisonPlan) {
    measures = plan.measures.map(Self.quoted)
    reference = plan.reference + 1
  }

  var insertion: String {
    let count = 5 + measures.count
    return "INSERT INTO run VALUES (" + Array(repeating: "?", count: count).joined(separator: ", ")
      + ")"
  }

  /// The SQL statements that create the tables and views.
  ///
  /// The table `sweep` contains the provenance of the figures. The table `setting` contains the
  /// settings that the scenario and the plan give to a tracker. The column `run.draw` contains the
  /// number of the parameter draw.
  var tables: String {
    """
    CREATE TABLE sweep (name TEXT NOT NULL, value TEXT NOT NULL);
    CREATE TABLE scenario (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE tracker (number INTEGER PRIMARY KEY, name TEXT NOT NULL, preset TEXT NOT NULL);
    CREATE TABLE setting (tracker INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, number REAL);
    CREATE TABLE measure (name TEXT NOT NULL, sense TEXT);
    CREATE TABLE run (
      number INTEGER PRIMARY KEY, scenario INTEGER NOT NULL, tracker INTEGER NOT NULL,
      seed INTEGER NOT NULL, draw INTEGER NOT NULL,
      \(measures.map { "\($0) REAL" }.joined(separator: ", ")));
    CREATE VIEW namedRun AS
      SELECT scenario.name AS scenario, tracker.name AS tracker, run.seed, run.draw,
        \(measures.map { "run.\($0)" }.joined(separator: ", "))
      FROM \(named("run"));
    \(view("mean", byDraw: false));
    \(view("meanByDraw", byDraw: true));
    \(differences("difference", byDraw: false));
    \(differences("differenceByDraw", byDraw: true));

    """
  }

  private func view(_ name: String, byDraw: Bool) -> String {
    """
    CREATE VIEW \(name) AS
      SELECT \(labels(byDraw)), count(*) AS runs,
        \(measures.map { "avg(run.\($0)) AS \($0)" }.joined(separator: ", "))
      FROM \(named("run")) \(grouping(byDraw))
    """
  }

  /// Returns the SQL of a view that lists the mean differences between each tracker and the
  /// reference tracker on the same days.
  private func differences(_ name: String, byDraw: Bool) -> String {
    let columns = measures.map { "avg(run.\($0) - reference.\($0)) AS \($0)" }
    return """
      CREATE VIEW \(name) AS
        SELECT \(labels(byDraw)), count(*) AS runs, \(columns.joined(separator: ", "))
        FROM \(named("run"))
          JOIN run AS reference ON reference.number = run.number - run.tracker + \(reference)
        WHERE run.tracker <> \(reference) \(grouping(byDraw))
      """
  }

  private func labels(_ byDraw: Bool) -> String {
    "scenario.name AS scenario, tracker.name AS tracker" + (byDraw ? ", run.draw AS draw" : "")
  }

  private func named(_ table: String) -> String {
    "\(table) JOIN scenario ON scenario.number = \(table).scenario "
      + "JOIN tracker ON tracker.number = \(table).tracker"
  }

  private func grouping(_ byDraw: Bool) -> String {
    let columns = "run.scenario, run.tracker" + (byDraw ? ", run.draw" : "")
    return "GROUP BY \(columns) ORDER BY \(columns)"
  }

  private static func quoted(_ name: String) -> String { "\"" + name + "\"" }
}
