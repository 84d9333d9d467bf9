import GRDB
import Timekeeping

/// A record store's file opened for reading only: everything in it, one record after the other, in as
/// little memory as one takes.
///
/// The file stays as it is. A tracker may write to it meanwhile; what is read is the state of the moment
/// at which reading began.
package final class RecordArchive {
  package enum Order: Sendable, Hashable {
    /// As the records were made.
    case recording
    /// By the time of the fix, of equal ones as they were made.
    case time
  }

  package struct Selection: Sendable, Hashable {
    package var kinds = RecordKinds.all
    /// By the time of the fix.
    package var range = Instant.distantPast..<Instant.distantFuture
    package var order = Order.recording
    package var isNewestFirst = false

    package init() {}
  }

  private let path: String
  let database: DatabaseQueue
  private let hadLog: Bool

  /// - Throws: `RecordStoreError` that says what the file is instead of a record store.
  package init(path: String) throws(RecordStoreError) {
    self.path = path
    hadLog = RecordSchema.hasLog(path)
    database = try RecordSchema.openForReading(path)
  }

  /// What the device calls itself whose records these are; nil where nobody has said.
  package func deviceName() throws(RecordStoreError) -> String? {
    do { return try database.read(RecordSchema.deviceName) } catch {
      throw .readFailed(reason: RecordSchema.reason(error))
    }
  }

  /// Copies everything in it to a new store at `path`.
  package func copy(to path: String) throws(RecordStoreError) {
    do {
      try database.backup(to: DatabaseQueue(path: path))
      try refuseIfWritten()
    } catch let error as RecordStoreError {
      throw error
    } catch let error as DatabaseError {
      throw RecordSchema.classified(error, path: self.path)
    } catch {
      throw .readFailed(reason: RecordSchema.reason(error))
    }
  }

  /// Every record of the selection, with its details.
  ///
  /// - Throws: `RecordStoreError` for what cannot be read, and whatever `body` throws.
  package func forEach(
    _ selection: Selection, _ body: (Record, _ details: String?) throws -> Void
  ) throws {
    do {
      try database.read { db in try forEach(selection, in: db, body) }
      try refuseIfWritten()
    } catch let error as DatabaseError {
      throw RecordSchema.classified(error, path: path)
    } catch let error as RecordRow.Unreadable {
      throw RecordStoreError.damaged(path: path, reason: error.description)
    }
  }

  private func refuseIfWritten() throws(RecordStoreError) {
    guard hadLog || !RecordSchema.hasLog(path) else {
      throw .readFailed(reason: "a tracker began to write while they were read")
    }
  }

  private func forEach(
    _ selection: Selection, in db: Database, _ body: (Record, String?) throws -> Void
  ) throws {
    // A tracker that was killed at its very first breath has none yet.
    guard try db.tableExists("record") else { return }
    let columns = try RecordSchema.readableColumns(db)
    switch selection.order {
    case .recording:
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT \(columns) FROM record" + condition(selection) + " ORDER BY identifier"
          + (selection.isNewestFirst ? " DESC" : ""), arguments: bounds(selection))
      while let row = try rows.next() { try hand(row, to: body) }
    case .time:
      // Sorting names rather than rows keeps what SQLite has to sort, and may put on disk, small.
      let direction = selection.isNewestFirst ? " DESC" : ""
      let identifiers = try Int64.fetchCursor(
        db,
        sql: "SELECT identifier FROM record" + condition(selection)
          + " ORDER BY timestamp\(direction), identifier\(direction)", arguments: bounds(selection))
      let one = try db.makeStatement(sql: "SELECT \(columns) FROM record WHERE identifier = ?")
      while let identifier = try identifiers.next() {
        let row = try Row.fetchOne(one, arguments: [identifier])
        if let row { try hand(row, to: body) }
      }
    }
  }

  private func hand(_ row: Row, to body: (Record, String?) throws -> Void) throws {
    try body(RecordRow.record(row), row[RecordRow.columns.count])
  }

  private func condition(_ selection: Selection) -> String {
    " WHERE timestamp >= ? AND timestamp < ?"
      + (selection.kinds == .all ? "" : " AND " + RecordRow.condition(selection.kinds))
  }

  private func bounds(_ selection: Selection) -> StatementArguments {
    [selection.range.lowerBound.nanoseconds, selection.range.upperBound.nanoseconds]
  }
}
