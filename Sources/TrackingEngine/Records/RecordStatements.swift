import GRDB

/// The prepared statements of a store's common operations.
///
/// After a statement has failed, its next use would fail with the old error; all are then prepared
/// again.
struct RecordStatements {
  /// Inserts a record; fails if there is a record with that identifier.
  let insertion: Statement
  let replacement: Statement
  let removal: Statement
  /// Takes a record out of the queue and keeps it.
  let release: Statement
  /// Selects the first waiting records from an identifier on, up to a count.
  let selection: Statement

  init(_ db: Database) throws {
    let places = (RecordRow.columns + ["details"]).map { _ in "?" }.joined(separator: ", ")
    insertion = try db.makeStatement(sql: "INSERT INTO record VALUES (\(places))")
    replacement = try db.makeStatement(sql: "REPLACE INTO record VALUES (\(places))")
    removal = try db.makeStatement(sql: "DELETE FROM record WHERE identifier = ? AND isWaiting")
    release = try db.makeStatement(
      sql: "UPDATE record SET isWaiting = 0 WHERE identifier = ? AND isWaiting")
    selection = try db.makeStatement(
      sql: """
        SELECT \(RecordRow.names) FROM record WHERE identifier >= ? AND isWaiting
        ORDER BY identifier LIMIT ?
        """)
  }
}
