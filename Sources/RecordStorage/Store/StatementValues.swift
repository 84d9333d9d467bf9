import GRDB
import GRDBSQLite
import Timekeeping

/// A writer of a prepared statement's parameters, from left to right.
///
/// It calls SQLite directly. GRDB first converts its arguments to values of its own, which took
/// half of the time to store a record.
struct StatementParameters {
  private let statement: Statement
  private var index: CInt = 0

  /// Sets all parameters of `statement` to NULL, and begins with the first.
  init(_ statement: Statement) {
    self.statement = statement
    sqlite3_reset(statement.sqliteStatement)
    sqlite3_clear_bindings(statement.sqliteStatement)
  }

  mutating func set(_ value: Int64?) {
    index += 1
    if let value { sqlite3_bind_int64(statement.sqliteStatement, index, value) }
  }

  /// Sets the next parameter to a number. SQLite stores NaN as NULL.
  mutating func set(_ value: Double?) {
    index += 1
    if let value { sqlite3_bind_double(statement.sqliteStatement, index, value) }
  }

  mutating func set(_ value: Bool?) { set(value.map { $0 ? 1 : 0 } as Int64?) }

  mutating func set(_ value: String?) {
    index += 1
    _ = value?.bind(to: statement.sqliteStatement, at: index)
  }
}

/// A reader of the columns of a prepared statement's current row, from left to right.
///
/// A column is nil if it is NULL or has a value of another type.
struct StatementColumns {
  private let statement: Statement
  private var index: CInt = 0

  init(_ statement: Statement) { self.statement = statement }

  /// Reads a flag in the column `index`; false for NULL.
  func flag(at index: Int) -> Bool {
    sqlite3_column_int64(statement.sqliteStatement, CInt(index)) != 0
  }

  mutating func nextInteger() -> Int64? {
    defer { index += 1 }
    guard sqlite3_column_type(statement.sqliteStatement, index) == SQLITE_INTEGER else {
      return nil
    }
    return sqlite3_column_int64(statement.sqliteStatement, index)
  }

  mutating func nextNumber() -> Double? {
    defer { index += 1 }
    let type = sqlite3_column_type(statement.sqliteStatement, index)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
    return sqlite3_column_double(statement.sqliteStatement, index)
  }

  mutating func nextText() -> String? {
    defer { index += 1 }
    guard sqlite3_column_type(statement.sqliteStatement, index) == SQLITE_TEXT else { return nil }
    return String(sqliteStatement: statement.sqliteStatement, index: index)
  }

  mutating func nextBool() -> Bool? { nextInteger().map { $0 != 0 } }

  mutating func nextInstant() -> Instant? { nextInteger().map(Instant.init(nanoseconds:)) }
}

extension Statement {
  /// Runs a query, and calls `body` with a reader of each row.
  func forEachRow(
    _ arguments: StatementArguments, _ body: (inout StatementColumns) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(self, arguments: arguments)
    while try rows.next() != nil {
      var columns = StatementColumns(self)
      try body(&columns)
    }
  }
}
