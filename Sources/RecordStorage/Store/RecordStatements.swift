import GRDB
import TrackingEngine

/// The prepared SQL statements for a store's common operations.
///
/// If a statement fails, its next use would fail with the same error. Therefore all statements are
/// prepared again after a failure.
struct RecordStatements {
  /// Inserts a record; fails if the table already has a record with the same identifier.
  let insertion: Statement
  let replacement: Statement
  let removal: Statement
  /// Marks a record as sent and keeps it in the table.
  let release: Statement
  /// Selects the first records that wait to be sent, starting at an identifier, up to a count.
  let selection: Statement

  init(_ db: Database) throws {
    let places = (RecordRow.columns + ["details"]).map { _ in "?" }.joined(separator: ", ")
    insertion = try db.makeStatement(sql: "INSERT INTO record VALUES (\(places), 0)")
    replacement = try db.makeStatement(sql: "REPLACE INTO record VALUES (\(places), 0)")
    removal = try db.makeStatement(sql: "DELETE FROM record WHERE identifier = ? AND isWaiting")
    release = try db.makeStatement(
      sql: "UPDATE record SET isWaiting = 0, isSent = 1 WHERE identifier = ? AND isWaiting")
    selection = try db.makeStatement(
      sql: """
        SELECT \(RecordRow.names) FROM record WHERE identifier >= ? AND isWaiting
        ORDER BY identifier LIMIT ?
        """)
    // GRDB accepts these without arguments from now on: `StatementParameters` sets their values.
    for statement in [insertion, replacement, removal, release] {
      statement.setUncheckedArguments([])
    }
  }
}
