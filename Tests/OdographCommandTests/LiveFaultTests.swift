import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Timekeeping

@testable import TrackingEngine

/// Faults of a receiver and a disk, which `odograph live` survives and reports, on gpsd itself.
@Suite(
  "odograph live, in trouble", .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
struct LiveFaultTests {
  @Test(
    "An hour without a fix, a fix without height, a clock that goes back: told, and written down")
  func receiver() async throws {
    try await onOwnThread {
      let trial = try TroubledReceiver()
      try trial.begin()
      // Sent as fast as gpsd reads.
      try trial.play(3600, dimensions: 0, until: "Z no fix")
      try trial.play(20, until: "Z 3D, ")
      try trial.play(20, dimensions: 2, until: "Z 2D, ")
      trial.second -= 600
      try trial.play(20, until: "heard.jsonl repeats times of /dev/")
      let ended = try trial.end()
      #expect(ended.status == 0)
      let reports = try trial.recorded()
      for fix in trial.fixes {
        let isWritten = reports.contains { $0.mode >= 2 && $0.time == fix }
        #expect(isWritten, "\(fix)")
      }
      #expect(reports.count { $0.mode == 1 } >= 3600 && reports.count { $0.mode == 2 } > 10)
      // The tracker has these too, and some earlier ones.
      let count = try #require(ended.errors.firstMatch(of: #/records.sqlite: (\d+) records/#)?.1)
      #expect(Int(count).map { $0 >= Set(trial.fixes).count } == true)
    }
  }

  @Test("What no gpsd should say is told line by line, and what follows is tracked")
  func gpsd() async throws {
    try await onOwnThread {
      let now = LiveClock.wallClockTime
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.send(
          Self.report(3, at: now), Self.report(0, at: now + .seconds(1.0), place: ""), "rubbish",
          Self.report(3, at: now + .seconds(2.0), place: #","lat":nan,"lon":8.25"#),
          Self.report(1, at: now + .seconds(3.0), place: ""), #"{"class":"TPV","mode":3,"la"#,
          Self.report(2, at: now - .days(1024 * 7), place: #", "lat": 45.5, "lon": 8.25 "#))
        client.stay()
      }
      let folder = TemporaryFolder()
      let live = try LiveProcess(
        ["--plain", "--record", "heard.jsonl"],
        gpsd: GPSDAddress(host: "127.0.0.1", port: gpsd.port), in: folder)
      try live.wait(
        for: "its week number has rolled over; 2 lines from gpsd could not be read, the last: {")
      live.end(SIGTERM)
      gpsd.stop()
      let ended = try live.ended()
      #expect(ended.status == 0 && ended.errors.contains("records.sqlite: 2 records"))
      let modes = try recordedReports(folder.path + "/heard.jsonl").map(\.mode)
      #expect(modes == [3, 0, 3, 1, 2])
    }
  }

  private static func report(
    _ mode: Int, at time: Instant, place: String = #","lat":45.5,"lon":8.25,"eph":4"#
  ) -> String {
    #"{"class":"TPV","mode":\#(mode),"time":"\#(time.iso8601(fractionDigits: 3))"\#(place)}"#
  }

  @Test("A disk that is torn out holds up --record alone, which goes on when it is back")
  func disk() async throws {
    try await onOwnThread {
      let trial = try TroubledReceiver(record: "disk/heard.jsonl")
      try trial.begin()
      try trial.folder.removeFolder("disk")
      try trial.play(
        10, until: "disk/heard.jsonl cannot be written (it was removed); trying again")
      try trial.makeDisk()
      try trial.play(10, until: "disk/heard.jsonl lacks ")
      let ended = try trial.end()
      #expect(ended.status == 0)
      #expect(
        ended.errors.contains(
          #/\n\d+ positions are in disk\/heard.jsonl, \d+ could not be written\.\n/#))
    }
  }
}

/// A tracker on a receiver that a test plays, at noon of today by the receiver's clock.
private final class TroubledReceiver {
  let folder = TemporaryFolder()
  /// The reported fixes that a tracker must not miss.
  private(set) var fixes: [String] = []
  private let receiver: ReceiverPort
  private let gpsd: GPSDFixture
  private let live: LiveProcess
  private let recordPath: String
  private let today = LiveClock.wallClockTime.wholeSeconds / 86400
  var second = 0

  init(record: String = "heard.jsonl") throws {
    recordPath = folder.path + "/" + record
    receiver = try ReceiverPort()
    gpsd = try GPSDFixture(devices: [receiver.path])
    if record != "heard.jsonl" {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/disk", withIntermediateDirectories: false)
    }
    live = try LiveProcess(["--plain", "--record", record], gpsd: gpsd.address, in: folder)
    try live.wait(for: "Z ")
  }

  func makeDisk() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/disk", withIntermediateDirectories: false)
  }

  /// Plays until all programs have a fix; earlier fixes are dropped.
  func begin() throws {
    try play(20, until: "Z 3D, ")
    fixes = []
  }

  /// Plays a number of the receiver's seconds without delay, and then more until a new line
  /// contains the words.
  func play(
    _ count: Int, dimensions: Int = 3, until words: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let before = try live.running.said().utf8.count
    for _ in 0..<count { say(dimensions) }
    try waitUntil(60, sourceLocation) {
      say(dimensions)
      return String(decoding: Array(try live.running.said().utf8).dropFirst(before), as: UTF8.self)
        .contains(words)
    }
  }

  private func say(_ dimensions: Int) {
    let time = Instant(nanoseconds: (today * 86400 + 43200 + Int64(second)) * 1_000_000_000)
      .iso8601(fractionDigits: 3)
    let date = [8..<10, 5..<7, 2..<4].map { range in String(Array(time)[range]) }.joined()
    receiver.say(nmea(second, dimensions: dimensions, date: date))
    second += 1
    if dimensions > 0 { fixes.append(time) }
  }

  func recorded() throws -> [RecordedReport] { try recordedReports(recordPath) }

  /// Ends the tracker when all has arrived except the last seconds, which gpsd may keep until the
  /// next report.
  func end() throws -> CommandRun {
    fixes.removeLast(3)
    try waitUntil { try recorded().contains { $0.time == fixes.last } }
    live.end(SIGTERM)
    return try live.ended()
  }
}

private struct RecordedReport: Decodable {
  var mode: Int
  var time: String?
}

private func recordedReports(_ path: String) throws -> [RecordedReport] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    .filter { $0.contains(#""TPV""#) }
    .map { try JSONDecoder().decode(RecordedReport.self, from: Data($0.utf8)) }
}
