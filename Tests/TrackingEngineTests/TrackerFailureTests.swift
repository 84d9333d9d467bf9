import Foundation
import PhoneAPI
import Testing
import Timekeeping

import class GRDB.DatabaseQueue

@testable import RecordStorage
@testable import TrackingEngine

/// Tests of a tracker whose store refuses records or whose clock jumps.
@Suite("A tracker in trouble")
struct TrackerFailureTests {
  /// A store whose disk a test can fill and free.
  private final class Rationed {
    let folder = TemporaryFolder()
    let store: SQLiteRecordStore

    init() throws { store = try SQLiteRecordStore(path: folder.file("store")) }

    func setFull(_ isFull: Bool) throws {
      try store.database.writeWithoutTransaction { db in
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        try db.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
      }
    }
  }

  /// Delivers a fix a second later, 100 m after the one before.
  private func deliver(_ step: Int, to rig: Rig) {
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: Double(step) * 100))
  }

  @Test("With a full disk each fix is told to be lost, and nothing is asked for in a hurry")
  func fullDisk() throws {
    let disk = try Rationed()
    let rig = Rig(.overland { $0.minimumDistanceMeters = 10 }, store: disk.store)
    rig.launch()
    for step in 0..<10 { deliver(step, to: rig) }
    try disk.setFull(true)
    for step in 10..<400 { deliver(step, to: rig) }
    let lost = rig.witness.discards.count { $0 == "store" }
    #expect(lost > 300)
    #expect(rig.witness.records.count + lost == 400)
    #expect(rig.system.notes.contains { $0.contains("records cannot be written") })
    #expect(rig.phone.web.requests.count <= 1)
    try disk.setFull(false)
    // The fix is closer to the last fix than the filter allows, but not to the last stored one.
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 39_901))
    #expect(rig.witness.records.count == 400 - lost + 1)
    #expect(
      try disk.store.first(1000).map(\.identifier) == rig.witness.records.map(\.identifier))
  }

  @Test("A delivery that cannot be stored is not reported as recorded")
  func delivery() throws {
    let disk = try Rationed()
    let rig = Rig(.overland { $0.minimumDistanceMeters = 10 }, store: disk.store)
    rig.launch()
    try disk.setFull(true)
    let fixes = (0..<300).map { rig.fix(north: Double($0) * 100, age: Double(300 - $0)) }
    rig.tracker?.locationManager(rig.phone.location, didUpdateLocations: fixes)
    #expect(rig.witness.records.isEmpty)
    #expect(rig.witness.discards.count { $0 == "store" } == 300)
    #expect(disk.store.queueLength == 0)
    try disk.setFull(false)
    rig.tracker?.locationManager(rig.phone.location, didUpdateLocations: fixes)
    #expect(rig.witness.records.count == 300)
    #expect(
      try disk.store.first(1000).map(\.identifier) == rig.witness.records.map(\.identifier))
  }

  @Test("An acknowledgement that cannot be written down is not forgotten")
  func acknowledgement() throws {
    let disk = try Rationed()
    let rig = Rig(
      .overland {
        $0.sendInterval = .seconds(60 as Int64)
        $0.pointsPerBatch = 5
      }, store: disk.store)
    rig.launch()
    for step in 0..<10 { deliver(step, to: rig) }
    rig.advance(seconds: 1)
    let other = try DatabaseQueue(path: disk.folder.file("store"))
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      rig.phone.web.answer()
      try db.execute(sql: "COMMIT")
    }
    for _ in 0..<20 {
      rig.advance(seconds: 30)
      if rig.phone.web.isWaiting { rig.phone.web.answer() }
    }
    let sent = rig.phone.web.requests.flatMap { request in
      String(decoding: request.body, as: UTF8.self).split(separator: "\"timestamp\":").dropFirst()
        .map { $0.prefix(26) }
    }
    #expect(sent.count == 10)
    #expect(disk.store.queueLength == 0)
  }

  @Test(
    "A clock that jumps by hours, back or forth, costs no record and stops no upload",
    arguments: [-5.0, -1, 1, 5])
  func clock(hours: Double) throws {
    let disk = try Rationed()
    let rig = Rig(.overland { $0.sendInterval = .seconds(60 as Int64) }, store: disk.store)
    rig.launch()
    for step in 0..<20 {
      if step % 5 == 4 {
        rig.system.clockError += .seconds((step % 2 == 0 ? 3600 : -3600) * hours)
      }
      var fix = rig.fix(north: Double(step) * 100)
      fix.timestamp += rig.system.clockError
      rig.deliver(fix)
      rig.advance(seconds: 61)
      if rig.phone.web.isWaiting { rig.phone.web.answer() }
      if step == 9 {
        rig.kill()
        rig.launch(.significantChange)
      }
    }
    rig.advance(seconds: 4000)
    while rig.phone.web.isWaiting {
      rig.phone.web.answer()
      rig.advance(seconds: 61)
    }
    #expect(rig.witness.records.count == 20)
    #expect(Set(rig.witness.acknowledged) == Set(rig.witness.records.map(\.identifier)))
    #expect(rig.witness.acknowledged.count == 20)
  }
}
