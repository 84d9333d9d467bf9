import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

import class GRDB.DatabaseQueue

@testable import RecordStorage
@testable import TrackingEngine

/// The stores that the same tests run on, so that simulations and disks behave alike.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, sqlite, unhurriedSQLite

  var testDescription: String { rawValue }

  func make(in folder: TemporaryFolder) throws -> any RecordStore {
    switch self {
    case .memory: InMemoryRecordStore()
    case .sqlite: try SQLiteRecordStore(path: folder.file("store"))
    case .unhurriedSQLite:
      try SQLiteRecordStore(path: folder.file("unhurried"), safety: .processDeath)
    }
  }
}

@Suite("Record stores")
struct RecordStoreTests {
  static func record(_ number: Int, kind: Record.Kind = .location) -> Record {
    let instant = Instant(secondsSince1970: 1_000_000 + Double(number))
    return Record(
      kind: kind, source: Record.Source.allCases[number % 6],
      location: Location(
        coordinate: Coordinate(latitude: 45 + Double(number) / 3, longitude: -122.1),
        altitudeMeters: 1.5, horizontalAccuracyMeters: 4.25, verticalAccuracyMeters: 8,
        speedMetersPerSecond: 1, speedAccuracyMetersPerSecond: 2, courseDegrees: 3,
        courseAccuracyDegrees: 4, timestamp: instant, floor: number % 2 == 0 ? 3 : nil),
      recordedAt: instant + .milliseconds(120),
      surroundings: Surroundings(
        motion: [.running, .stationary], batteryState: .full, batteryLevel: 0.37,
        network: NetworkName(number % 3 == 0 ? "" : "Net \(number)")),
      home: number % 2 == 0 ? nil : HomeRelation(distanceMeters: 12.5, isHome: true))
  }

  @Test(
    "Every part of every kind of record comes back as it went in", arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) throws {
    let folder = TemporaryFolder()
    let store = try kind.make(in: folder)
    let kinds: [Record.Kind] =
      [.location, .visit(arrival: .distantPast, departure: .distantFuture)]
      + LogAction.allCases.map { .log($0) }
    var expected: [Record] = []
    for number in 0..<30 {
      var record = Self.record(number, kind: kinds[number % kinds.count])
      record.identifier = try store.append(record)
      expected.append(record)
    }
    #expect(try store.first(100) == expected)
    #expect(try store.first(4) == Array(expected.prefix(4)))
    #expect(store.queueLength == 30)
    let lastLocation = expected.last { $0.isLocation }
    #expect(try store.newestLocation() == lastLocation)
    let range = expected[3].location.timestamp..<expected[6].location.timestamp
    #expect(try store.records(in: range) == Array(expected[3..<6]))
  }

  @Test("Waiting records are counted by kind", arguments: StoreKind.allCases)
  func countsByKind(_ kind: StoreKind) throws {
    let folder = TemporaryFolder()
    let store = try kind.make(in: folder)
    #expect(try store.queueCounts().words == "")
    store.queuedKinds = [.location, .visit, .trip, .timeOutdoors]
    let visit = Record.Kind.visit(arrival: .distantPast, departure: .distantFuture)
    let kinds: [Record.Kind] = [
      .location, visit, .location, .trip, .location, .drive, .timeOutdoors(daysSince1970: 1),
      .timeOutdoors(daysSince1970: 2),
    ]
    var identifiers: [Record.Identifier] = []
    for (number, kind) in kinds.enumerated() {
      identifiers.append(try store.append(Self.record(number, kind: kind)))
    }
    #expect(try store.queueCounts().words == "3 locations, 1 visit, 1 trip, 2 days outdoors")
    try store.remove(acknowledged: [identifiers[0], identifiers[1]])
    #expect(try store.queueCounts().words == "2 locations, 1 trip, 2 days outdoors")
  }

  @Test(
    "Acknowledged records leave the queue, wherever in it they are", arguments: StoreKind.allCases)
  func acknowledgement(_ kind: StoreKind) throws {
    let folder = TemporaryFolder()
    let store = try kind.make(in: folder)
    let identifiers = try (0..<10).map { try store.append(Self.record($0)) }
    #expect(identifiers == identifiers.sorted() && Set(identifiers).count == 10)
    try store.remove(acknowledged: Array(identifiers.prefix(3)) + [identifiers[5], identifiers[0]])
    #expect(store.queueLength == 6)
    #expect(try store.first(10).map(\.identifier) == Array(identifiers[3...4] + identifiers[6...]))
    try store.remove(acknowledged: identifiers)
    #expect(store.queueLength == 0)
    #expect(try store.first(10).isEmpty)
    let next = try store.append(Self.record(11))
    #expect(next > identifiers[9])
    #expect(try store.first(10).map(\.identifier) == [next])
  }

  @Test(
    "Records that do not queue, and acknowledged ones if wanted, stay",
    arguments: StoreKind.allCases)
  func keeping(_ kind: StoreKind) throws {
    let folder = TemporaryFolder()
    let store = try kind.make(in: folder)
    store.keepsAcknowledgedRecords = true
    store.queuedKinds = []
    _ = try store.append(Self.record(0))
    store.queuedKinds = .all
    let identifiers = try (1..<5).map { try store.append(Self.record($0)) }
    #expect(store.queueLength == 4)
    try store.remove(acknowledged: [identifiers[0], identifiers[1], identifiers[0]])
    #expect(store.queueLength == 2)
    #expect(try store.first(9).map(\.identifier) == Array(identifiers[2...]))
    let all = Instant.distantPast..<Instant.distantFuture
    #expect(try store.records(in: all).count == 5)
  }

