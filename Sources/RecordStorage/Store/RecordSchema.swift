import Foundation
import GRDB
import TrackingEngine

/// The tables of a record store, their versions, and the check that a file is a record store.
enum RecordSchema {
  /// The text "ODOG", which SQLite stores in the file's header to identify the program.
  static let applicationIdentifier = 0x4F44_4F47

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: records") { db in
      try db.execute(
        sql: """
          CREATE TABLE store (lastIdentifier INTEGER NOT NULL);
          INSERT INTO store VALUES (0);
          CREATE TABLE record (\(RecordRow.columns.joined(separator: ", ")));
          """)
    }
    migrator.registerMigration("2: details") { db in
      try db.execute(sql: "ALTER TABLE record ADD COLUMN details TEXT")
    }
    migrator.registerMigration("3: device name") { db in
      try db.execute(sql: "ALTER TABLE store ADD COLUMN deviceName TEXT")
    }
    migrator.registerMigration("4: device identifier, count of waiting records by kind") { db in
      // Most waiting records are locations, so the index stays small.
      try db.execute(
        sql: "ALTER TABLE store ADD COLUMN deviceIdentifier TEXT; \(otherWaitingIndex)")
    }
    migrator.registerMigration("5: sent") { db in
      // Null in the rows of earlier versions, which did not distinguish sent from never queued.
      try db.execute(sql: "ALTER TABLE record ADD COLUMN isSent INTEGER")
    }
    return migrator
  }

  private static let otherWaitingIndex = """
    CREATE INDEX otherWaiting ON record (kind)
      WHERE isWaiting AND kind <> \(RecordRow.locationKind);
    """

  /// Makes the tables of a new store at once, as all migrations would make them one by one.
  private static func make(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      let columns = RecordRow.columns + ["details TEXT", "isSent INTEGER"]
      try db.execute(
        sql: """
          CREATE TABLE store (
            lastIdentifier INTEGER NOT NULL, deviceName TEXT, deviceIdentifier TEXT);
          INSERT INTO store (lastIdentifier) VALUES (0);
          CREATE TABLE record (\(columns.joined(separator: ", ")));
          \(otherWaitingIndex)
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          """)
      for identifier in migrator.migrations {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [identifier])
      }
      return .commit
    }
  }

  /// Opens a record store for writing, or creates a new store.
  ///
  /// The function checks that the file is empty or a record store before it changes the file.
  static func open(
    _ path: String, safety: SQLiteRecordStore.Safety
  ) throws(RecordStoreError) -> DatabaseQueue {
    var configuration = Configuration()
    // The transaction of a delivery stays open between its appends.
    configuration.allowsUnsafeTransactions = true
    configuration.foreignKeysEnabled = false
    // Other programs that open a store in use write seldom and briefly.
    configuration.busyMode = safety == .powerLoss ? .timeout(0.25) : .immediateError
    do {
      // Other accounts must not read a user's track. SQLite gives its own files the same
      // permissions.
      if !FileManager.default.fileExists(atPath: path) {
        // If it fails, SQLite names the reason.
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      let database = try DatabaseQueue(path: path, configuration: configuration)
      let isNew = try database.writeWithoutTransaction { db in
        try recognize(db, path: path)
        try db.execute(sql: safety.pragmas)
        // Before the tables, so that a store is recognized even if a kill interrupts its making.
        if try !isSigned(db) {
          try db.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
        }
        guard try isEmpty(db) else { return false }
        try make(db)
        return true
      }
      if !isNew { try migrator.migrate(database) }
      return database
    } catch let error as RecordStoreError {
      throw error
    } catch let error as DatabaseError {
      throw classified(error, path: path)
    } catch {
      throw .cannotOpen(path: path, reason: reason(error))
    }
  }

  static func recognize(_ db: Database, path: String) throws {
    let owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if try owner == 0 && isEmpty(db) { return }
    guard owner == applicationIdentifier else { throw RecordStoreError.foreign(path: path) }
    if try migrator.hasBeenSuperseded(db) { throw RecordStoreError.newer(path: path) }
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  static func isSigned(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationIdentifier
  }

  static func classified(_ error: DatabaseError, path: String) -> RecordStoreError {
    switch error.resultCode {
    case .SQLITE_NOTADB: .foreign(path: path)
    case .SQLITE_CORRUPT: .damaged(path: path, reason: reason(error))
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
    default: .cannotOpen(path: path, reason: reason(error))
    }
  }

  /// Reads the last identifier that the store gave, and the number of records that wait to be sent.
  static func counts(_ db: Database) throws -> (lastIdentifier: UInt64, waiting: Int) {
    let removed = try Int64.fetchOne(db, sql: "SELECT lastIdentifier FROM store") ?? 0
    let kept = try Int64.fetchOne(db, sql: "SELECT max(identifier) FROM record") ?? 0
    let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM record WHERE isWaiting") ?? 0
    return (UInt64(max(removed, kept)), waiting)
  }

  static func reason(_ error: any Error) -> String {
    (error as? DatabaseError)?.message ?? "\(error)"
  }

  /// Returns true if the error shows that the file is damaged.
  ///
  /// Faults of the disk, and locks by other programs, are not damage.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is RecordRow.Unreadable }
    return error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
  }
}

extension SQLiteRecordStore.Safety {
  fileprivate var pragmas: String {
    switch self {
    case .powerLoss: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"
    case .processDeath:
      // A commit writes the changed pages to the log, so small pages make it write less.
      """
      PRAGMA page_size = 1024; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF;
      PRAGMA journal_mode = WAL
      """
    }
  }
}
