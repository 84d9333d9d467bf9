import Foundation
import Geodesy
import Receiver
import Testing
import Timekeeping

@testable import ReceiverService

@Suite("Reading a receiver's store without changing it")
struct ReceivedArchiveTests {
  private func record(_ device: String, _ type: String, second: Double) -> ReceivedRecord {
    ReceivedRecord(
      device: device, type: type, timestamp: Instant(secondsSince1970: 1_772_438_400 + second),
      coordinate: Coordinate(latitude: 52.5, longitude: 13.4), horizontalAccuracyMeters: 10,
      arrivedAt: Instant(secondsSince1970: 1_772_439_000))
  }

  @Test("The devices and the positions of each are read, and no file appears beside the store")
  func positions() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/received.sqlite"
    let store = try SQLiteReceiverStore(path: path)
    _ = try store.insert([
      record("ann", "location", second: 1), record("ben", "location", second: 2),
      record("ann", "visit", second: 3), record("ann", "will_terminate", second: 4),
    ])
    try store.close()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(ReceivedArchive.isReceiverStore(path: path))

    let archive = try ReceivedArchive(path: path)
    #expect(try archive.devices() == ["ann", "ben"])
    var types: [String] = []
    try archive.forEachPosition(of: "ann") { types.append($0.type) }
    #expect(types == ["location", "visit"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
  }

  @Test("The store of a server that runs is recognized, and read as far as it has come")
  func running() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/received.sqlite"
    let store = try SQLiteReceiverStore(path: path)
    _ = try store.insert([record("ann", "location", second: 1)])
    #expect(ReceivedArchive.isReceiverStore(path: path))
    #expect(try ReceivedArchive(path: path).devices() == ["ann"])
    try store.close()
  }

  @Test("Another file is not taken for a receiver's store")
  func others() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/other.sqlite"
    #expect(!ReceivedArchive.isReceiverStore(path: path))
    for bytes in [Data("SQLite format 3".utf8), Data(count: 100), Data()] {
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(!ReceivedArchive.isReceiverStore(path: path))
    }
  }
}
