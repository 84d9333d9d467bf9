import Foundation
import Testing
import Timekeeping

import class GRDB.DatabaseQueue

@testable import RecordStorage
@testable import TrackingEngine

@Suite("A store that mends itself")
struct SelfMendingStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("store") }

  /// Stores 400 records, of which the last 390 wait to be sent, and overwrites a page of the file.
  private func damage(page: Int) throws -> [Record] {
    var records: [Record] = []
    do {
      let store = try SQLiteRecordStore(path: path)
      records = try (0..<400).map { number in
        var record = RecordStoreTests.record(number)
        record.identifier = try store.append(record)
        return record
      }
      try store.remove(acknowledged: records.prefix(10).map(\.identifier))
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = page * 4096
    try #require(bytes.count > start + 4096)
    bytes.replaceSubrange(start..<start + 4096, with: repeatElement(0xA5, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: path))
    return Array(records.dropFirst(10))
  }

  @Test(
    "A damaged file is set aside whole, what can be read is saved, and recording goes on",
    arguments: 1...12)
  func mends(page: Int) throws {
    let records = try damage(page: page)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: path))
    var incidents: [SelfRepairingRecordStore.Incident] = []
    let store = try SelfRepairingRecordStore(path: path) { incidents.append($0) }
    let queue = try store.first(1000)
    let next = try store.append(RecordStoreTests.record(1000))
    #expect(try store.first(1000).map(\.identifier) == queue.map(\.identifier) + [next])
    guard let incident = incidents.first else {
      // Nothing here reads the damaged page.
      return #expect(queue == records)
    }
    #expect(incidents.count == 1)
    #expect(incident.asidePath == path + ".damaged-1")
    #expect(try Data(contentsOf: URL(fileURLWithPath: incident.asidePath)) == damaged)
    #expect(incident.savedCount == queue.count)
    #expect(Set(queue).isSubset(of: records))
    // A page of the table holds a few dozen records. The fifth page has the numbers of the others.
    #expect(page < 5 || queue.count > 300)
    #expect(next.rawValue > 400)
    #expect(try SQLiteRecordStore(path: path).queueLength == queue.count + 1)
  }

  @Test("Settings of the queue hold in the new file too")
  func settings() throws {
    _ = try damage(page: 6)
    let store = try SelfRepairingRecordStore(path: path) { _ in }
    store.queuedKinds = .visit
    store.keepsAcknowledgedRecords = true
    _ = try store.first(1000)
    let length = store.queueLength
    _ = try store.append(RecordStoreTests.record(0))
    #expect(store.queueLength == length)
    let all = Instant.distantPast..<Instant.distantFuture
    try store.remove(acknowledged: store.first(1000).map(\.identifier))
    #expect(try store.records(in: all).count == length + 1)
  }

  @Test("What is not damaged is not touched: another's file, a later version, a locked one")
  func refused() throws {
    let notes = folder.file("notes.txt")
    try Data("my notes\n".utf8).write(to: URL(fileURLWithPath: notes))
    #expect(throws: RecordStoreError.foreign(path: notes)) {
      try SelfRepairingRecordStore(path: notes) { _ in Issue.record("set aside") }
    }
    let later = folder.file("later")
    _ = try SQLiteRecordStore(path: later)
    try DatabaseQueue(path: later).write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: later')")
    }
    #expect(throws: RecordStoreError.newer(path: later)) {
      try SelfRepairingRecordStore(path: later) { _ in Issue.record("set aside") }
    }
    let busy = folder.file("busy")
    let owner = try SQLiteRecordStore(path: busy, safety: .processDeath)
    _ = try owner.append(RecordStoreTests.record(0))
    #expect(throws: RecordStoreError.locked(path: busy)) {
      try SelfRepairingRecordStore(path: busy) { _ in Issue.record("set aside") }
    }
  }

  @Test("What cannot be written for now is held, up to so many records, and written in its order")
  func held() throws {
    let store = try SelfRepairingRecordStore(path: path, heldCountMax: 2) { _ in }
    _ = try store.append(RecordStoreTests.record(0))
    try DatabaseQueue(path: path).write { other in
      try other.execute(sql: "UPDATE store SET lastIdentifier = lastIdentifier")
      #expect(try store.append(RecordStoreTests.record(1)) == .unassigned)
      let failure = #expect(throws: RecordStoreError.self) {
        try store.inOneTransaction { _ = try? store.append(RecordStoreTests.record(2)) }
      }
      #expect(throws: RecordStoreError.self) { try store.append(RecordStoreTests.record(3)) }
      #expect(store.heldCount == 2 && store.lostCount == 1 && store.trouble == failure)
    }
    store.tryAgain()
    #expect(store.heldCount == 0 && store.trouble == nil)
    _ = try store.append(RecordStoreTests.record(4))
    let times = try store.first(10).map(\.location.timestamp)
    #expect(times == [0, 1, 2, 4].map { RecordStoreTests.record($0).location.timestamp })
  }

  @Test("A tracker goes on over it, and what it had not sent is sent")
  func tracker() throws {
    let records = try damage(page: 6)
    var incidents = 0
    let store = try SelfRepairingRecordStore(path: path) { _ in incidents += 1 }
    let rig = Rig(.overland { $0.sendInterval = .seconds(60 as Int64) }, store: store)
    rig.launch()
    for step in 0..<30 {
      rig.deliver(rig.fix(north: Double(step) * 50))
      rig.advance(seconds: 20)
      if rig.phone.web.isWaiting { rig.phone.web.answer() }
    }
    #expect(incidents == 1)
    #expect(rig.witness.records.count == 30)
    #expect(!rig.witness.discards.contains("store"))
    #expect(rig.witness.acknowledged.count > 300)
    #expect(Set(rig.witness.acknowledged).count == rig.witness.acknowledged.count)
    #expect(records.count == 390)
  }
}