  @Test("A record is replaced in its place, and not once it is gone", arguments: StoreKind.allCases)
  func replacement(_ kind: StoreKind) throws {
    let folder = TemporaryFolder()
    let store = try kind.make(in: folder)
    let identifiers = try (0..<3).map { try store.append(Self.record($0)) }
    var other = Self.record(77)
    other.identifier = identifiers[1]
    #expect(try store.replace(other))
    #expect(store.queueLength == 3)
    #expect(try store.first(3)[1] == other)
    try store.remove(acknowledged: [identifiers[1]])
    #expect(try !store.replace(other))
  }

  @Test("Random use of both stores gives the same", arguments: [UInt64](1...10))
  func equal(seed: UInt64) throws {
    let folder = TemporaryFolder()
    let stores = try StoreKind.allCases.map { try $0.make(in: folder) }
    var state = seed
    for step in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let choice = Int(state >> 33)
      for store in stores {
        switch choice % 5 {
        case 0, 1, 2: _ = try store.append(Self.record(step))
        case 3: try store.inOneTransaction { _ = try? store.append(Self.record(step)) }
        default:
          let batch = try store.first(choice % 7)
          try store.remove(acknowledged: batch.dropFirst(choice % 2).map(\.identifier))
        }
      }
      #expect(stores[0].queueLength == stores[1].queueLength)
      #expect(try stores[0].first(50) == stores[1].first(50))
    }
  }

  @Test("A store that need not keep anything counts")
  func counting() {
    let store = InMemoryRecordStore(keepsUnsentRecords: false)
    for number in 0..<5 { _ = store.append(Self.record(number), details: nil) }
    #expect(store.appendedCount == 5 && store.queueLength == 5)
    #expect(store.first(5, of: .all).isEmpty)
  }
}

@Suite("Record store in a file")
struct SQLiteRecordStoreTests {
  @Test("A reopened store goes on where it was, and gives no identifier twice")
  func reopened() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    var identifiers: [Record.Identifier] = []
    for _ in 0..<4 {
      let store = try SQLiteRecordStore(path: path)
      #expect(store.queueLength == 0)
      for number in 0..<3 { identifiers.append(try store.append(RecordStoreTests.record(number))) }
      let again = try SQLiteRecordStore(path: path)
      #expect(again.queueLength == 3)
      try again.remove(acknowledged: again.first(3).map(\.identifier))
    }
    #expect(identifiers.map(\.rawValue) == [UInt64](1...12))
  }

  @Test("A delivery is in the file as a whole or not at all")
  func transaction() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteRecordStore(path: folder.file("store"))
    try store.inOneTransaction {
      for number in 0..<3 { _ = try? store.append(RecordStoreTests.record(number)) }
      let other = try? SQLiteRecordStore(path: folder.file("store"))
      #expect(other?.queueLength == 0)
    }
    #expect(try SQLiteRecordStore(path: folder.file("store")).queueLength == 3)
  }

  @Test("A file of something else is refused and left as it was")
  func foreignFile() throws {
    let folder = TemporaryFolder()
    let path = folder.file("notes.txt")
    let text = Data(String(repeating: "not a database\n", count: 400).utf8)
    try text.write(to: URL(fileURLWithPath: path))
    #expect(throws: RecordStoreError.foreign(path: path)) { try SQLiteRecordStore(path: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
  }

  @Test("Another program's database is refused and left as it was")
  func foreignDatabase() throws {
    let folder = TemporaryFolder()
    let path = folder.file("other.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: RecordStoreError.foreign(path: path)) { try SQLiteRecordStore(path: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("A store of a later version is refused")
  func newer() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    _ = try SQLiteRecordStore(path: path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: later')")
    }
    #expect(throws: RecordStoreError.newer(path: path)) { try SQLiteRecordStore(path: path) }
  }

  @Test(
    "A damaged store is an error, never a crash and never a store with less in it",
    arguments: 1...12)
  func damaged(page: Int) throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    var intact: [Record] = []
    do {
      let store = try SQLiteRecordStore(path: path)
      for number in 0..<400 { _ = try store.append(RecordStoreTests.record(number)) }
      intact = try store.first(400)
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = page * 4096
    try #require(bytes.count > start + 4096)
    bytes.replaceSubrange(start..<start + 4096, with: repeatElement(0xA5, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: path))
    do {
      let store = try SQLiteRecordStore(path: path)
      // An index that no query reads may be damaged without effect.
      #expect(try store.first(1000) == intact)
    } catch {
      switch error {
      case .damaged, .readFailed, .foreign: break
      default: Issue.record("\(error)")
      }
    }
  }

  @Test("A path that cannot be is an error that names it")
  func impossible() {
    let path = "/nowhere/at/all/store"
    let error = #expect(throws: RecordStoreError.self) { try SQLiteRecordStore(path: path) }
    #expect("\(error as Any)".contains(path))
  }
}
