import Foundation
import GRDB
import Recordings
import Text
import Timekeeping

/// The rows with positions of a table that an app writes, read without a change to the file.
///
/// New rows are those with a greater rowid than all before. If the greatest rowid falls, the app
/// has deleted rows, and the table is read anew, as in another file in the place of the first.
final class SQLitePositions {
  private static let rowsAtOnceMax = 50_000

  private let table: String
  private let columns: PositionColumns<String>
  private let location: SourceLocation
  private var queue: DatabaseQueue?
  private var fileNumber: UInt64 = 0
  private var hasCheckedColumns = false
  private var newestRow = Int64.min
  private var isReadAnew = false
  /// The reason why the file could not be read at the last look; nil if it was read.
  private(set) var problem: String?

  init(table: String, columns: PositionColumns<String>, location: SourceLocation) {
    self.table = table
    self.columns = columns
    self.location = location
  }

  struct Rows {
    var piece = WrittenPiece()
    /// True if the rows may have been read before.
    var isAnew = false
  }

  /// Returns the rows that are new since the last look.
  ///
  /// A file that is locked or damaged has none; the next look tries again.
  ///
  /// - Throws: `InputError` if the table lacks a column.
  func newRows(path: String, near now: Instant) throws(InputError) -> Rows {
    do {
      let queue = try opened(path)
      let rows = try queue.read { try self.rows($0, near: now) }
      problem = rows == nil ? "it has no table \(quoted(table))" : nil
      return rows ?? Rows()
    } catch let error as InputError {
      throw error
    } catch let error as DatabaseError {
      problem = error.message ?? "\(error.resultCode)"
    } catch {
      problem = "it cannot be read"
    }
    return Rows()
  }

  /// Opens the file, or opens it again if the app has put another in its place. While the old file
  /// is open, the new one has another number.
  private func opened(_ path: String) throws -> DatabaseQueue {
    var status = stat()
    let number = stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    if let queue, number == fileNumber { return queue }
    queue = nil
    var configuration = Configuration()
    configuration.readonly = true
    // The app waits while its file is read, so that a lock would last for ever.
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { database in
      // The file may have been made to harm its reader.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    let opened = try DatabaseQueue(path: path, configuration: configuration)
    queue = opened
    isReadAnew = fileNumber != 0
    fileNumber = number
    newestRow = .min
    hasCheckedColumns = false
    return opened
  }

  /// Returns the new rows; nil if there is no such table yet.
  private func rows(_ database: Database, near now: Instant) throws -> Rows? {
    if !hasCheckedColumns {
      guard try checkColumns(database) else { return nil }
      hasCheckedColumns = true
    }
    let name = table.quotedDatabaseIdentifier
    let greatest = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT max(rowid) FROM \(name)"))
    var rows = Rows()
    if newestRow != .min, (greatest ?? .min) < newestRow {
      isReadAnew = true
      newestRow = .min
    }
    guard let greatest, greatest > newestRow else { return rows }
    rows.isAnew = isReadAnew
    let list = columns.all.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "SELECT rowid, \(list) FROM \(name) WHERE rowid > ? ORDER BY rowid LIMIT ?")
    let cursor = try Row.fetchCursor(statement, arguments: [newestRow, Self.rowsAtOnceMax])
    while let row = try cursor.next() {
      newestRow = row[0]
      rows.piece.add(position(row, near: now), from: "rowid \(newestRow)")
    }
    isReadAnew = isReadAnew && newestRow < greatest
    return rows
  }

  private func position(_ row: Row, near now: Instant) -> WrittenPosition? {
    func value(_ index: Int) -> WrittenValue? {
      switch (row[index] as DatabaseValue).storage {
      case .int64(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .string(let text): .text(text)
      case .null, .blob: nil
      }
    }
    return WrittenPosition(
      PositionColumns<WrittenValue?>(
        time: value(1), latitude: value(2), longitude: value(3),
        accuracy: columns.accuracy == nil ? nil : value(4)), near: now)
  }

  /// Returns false if there is no such table.
  private func checkColumns(_ database: Database) throws -> Bool {
    let type = try String.fetchOne(
      database, sql: "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE",
      arguments: [table])
    guard let type else { return false }
    guard type == "table" else {
      throw InputError(location, "\(quoted(table)) is a \(type)", accepted: "a table")
    }
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    for column in columns.all
    where !names.contains(where: { $0.lowercased() == column.lowercased() }) {
      throw InputError(
        location, "the table \(quoted(table)) has no column \(quoted(column))", word: column,
        oneOf: names)
    }
    return true
  }
}
