import Foundation
import GRDB
import Geodesy
import Receiver
import Timekeeping

/// The store that a receiver under `odograph serve` uses: a SQLite file with write-ahead logging.
///
/// The receiver writes from one thread at a time. The page can read at the same time from any
/// thread (`ReceivedHistory`). A unique key in the database detects a record that arrives again.
package final class SQLiteReceiverStore: ReceiverStore, Sendable {
  let database: DatabasePool

  package let keepsSources = true

  /// Opens the store at `path`. If there is no file, creates one that only its owner can read.
  ///
  /// A file that is not a receiver's store is not changed.
  package init(path: String) throws(SQLiteReceiverStoreError) {
    database = try ReceiverSchema.open(path)
  }

  /// Closes the store. First writes the write-ahead log into the file, so that the file alone is
  /// complete.
  package func close() throws {
    _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try database.close()
  }

  /// The reader of received records that the page uses.
  package var history: ReceivedHistory { ReceivedHistory(database) }

  /// Runs `body` in a transaction. Within another transaction, runs `body` in a savepoint. If
  /// `body` then fails, only the changes of `body` are undone.
  package func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    try access { db in
      var outcome: Outcome?
      let keeping = { () throws -> Database.TransactionCompletion in
        outcome = try body()
        return .commit
      }
      if db.isInsideTransaction {
        try db.inSavepoint(keeping)
      } else {
        try db.inTransaction(.immediate, keeping)
      }
      guard let outcome else { throw DatabaseError(message: "the transaction did not run") }
      return outcome
    }
  }

  // MARK: Records

  package func insert(_ records: [ReceivedRecord]) throws -> [Bool] {
    try access { db in
      // A request's transaction undoes everything together, so its records need no savepoint.
      if db.isInsideTransaction { return try insert(records, in: db) }
      return try transaction { try insert(records, in: db) }
    }
  }

  private func insert(_ records: [ReceivedRecord], in db: Database) throws -> [Bool] {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO record
          (device, timestamp, type, latitude, longitude, accuracy, arrivedAt, source)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    var arrivals = DeviceArrivals()
    let areNew = try records.map { record in
      try insertion.execute(arguments: [
        record.device, record.timestamp.nanoseconds, record.type, record.coordinate.latitude,
        record.coordinate.longitude, record.horizontalAccuracyMeters,
        record.arrivedAt.nanoseconds, record.source.data,
      ])
      guard db.changesCount > 0 else { return false }
      if record.device != arrivals.device {
        try count(arrivals, in: db)
        arrivals = DeviceArrivals(device: record.device)
      }
      arrivals.add(record, number: db.lastInsertedRowID)
      return true
    }
    try count(arrivals, in: db)
    return areNew
  }

  /// Adds consecutive new records to the counts in their device's row. The row is updated once for
  /// all of these records.
  private func count(_ arrivals: DeviceArrivals, in db: Database) throws {
    guard arrivals.recordCount > 0 else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO device VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO UPDATE SET
          recordCount = recordCount + ?2, lastArrival = ?3, lastNumber = ?4
        """
    ).execute(arguments: [
      arrivals.device, arrivals.recordCount, arrivals.lastArrival.nanoseconds, arrivals.lastNumber,
    ])
  }

  package func devices() throws -> [ReceivedDevice] {
    try access { db in try ReceivedHistory.devices(db) }
  }

  package func latestRecords(of device: String?, count: Int) throws -> [ReceivedRecord] {
    try access { db in
      let condition = device == nil ? "" : "WHERE device = ?"
      return try Row.fetchAll(
        db, sql: "SELECT * FROM record \(condition) ORDER BY timestamp DESC LIMIT \(max(0, count))",
        arguments: device.map { [$0] } ?? []
      ).map(ReceivedRecord.init)
    }
  }

  // MARK: Settings for devices

  package func queueSettings(_ settingsJSON: String, for device: String) throws {
    try access { db in
      try db.execute(
        sql: "INSERT INTO queuedSettings (device, json) VALUES (?, ?)",
        arguments: [device, settingsJSON])
    }
  }

  package func takeSettings(for device: String) throws -> String? {
    try access { db in
      let next = try Row.fetchOne(
        db, sql: "SELECT number, json FROM queuedSettings WHERE device = ? ORDER BY number LIMIT 1",
        arguments: [device])
      guard let next else { return nil }
      try db.execute(
        sql: "DELETE FROM queuedSettings WHERE number = ?", arguments: [next["number"] as Int64])
      return next["json"]
    }
  }

  // MARK: Access

  /// Runs `body` with write access to the database. Calls can be nested: the receiver calls the
  /// store within a transaction, which already has this access.
  func access<Outcome>(_ body: (Database) throws -> Outcome) throws -> Outcome {
    do {
      return try database.unsafeReentrantWrite(body)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      throw StoreIsFull()
    }
  }
}

extension ReceivedRecord {
  init(_ row: Row) {
    self.init(
      device: row["device"], type: row["type"],
      timestamp: Instant(nanoseconds: row["timestamp"]),
      coordinate: Coordinate(latitude: row["latitude"], longitude: row["longitude"]),
      horizontalAccuracyMeters: row["accuracy"], arrivedAt: Instant(nanoseconds: row["arrivedAt"]),
      source: [UInt8](row["source"] as Data))
  }
}

/// Consecutive new records that one device sent.
private struct DeviceArrivals {
  var device = ""
  private(set) var recordCount = 0
  private(set) var lastArrival = Instant.distantPast
  private(set) var lastNumber: Int64 = 0

  mutating func add(_ record: ReceivedRecord, number: Int64) {
    recordCount += 1
    lastArrival = record.arrivedAt
    lastNumber = number
  }
}
