import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

/// Faults of the store of a running tracker, and the messages about them.
@Suite("odograph live, and the store that it writes")
struct LiveStoreTests {
  enum Removal: CaseIterable {
    case file, folder, replacement
  }

  @Test(
    "A store that is removed or replaced while it is written is told, and written anew with all it held",
    arguments: Removal.allCases)
  func removed(_ removal: Removal) async throws {
    try await onOwnThread {
      let trial = try StoreTrial()
      try trial.wait(forRecords: 5)
      try trial.remove(removal)
      let words = "the file was removed or replaced; its records are in a new one, \(trial.path)"
      try trial.wait { try trial.live.running.said().contains(words) }
      try trial.wait(forRecords: 10)
      let ended = try trial.end()
      #expect(ended.status == 0)
      let store = try SQLiteRecordStore(path: trial.path)
      #expect(ended.errors == "Ended; waiting in \(trial.path): \(store.queueLength) records.\n")
      try Self.expectNoGap(in: store)
      if removal == .replacement {
        let aside = try String(contentsOfFile: trial.path + ".replaced-1", encoding: .utf8)
        #expect(aside == "another program's")
      }
    }
  }

  @Test("A store that is removed and cannot be written again is reported as lost, with status 3")
  func gone() async throws {
    try await onOwnThread {
      let trial = try StoreTrial()
      try trial.wait(forRecords: 5)
      let file = URL(fileURLWithPath: trial.folder.path + "/app")
      // The tracker may make its folder anew before the file takes its place.
      repeat { try trial.remove(.folder) } while (try? Data().write(to: file)) == nil
      let words = "the store was removed or replaced, and cannot be written again: "
      try trial.wait { try trial.live.running.said().contains(words) }
      let ended = try trial.end()
      #expect(ended.status == 3)
      #expect(ended.errors.hasPrefix("Ended.\nodograph: \(words)"), "\(ended.errors)")
      #expect(ended.errors.contains(#/; lost with it: \d+ records\n/#))
    }
  }

  @Test(
    "A full disk is told while it is full; what came meanwhile is kept, unless the end comes first")
  func fullDisk() async throws {
    try await onOwnThread {
      let trial = try StoreTrial(isQuiet: true)
      try trial.wait(forRecords: 5)
      try trial.live.running.fillDisk()
      let trouble = "records cannot be written: "
      try trial.wait(for: trouble)
      let before = trial.saidCount
      try trial.wait { trial.saidCount > before + 20 }
      try trial.live.running.makeRoom()
      try trial.wait { try !trial.status().contains(trouble) }
      let store = try RecordArchive(path: trial.path)
      try trial.wait { try Self.count(store) > 30 }
      #expect(try !trial.status().contains("could not be stored"))

      try trial.live.running.fillDisk()
      try trial.wait(for: trouble)
      let ended = try trial.end()
      #expect(ended.status == 3)
      #expect(
        ended.errors.contains(
          #/\nodograph: \d+ records? could not be stored \(records cannot be written: /#),
        "\(ended.errors)")
      try Self.expectNoGap(in: SQLiteRecordStore(path: trial.path))
    }
  }

  @Test(
    "A trip begun without a word on it says whose mode it has, and is mentioned when all ends before it"
  )
  func openTrip() async throws {
    try await onOwnThread {
      let trial = try StoreTrial()
      #expect(
        try trial.ask("trip-start").output
          == "A trip by bicycle begins (mode of the setting tripMode; by car: trip-start:car).\n"
      )
      let ended = try trial.end()
      #expect(ended.errors.hasSuffix("; a trip by bicycle continues.\n"), "\(ended.errors)")
      #expect(ended.status == 0)
    }
  }

  @Test("A recording is for its owner alone")
  func recordingMode() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/walk.gpx"
    try Recording(path: path).close()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  private static func count(_ archive: RecordArchive) throws -> Int {
    var count = 0
    try archive.forEachWaiting(isNewestFirst: false) { _, _ in count += 1 }
    return count
  }

  /// Expects a fix for each second: the receiver reports one each.
  private static func expectNoGap(in store: SQLiteRecordStore) throws {
    let seconds = try store.first(100_000).map(\.location.timestamp.wholeSeconds)
    let first = try #require(seconds.first)
    #expect(seconds == seconds.indices.map { first + Int64($0) })
  }
}

/// A tracker on a receiver that reports the next second's fix whenever the test waits.
private final class StoreTrial {
  let folder = TemporaryFolder()
  let live: LiveProcess
  private let gpsd: ScriptedGPSD
  private let wanted = DispatchSemaphore(value: 0)
  private(set) var saidCount = 0

  var path: String {
    URL(fileURLWithPath: folder.path + "/app/records.sqlite").standardizedFileURL.path
  }

  /// - Parameter isQuiet: True if its lines are discarded, and a file over the limit is an error.
  init(isQuiet: Bool = false) throws {
    let wanted = wanted
    gpsd = try ScriptedGPSD { client, _ in
      client.greet()
      for second in 0... {
        // A machine whose disk stalls may not want a fix for longer than the tracker waits.
        while wanted.wait(timeout: .now() + 1) == .timedOut {
          guard client.answer() else { return }
        }
        guard client.isThere else { return }
        client.send(tpv(second))
      }
    }
    live = try LiveProcess(
      ["--plain"], gpsd: GPSDAddress(host: "127.0.0.1", port: gpsd.port), in: folder,
      output: isQuiet ? FileHandle(forWritingAtPath: "/dev/null") : nil,
      by: isQuiet ? ["/bin/sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""] : [])
    try waitUntil { try ask("status").status == 0 }
  }

  func ask(_ word: String) throws -> CommandRun {
    try CommandRun(["live", "--send", word, "--store", "app/records.sqlite"], in: folder)
  }

  func status() throws -> String { try ask("status").output }

  func wait(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ isDone: () throws -> Bool
  ) throws {
    try waitUntil(60, sourceLocation) {
      saidCount += 1
      wanted.signal()
      return try isDone()
    }
  }

  func wait(
    for words: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try wait(sourceLocation: sourceLocation) { try status().contains(words) }
  }

  func wait(
    forRecords count: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try wait(sourceLocation: sourceLocation) {
      let found = try status().firstMatch(of: #/(\d+) records? waiting/#)
      return found.flatMap { Int($0.1) }.map { $0 >= count } ?? false
    }
  }

  func remove(_ removal: LiveStoreTests.Removal) throws {
    if removal == .folder { return try folder.removeFolder("app") }
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    guard removal == .replacement else { return }
    try Data("another program's".utf8).write(to: URL(fileURLWithPath: path))
  }

  func end() throws -> CommandRun {
    live.end(SIGTERM)
    gpsd.stop()
    wanted.signal()
    return try live.ended()
  }
}
