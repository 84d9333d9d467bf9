import Foundation
import GRDB
import Geodesy
import Receiver
import Testing
import Timekeeping

@testable import ReceiverService

@Suite("A receiver's store in SQLite")
struct SQLiteReceiverStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store.sqlite" }
  private let noon = Instant(nanoseconds: 1_772_452_800_000_000_000)  // 2026-03-02T12:00:00Z

  private func record(
    at instant: Instant, north: Double = 0, accuracy: Double = 5, type: String = "location"
  ) -> ReceivedRecord {
    ReceivedRecord(
      device: "phone", type: type, timestamp: instant,
      coordinate: LocalScale(latitude: 45.5).coordinate(
        Coordinate(latitude: 45.5, longitude: -122.6),
        moved: Displacement(eastMeters: 0, northMeters: north)),
      horizontalAccuracyMeters: accuracy, arrivedAt: noon)
  }

  @Test("Everything is there when it is opened again, and duplicates are still known")
  func again() throws {
    let first = try SQLiteReceiverStore(path: path)
    #expect(try first.insert([record(at: noon)]) == [true])
    try first.queueSettings("{}", for: "phone")
    try ReceiverTokens(device: "d", admin: "a").set(in: first, patient: 1, at: noon)
    let second = try SQLiteReceiverStore(path: path)
    #expect(try second.insert([record(at: noon)]) == [false])
    #expect(try second.takeSettings(for: "phone") == "{}")
    #expect(try ReceiverTokens.areSet(in: second))
  }

  @Test("A commit waits for the disk, before and after the store is opened again")
  func synchronous() throws {
    for _ in 0..<2 {
      let store = try SQLiteReceiverStore(path: path)
      let level = try store.access { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      // 2 is FULL (sqlite.org/pragma.html). With 1, NORMAL, a log is synced only at checkpoints.
      #expect(level == 2)
      try store.close()
    }
  }

  @Test("What a request changed is kept whole or not at all")
  func transaction() throws {
    struct Change: Error {}
    let store = try SQLiteReceiverStore(path: path)
    try store.queueSettings("{}", for: "phone")
    #expect(throws: Change.self) {
      try store.transaction {
        _ = try store.insert([record(at: noon)])
        _ = try store.takeSettings(for: "phone")
        throw Change()
      }
    }
    #expect(try store.devices().isEmpty)
    #expect(try store.takeSettings(for: "phone") == "{}")
    #expect(try store.insert([record(at: noon)]) == [true])
  }

  @Test("No secret is kept in the clear, and only the owner can read the file")
  func secrets() throws {
    let store = try SQLiteReceiverStore(path: path)
    try ReceiverTokens(device: "device-in-the-clear", admin: "admin-in-the-clear")
      .set(in: store, patient: 1, at: noon)
    try store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.range(of: Data("in-the-clear".utf8)) == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("A file that is no store is told and left as it is")
  func foreign() throws {
    try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: SQLiteReceiverStoreError.foreign(path: path)) {
      try SQLiteReceiverStore(path: path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("no database".utf8))
    let other = folder.path + "/other.sqlite"
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    #expect(throws: SQLiteReceiverStoreError.foreign(path: other)) {
      try SQLiteReceiverStore(path: other)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
  }

  @Test("A later version's file is told")
  func newer() throws {
    try SQLiteReceiverStore(path: path).close()
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: later')")
    }
    #expect(throws: SQLiteReceiverStoreError.newer(path: path)) {
      try SQLiteReceiverStore(path: path)
    }
  }

  @Test("A damaged file is told")
  func damaged() throws {
    let store = try SQLiteReceiverStore(path: path)
    for second in 0..<2000 {
      _ = try store.insert([record(at: noon + .seconds(Int64(second)))])
    }
    try store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    // All pages except the first, which identifies the file.
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4096))
    try file.close()
    #expect {
      try SQLiteReceiverStore(path: path)
    } throws: { error in
      if case SQLiteReceiverStoreError.damaged = error { true } else { false }
    }
  }

  @Test("A folder that is not there is told")
  func missing() {
    #expect {
      try SQLiteReceiverStore(path: folder.path + "/none/store.sqlite")
    } throws: { error in
      if case SQLiteReceiverStoreError.cannotOpen = error { true } else { false }
    }
  }

  // MARK: What the page reads

  @Test("Days are local, each with its records, its way, its first and its last")
  func days() throws {
    let store = try SQLiteReceiverStore(path: path)
    let zone = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    // Midnight in Los Angeles is 08:00 UTC, four hours before noon UTC.
    let midnight = noon - .hours(4)
    _ = try store.insert([
      record(at: midnight - .seconds(1 as Int64)),
      record(at: midnight, north: 1000),
      // A zigzag at rest, a position of low accuracy, and a visit add no distance.
      record(at: midnight + .minutes(1), north: 1010),
      record(at: midnight + .minutes(2), north: 5000, accuracy: 800),
      record(at: midnight + .minutes(3), north: 9000, type: "visit"),
      record(at: midnight + .minutes(4), north: 1500),
    ])
    let days = try store.history.days(of: "phone", in: zone, count: 14)
    #expect(days.map(\.date.description) == ["2026-03-02", "2026-03-01"])
    #expect(days.map(\.recordCount) == [5, 1])
    // 1000 m from the evening before, which end with the day's first record, and 500 m.
    #expect(abs(days[0].distanceMeters - 1500) < 1)
    #expect(days[0].first == midnight)
    #expect(days[0].last == midnight + .minutes(4))
    #expect(try store.history.days(of: "phone", in: zone, count: 1).count == 1)
    #expect(try store.history.days(of: "unknown", in: zone, count: 14).isEmpty)
    // A record of a wrong clock hides one day at most.
    _ = try store.insert([record(at: noon + .days(40_000))])
    #expect(
      try store.history.days(of: "phone", in: zone, count: 3).map(\.recordCount) == [1, 5, 1])
  }

  @Test("A track of many records is thinned and keeps its last")
  func track() throws {
    let store = try SQLiteReceiverStore(path: path)
    _ = try store.insert((0..<1000).map { record(at: noon + .seconds(Int64($0))) })
    let range = noon..<noon + .hours(1)
    let all = try store.history.track(of: "phone", in: range, countMax: 1000)
    #expect(all.entries.count == 1000 && all.total == 1000)
    let thinned = try store.history.track(of: "phone", in: range, countMax: 100)
    #expect(thinned.entries.count == 101 && thinned.total == 1000)
    #expect(thinned.entries.last?.record.timestamp == noon + .seconds(999 as Int64))
  }

  @Test("Arrivals are told in their order, whatever their stamps")
  func arrivals() throws {
    let store = try SQLiteReceiverStore(path: path)
    _ = try store.insert([record(at: noon)])
    let number = try store.history.lastNumber(of: "phone")
    _ = try store.insert([record(at: noon + .hours(1)), record(at: noon - .hours(1))])
    let arrivals = try store.history.arrivals(after: number, of: "phone", count: 10)
    #expect(arrivals.map(\.record.timestamp) == [noon + .hours(1), noon - .hours(1)])
    let newest = try store.history.newest(2, of: "phone", before: nil)
    #expect(newest.map(\.record.timestamp) == [noon + .hours(1), noon])
    let older = try store.history.newest(2, of: "phone", before: noon)
    #expect(older.map(\.record.timestamp) == [noon - .hours(1)])
  }
}
