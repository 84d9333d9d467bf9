import GRDB
import Timekeeping
import TrackingEngine

import struct TrackingEngine.Record

/// A reader of a record store's file, which never changes the file.
///
/// It reads one record at a time, so that it needs memory for only one. If a tracker writes to the
/// file meanwhile, the reader returns the contents at the time when reading began.
package final class RecordArchive {
  package enum Order: Sendable {
    /// The order in which the tracker made the records.
    case recording
    /// The order of the fixes' times. Records with equal times stay in the order of recording.
    case time
  }

  package struct Selection: Sendable {
    package var kinds = RecordKinds.all
    /// The range of times; only records whose fixes are in it are read.
    package var range = Instant.distantPast..<Instant.distantFuture
    package var order = Order.recording
    package var isNewestFirst = false

    package init() {}
  }

  private let path: String
  let database: DatabaseQueue
  private let hadLog: Bool

  /// - Throws: `RecordStoreError` if the file cannot be read as a record store.
  package init(path: String) throws(RecordStoreError) {
    self.path = path
    hadLog = RecordSchema.hasLog(path)
    database = try RecordSchema.openForReading(path)
  }

  /// Reads the name of the device that made the records; nil if it was never set.
  package func deviceName() throws(RecordStoreError) -> String? {
    do { return try database.read(RecordSchema.deviceName) } catch {
      throw .readFailed(reason: RecordSchema.reason(error))
    }
  }

  /// Reads the `identifierForVendor` of the device that made the records; nil if it was never set.
  package func deviceIdentifier() throws(RecordStoreError) -> String? {
    do { return try database.read(RecordSchema.deviceIdentifier) } catch {
      throw .readFailed(reason: RecordSchema.reason(error))
    }
  }

  /// Counts the selected records.
  func count(_ selection: Selection) throws -> Int {
    try database.read { db in
      guard try db.tableExists("record") else { return 0 }
      return try Int.fetchOne(
        db, sql: "SELECT count(*) FROM record" + condition(selection),
        arguments: bounds(selection)) ?? 0
    }
  }

  /// Reads the selected location record that was made last; nil if there is none.
  func newestLocation(in selection: Selection) throws -> Record? {
    var locations = selection
    locations.kinds = .location
    return try database.read { db in
      guard try db.tableExists("record") else { return nil }
      return try RecordRow.fetch(
        db.makeStatement(
          sql: "SELECT \(RecordRow.names) FROM record" + condition(locations)
            + " ORDER BY identifier DESC LIMIT 1"), arguments: bounds(locations)
      ).first
    }
  }

  /// Copies the whole store to a new file at `path`.
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

  /// The data that a store keeps with a record.
  package struct Extras: Sendable {
    /// The record's details in JSON; nil if it has none.
    package var details: String?
    /// True if a server has acknowledged the record. Nil if the store does not contain this,
    /// because an earlier version of the program wrote the record.
    package var isSent: Bool?

    package init(details: String? = nil, isSent: Bool? = nil) {
      self.details = details
      self.isSent = isSent
    }
  }

  /// Calls `body` with each selected record and the data stored with it.
  ///
  /// - Throws: `RecordStoreError` if the file cannot be read, and any error that `body` throws.
  package func forEach(
    _ selection: Selection, _ body: (Record, Extras) throws -> Void
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
    _ selection: Selection, in db: Database, _ body: (Record, Extras) throws -> Void
  ) throws {
    // A tracker that was killed right after its first launch may have made no table.
    guard try db.tableExists("record") else { return }
    let columns = try RecordSchema.readableColumns(db)
    switch selection.order {
    case .recording:
      let statement = try db.makeStatement(
        sql: "SELECT \(columns) FROM record" + condition(selection) + " ORDER BY identifier"
          + (selection.isNewestFirst ? " DESC" : ""))
      try statement.forEachRow(bounds(selection)) { try hand(&$0, to: body) }
    case .time:
      // Sorting identifiers instead of rows keeps the data small that SQLite sorts, perhaps on
      // disk.
      let direction = selection.isNewestFirst ? " DESC" : ""
      let identifiers = try Int64.fetchCursor(
        db,
        sql: "SELECT identifier FROM record" + condition(selection)
          + " ORDER BY timestamp\(direction), identifier\(direction)", arguments: bounds(selection))
      let one = try db.makeStatement(sql: "SELECT \(columns) FROM record WHERE identifier = ?")
      while let identifier = try identifiers.next() {
        try one.forEachRow([identifier]) { try hand(&$0, to: body) }
      }
    }
  }

  private func hand(
    _ columns: inout StatementColumns, to body: (Record, Extras) throws -> Void
  ) throws {
    // A waiting record of any version was not sent.
    let isWaiting = columns.flag(at: RecordRow.isWaitingIndex)
    let record = try RecordRow.record(&columns)
    let details = columns.nextText()
    let isSent = columns.nextBool()
    try body(record, Extras(details: details, isSent: isWaiting ? false : isSent))
  }

  private func condition(_ selection: Selection) -> String {
    " WHERE timestamp >= ? AND timestamp < ?"
      + (selection.kinds == .all ? "" : " AND " + RecordRow.condition(selection.kinds))
  }

  private func bounds(_ selection: Selection) -> StatementArguments {
    [selection.range.lowerBound.nanoseconds, selection.range.upperBound.nanoseconds]
  }
}
