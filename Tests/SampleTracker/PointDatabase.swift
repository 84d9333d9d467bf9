import GRDBSQLite

/// A database of positions that calls SQLite itself, which compiles in a second.
final class PointDatabase {
  /// The answer of SQLite in place of `SQLITE_OK`.
  struct Refusal: Error {
    let code: CInt
  }

  private var connection: OpaquePointer?

  /// Opens the file at `path`, and makes it if there is none.
  init(path: String) throws {
    try check(sqlite3_open(path, &connection))
    // SQLite opens a file with its first statement.
    try execute("PRAGMA schema_version")
  }

  deinit { sqlite3_close(connection) }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private func check(_ code: CInt) throws {
    if code != SQLITE_OK { throw Refusal(code: code) }
  }
}
