import Foundation
import GRDB

/// The tables of a receiver's database and their versions, and the check that a file is a
/// receiver's database.
enum ReceiverSchema {
  /// The ID "ODOR" in the file's header. It marks the file as a receiver's database.
  static let applicationIdentifier = 0x4F44_4F52

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: records, observations, people, secrets") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationIdentifier);" + firstTables)
    }
    migrator.registerMigration("2: an invitation is good once") { db in
      try db.execute(
        sql: """
          ALTER TABLE invitation ADD COLUMN isUsed INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE invitation ADD COLUMN isReusable INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE authorizationCode ADD COLUMN invitation BLOB NOT NULL DEFAULT x'';
          """)
    }
    migrator.registerMigration("3: current positions and trips of devices") { db in
      try db.execute(
        sql: "CREATE TABLE deviceState (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID")
    }
    migrator.registerMigration("4: studies and their patients") { db in
      try db.execute(
        sql: """
          CREATE TABLE study (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE studyCode (
            number INTEGER PRIMARY KEY, study INTEGER NOT NULL, system TEXT NOT NULL,
            code TEXT NOT NULL, UNIQUE (study, system, code));
          CREATE TABLE participation (
            patient INTEGER NOT NULL, study INTEGER NOT NULL, PRIMARY KEY (patient, study)
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }

  /// The SQL for the tables of version 1. `record.number` is in the order of arrival. Instants are
  /// in nanoseconds since 1970.
  private static let firstTables = """
    CREATE TABLE record (
      number INTEGER PRIMARY KEY, device TEXT NOT NULL, timestamp INTEGER NOT NULL,
      type TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, accuracy REAL NOT NULL,
      arrivedAt INTEGER NOT NULL, source BLOB NOT NULL,
      UNIQUE (device, timestamp, type, latitude, longitude));
    CREATE TABLE device (
      name TEXT PRIMARY KEY, recordCount INTEGER NOT NULL, lastArrival INTEGER NOT NULL,
      lastNumber INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE queuedSettings (
      number INTEGER PRIMARY KEY AUTOINCREMENT, device TEXT NOT NULL, json TEXT NOT NULL);
    CREATE TABLE observation (
      number INTEGER PRIMARY KEY AUTOINCREMENT, patient INTEGER NOT NULL, device TEXT NOT NULL,
      system TEXT NOT NULL, code TEXT NOT NULL, effectiveDateTime TEXT NOT NULL,
      content BLOB NOT NULL, arrivedAt INTEGER NOT NULL);
    CREATE TABLE observationIdentifier (
      system TEXT NOT NULL, value TEXT NOT NULL, observation INTEGER NOT NULL,
      PRIMARY KEY (system, value)) WITHOUT ROWID;
    CREATE INDEX identifierOfObservation ON observationIdentifier (observation);
    CREATE TABLE patient (
      number INTEGER PRIMARY KEY, email TEXT NOT NULL, givenName TEXT NOT NULL,
      familyName TEXT NOT NULL);
    CREATE TABLE consent (
      number INTEGER PRIMARY KEY AUTOINCREMENT, patient INTEGER NOT NULL, study INTEGER NOT NULL,
      system TEXT NOT NULL, code TEXT NOT NULL, isGiven INTEGER NOT NULL,
      answeredAt INTEGER NOT NULL, UNIQUE (patient, study, system, code));
    CREATE TABLE token (
      hash BLOB PRIMARY KEY, use TEXT NOT NULL, patient INTEGER, client TEXT NOT NULL,
      scope TEXT NOT NULL, family BLOB NOT NULL, issuedAt INTEGER NOT NULL, expiresAt INTEGER,
      isSpent INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX familyOfToken ON token (family);
    CREATE TABLE authorizationCode (
      hash BLOB PRIMARY KEY, patient INTEGER NOT NULL, client TEXT NOT NULL,
      redirectURI TEXT NOT NULL, scope TEXT NOT NULL, challenge TEXT NOT NULL,
      expiresAt INTEGER NOT NULL, isSpent INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE invitation (
      hash BLOB PRIMARY KEY, patient INTEGER NOT NULL, client TEXT NOT NULL,
      issuedAt INTEGER NOT NULL, redeemedAt INTEGER) WITHOUT ROWID;
    CREATE TABLE adminToken (hash BLOB NOT NULL);
    """

  /// Opens or creates a receiver's database. Writes nothing until it has checked that the file is a
  /// receiver's database or empty.
  static func open(_ path: String) throws(SQLiteReceiverStoreError) -> DatabasePool {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    do {
      if FileManager.default.fileExists(atPath: path) {
        try DatabaseQueue(path: path, configuration: configuration)
          .writeWithoutTransaction { try recognize($0, path: path) }
      } else if !FileManager.default.createFile(
        atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      {
        throw SQLiteReceiverStoreError.cannotOpen(path: path, reason: "it cannot be created")
      }
      let pool = try DatabasePool(path: path, configuration: configuration)
      // The phone deletes acknowledged records, so they have to survive a loss of power here. GRDB
      // sets NORMAL with write-ahead logging, and does so after `prepareDatabase`.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try migrator.migrate(pool)
      return pool
    } catch let error as SQLiteReceiverStoreError {
      throw error
    } catch let error as DatabaseError {
      throw classified(error, path: path)
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }

  private static func recognize(_ db: Database, path: String) throws {
    let owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
    if owner == 0 && isEmpty { return }
    guard owner == applicationIdentifier else { throw SQLiteReceiverStoreError.foreign(path: path) }
    if try migrator.hasBeenSuperseded(db) { throw SQLiteReceiverStoreError.newer(path: path) }
    let complaint = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
    guard complaint == "ok" else {
      throw SQLiteReceiverStoreError.damaged(path: path, reason: complaint)
    }
  }

  private static func classified(
    _ error: DatabaseError, path: String
  ) -> SQLiteReceiverStoreError {
    let reason = error.message ?? "\(error)"
    return switch error.resultCode {
    case .SQLITE_NOTADB: .foreign(path: path)
    case .SQLITE_CORRUPT: .damaged(path: path, reason: reason)
    default: .cannotOpen(path: path, reason: reason)
    }
  }
}

/// The reason why a file cannot be used as a receiver's database.
package enum SQLiteReceiverStoreError: Error, Sendable, Hashable {
  /// The file cannot be opened or created.
  case cannotOpen(path: String, reason: String)
  /// The file is not an SQLite database, or belongs to another program.
  case foreign(path: String)
  /// The file was written by a later version of this program.
  case newer(path: String)
  case damaged(path: String, reason: String)
}
