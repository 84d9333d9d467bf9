import Foundation
import Geodesy
import Receiver
import ReceiverService
import Recordings
import TestSupport
import Testing
import Timekeeping

@testable import OdographCommand

@Suite("The log in a receiver's store")
struct LogInputTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-log-\(UUID().uuidString)")

  private func store(_ records: [ReceivedRecord]) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("received.sqlite").path
    let store = try SQLiteReceiverStore(path: path)
    _ = try store.insert(records)
    try store.close()
    return path
  }

  private func record(_ device: String, second: Double, source: String = "") -> ReceivedRecord {
    ReceivedRecord(
      device: device, type: "location",
      timestamp: Instant(secondsSince1970: 1_772_438_400 + second),
      coordinate: Coordinate(latitude: 52.5, longitude: 13.4), horizontalAccuracyMeters: 10,
      arrivedAt: Instant(secondsSince1970: 1_772_439_000), source: Array(source.utf8))
  }

  @Test("Positions count from their own times, with the charge as Overland and OwnTracks send it")
  func positions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let overland = #"{"properties":{"battery_level":0.8,"battery_state":"charging"}}"#
    let ownTracks = #"{"_type":"location","batt":79,"bs":1}"#
    let path = try store([
      record("ann", second: 20, source: ownTracks), record("ann", second: 10, source: overland),
      record("ann", second: 30, source: "no JSON"),
    ])
    let log = try LogInput(paths: [path]).read(TraceOptions(), range: nil)
    let start = Instant(secondsSince1970: 1_772_438_400)
    #expect(
      log.positions.map(\.recordedAt) == ([10, 20, 30] as [Int64]).map { start + .seconds($0) })
    #expect(!log.hasRecordingTimes)
    #expect(log.battery.map(\.level) == [0.8, 0.79])
    #expect(log.battery.map(\.state) == [.charging, .unplugged])
    // Times in the range are read, the others counted.
    let part = try LogInput(paths: [path], shift: .seconds(100 as Int64)).read(
      TraceOptions(), range: start + .seconds(120 as Int64)..<start + .seconds(125 as Int64))
    #expect(part.positions.map(\.timestamp) == [start + .seconds(120 as Int64)])
    #expect(part.unreadCount == 2)
  }

  @Test("Two devices are refused with their names, and one can be chosen")
  func devices() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try store([record("ann", second: 1), record("ben", second: 2)])
    func read(_ device: String?) throws -> TrackerLog {
      try LogInput(paths: [path], device: device).read(TraceOptions(), range: nil)
    }
    #expect(
      message { try read(nil) }.hasSuffix(
        "received.sqlite: the file holds 2 devices; accepted: --device with one of ann, ben"))
    #expect(try read("ben").positions.count == 1)
    #expect(message { try read("bem") }.hasSuffix("did you mean 'ben'?"))
  }

  @Test("An empty store is refused")
  func empty() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try store([])
    #expect(
      message { try LogInput(paths: [path]).read(TraceOptions(), range: nil) }.contains(
        "the log has no positions"))
  }
}
