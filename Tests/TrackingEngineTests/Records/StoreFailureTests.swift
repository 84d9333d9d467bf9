import Foundation
import Testing
import Timekeeping

import class GRDB.DatabaseQueue
import struct GRDB.DatabaseValue
import class GRDB.Row

@testable import RecordStorage
@testable import TrackingEngine

/// Tests of full disks, and of files that are locked, damaged or not a store.
@Suite("A record store in trouble")
struct StoreFailureTests {
  private static func fill(_ store: SQLiteRecordStore) throws -> [Record.Identifier] {
    var identifiers: [Record.Identifier] = []
    while identifiers.count < 10_000 {
      do {
        identifiers.append(try store.append(RecordStoreTests.record(identifiers.count)))
      } catch { return identifiers }
    }
    return identifiers
  }

  /// Limits the store to so many more pages, as on a disk that is nearly full.
  private static func limit(_ store: SQLiteRecordStore, morePages: Int) throws {
    try store.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + morePages)")
    }
  }

  @Test("A full disk refuses records, keeps all it has, and takes more once there is room")
  func full() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteRecordStore(path: folder.file("store"))
    try Self.limit(store, morePages: 3)
    let identifiers = try Self.fill(store)
    #expect(identifiers.count > 10)
    #expect(throws: RecordStoreError.writeFailed(reason: "database or disk is full")) {
      try store.append(RecordStoreTests.record(identifiers.count))
    }
    #expect(try store.first(10_000).map(\.identifier) == identifiers)
    try Self.limit(store, morePages: 10)
    #expect(try store.append(RecordStoreTests.record(0)) > identifiers[identifiers.count - 1])
  }

  @Test("A delivery that finds the disk full half-way is not stored at all, and overwrites nothing")
  func fullWithinDelivery() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteRecordStore(path: folder.file("store"))
    try Self.limit(store, morePages: 3)
    let before = try Self.fill(store)
    try store.remove(acknowledged: Array(before.prefix(10)))
    try Self.limit(store, morePages: 1)
    let left = try store.first(10_000)
    var taken = 0
    #expect(throws: RecordStoreError.self) {
      try store.inOneTransaction {
        for number in 0..<200 where (try? store.append(RecordStoreTests.record(number))) != nil {
          taken += 1
        }
      }
    }
    #expect(taken > 0 && taken < 200)
    #expect(try store.first(10_000) == left)
    #expect(store.queueLength == left.count)
    try Self.limit(store, morePages: 50)
    let next = try store.append(RecordStoreTests.record(7))
    #expect(try store.first(10_000).map(\.identifier) == left.map(\.identifier) + [next])
  }

  @Test("What is acknowledged while nothing can be written is not sent again, and goes later")
  func locked() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteRecordStore(path: folder.file("store"))
    let identifiers = try (0..<6).map { try store.append(RecordStoreTests.record($0)) }
    let other = try DatabaseQueue(path: folder.file("store"))
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: RecordStoreError.writeFailed(reason: "database is locked")) {
        try store.append(RecordStoreTests.record(9))
      }
      #expect(throws: RecordStoreError.writeFailed(reason: "database is locked")) {
        try store.remove(acknowledged: Array(identifiers.prefix(4)))
      }
      #expect(try store.first(9).map(\.identifier) == Array(identifiers.suffix(2)))
      #expect(try store.first(1).map(\.identifier) == [identifiers[4]])
      try db.execute(sql: "COMMIT")
    }
    #expect(try store.first(9).map(\.identifier) == Array(identifiers.suffix(2)))
    #expect(store.queueLength == 2)
    let left = try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") }
    #expect(left == 2)
  }

  @Test("A file that another has to itself is named as such")
  func exclusive() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    let store = try SQLiteRecordStore(path: path, safety: .processDeath)
    _ = try store.append(RecordStoreTests.record(0))
    #expect(throws: RecordStoreError.locked(path: path)) { try SQLiteRecordStore(path: path) }
    #expect(throws: RecordStoreError.locked(path: path)) { try RecordArchive(path: path) }
    #expect(store.queueLength == 1)
  }

  @Test("Two trackers on one file, against the rule, overwrite none of each other's records")
  func two() throws {
    let folder = TemporaryFolder()
    let first = try SQLiteRecordStore(path: folder.file("store"))
    let second = try SQLiteRecordStore(path: folder.file("store"))
    var identifiers: [Record.Identifier] = []
    for number in 0..<20 {
      let store = number % 3 == 0 ? first : second
      identifiers.append(try store.append(RecordStoreTests.record(number)))
    }
    #expect(Set(identifiers).count == 20)
    let all = try SQLiteRecordStore(path: folder.file("store")).first(100)
    #expect(
      all.map(\.location.timestamp)
        == (0..<20).map { RecordStoreTests.record($0).location.timestamp })
  }

  @Test("A folder in the file's place, and a file that may only be read, are named errors")
  func unwritable() throws {
    let folder = TemporaryFolder()
    #expect(throws: RecordStoreError.self) { try SQLiteRecordStore(path: folder.url.path) }
    let path = folder.file("store")
    do {
      let store = try SQLiteRecordStore(path: path)
      _ = try store.append(RecordStoreTests.record(0))
    }
    // SQLite refuses to write to a file that was opened for reading only, as it does without write
    // permission.
    let error = #expect(throws: RecordStoreError.self) {
      let store = try SQLiteRecordStore(path: "file:\(path)?mode=ro")
      #expect(try store.first(2).count == 1)
      _ = try store.append(RecordStoreTests.record(1))
    }
    #expect("\(error as Any)".contains("readonly"))
    #expect(try SQLiteRecordStore(path: path).first(2).count == 1)
  }

  @Test(
    "A log cut short at any byte leaves what was whole, in order, with nothing in between missing")
  func truncatedLog() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteRecordStore(path: folder.file("store"))
    let records = try (0..<12).map { number in
      var record = RecordStoreTests.record(number)
      record.identifier = try store.append(record)
      return record
    }
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("store")))
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.file("store-wal")))
    var lengths: Set<Int> = []
    for bytes in stride(from: 0, through: log.count, by: 1009) {
      let path = folder.file("copy-\(bytes)")
      try file.write(to: URL(fileURLWithPath: path))
      try log.prefix(bytes).write(to: URL(fileURLWithPath: path + "-wal"))
      do {
        let kept = try SQLiteRecordStore(path: path).first(100)
        #expect(kept == Array(records.prefix(kept.count)))
        lengths.insert(kept.count)
      } catch { Issue.record("cut at \(bytes): \(error)") }
    }
    #expect(lengths.count >= 12)
  }

  @Test("A store of the first version opens with everything in it, and its queue goes on")
  func firstVersion() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(sql: Self.firstVersion)
    }
    let asItIs = try Data(contentsOf: URL(fileURLWithPath: path))
    var exported = 0
    try RecordArchive(path: path).forEach(RecordArchive.Selection()) { record, extras in
      #expect(extras.details == nil)
      // Record 5 does not wait; that version did not store if it was sent.
      #expect(extras.isSent == (record.identifier.rawValue == 5 ? nil : false))
      exported += 1
    }
    #expect(exported == 3)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == asItIs)
    let store = try SQLiteRecordStore(path: path)
    let queue = try store.first(10)
    #expect(queue.map(\.identifier.rawValue) == [4, 6])
    #expect(queue[0].location.coordinate.latitude == 45.5)
    #expect(queue[0].surroundings.network.text == "HomeNet")
    #expect(queue[0].home == HomeRelation(distanceMeters: 12.5, isHome: true))
    #expect(
      queue[1].kind
        == .visit(arrival: Instant(nanoseconds: 5), departure: Instant(nanoseconds: 6)))
    #expect(try store.details(of: queue[0].identifier) == nil)
    #expect(try store.append(RecordStoreTests.record(1)).rawValue == 10)
    _ = try store.append(RecordStoreTests.record(1), details: "{}")
    #expect(try SQLiteRecordStore(path: path).queueLength == 4)
  }

  @Test("A new store has the tables of one that was brought up to date from the first version")
  func newTables() throws {
    let folder = TemporaryFolder()
    func tables(_ name: String, _ before: String?) throws -> [[DatabaseValue]] {
      let path = folder.file(name)
      if let before {
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: before) }
      }
      _ = try SQLiteRecordStore(path: path)
      return try DatabaseQueue(path: path).read { db in
        try [
          "SELECT type, name, tbl_name FROM sqlite_schema ORDER BY name",
          "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
          "SELECT * FROM pragma_table_info('record')", "SELECT * FROM pragma_table_info('store')",
          "SELECT * FROM grdb_migrations ORDER BY identifier",
        ].flatMap { try Row.fetchAll(db, sql: $0).map { Array($0.databaseValues) } }
      }
    }
    let new = try tables("new", nil)
    #expect(new.count > 30)
    #expect(try new == tables("old", Self.firstVersion))
  }

  /// A store of the first version: identifiers up to 9 were assigned, and record 5 is kept though
  /// it was sent.
  private static let firstVersion = """
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 0x4F444F47;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1: records');
    CREATE TABLE store (lastIdentifier INTEGER NOT NULL);
    INSERT INTO store VALUES (9);
    CREATE TABLE record (
      identifier INTEGER PRIMARY KEY, isWaiting INTEGER NOT NULL, kind INTEGER NOT NULL,
      source INTEGER NOT NULL, recordedAt INTEGER NOT NULL, timestamp INTEGER NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, altitudeMeters REAL,
      horizontalAccuracyMeters REAL, verticalAccuracyMeters REAL, speedMetersPerSecond REAL,
      speedAccuracyMetersPerSecond REAL, courseDegrees REAL, courseAccuracyDegrees REAL,
      floor INTEGER, motion INTEGER NOT NULL, batteryState INTEGER NOT NULL,
      batteryLevel REAL NOT NULL, network TEXT, distanceFromHomeMeters REAL,
      isHome INTEGER, arrival INTEGER, departure INTEGER, action TEXT);
    INSERT INTO record VALUES (4, 1, 0, 0, 2000000000, 1000000000, 45.5, -122.5, 1, 5, 4, 1, 1, 2,
      3, NULL, 1, 1, 0.5, 'HomeNet', 12.5, 1, NULL, NULL, NULL);
    INSERT INTO record VALUES (5, 0, 2, 5, 3000000000, 3000000000, 45.5, -122.5, 1, 5, 4, 1, 1, 2,
      3, NULL, 0, 1, 0.5, NULL, NULL, NULL, NULL, NULL, 'will_terminate');
    INSERT INTO record VALUES (6, 1, 1, 4, 4000000000, 4000000000, 45.5, -122.5, 1, 5, 4, 1, 1, 2,
      3, 2, 0, 1, 0.5, NULL, NULL, NULL, 5, 6, NULL);
    """
}
