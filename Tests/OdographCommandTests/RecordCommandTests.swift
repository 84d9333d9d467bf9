import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Text
import World

@Suite("odograph record")
struct RecordCommandTests {
  private func run(_ arguments: String..., in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(["record"] + arguments, in: folder)
  }

  @Test("A gpsd that is not there is told, and nothing is left behind")
  func noGPSD() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let outcome = try run("--gpsd", "127.0.0.1:\(port)", "walk.gpx", in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "odograph: no gpsd at 127.0.0.1:\(port): nothing listens there; check "
          + "'systemctl status gpsd.socket', start gpsd, as with 'sudo gpsd /dev/ttyACM0', "
          + "name another with --gpsd, or wait for it with --wait\n"
      )
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/walk.gpx"))
    }
  }

  @Test(
    "Who gives up waiting for gpsd, or closes the terminal, leaves no empty recording",
    .enabled(if: hearsHangUps))
  func givesUp() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let host = try SwallowingHost()
      let waiting = try CommandRun.Started(
        ["record", "--wait", "--gpsd", "127.0.0.1:\(host.port)", "walk.gpx"], in: folder)
      try waitUntil { FileManager.default.fileExists(atPath: folder.path + "/walk.gpx") }
      // The signal is handled once the recorder has begun.
      try waitUntil { handles(SIGHUP, waiting.process) }
      kill(waiting.process.processIdentifier, SIGHUP)
      let outcome = try waiting.end()
      #expect(outcome.status == 0)
      #expect(outcome.errors == "Ended before gpsd answered.\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/walk.gpx"))
    }
  }

  @Test("A flood of lines that cannot be read is told by its first and its number")
  func flood() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        for _ in 0..<500 { client.send("garbage") }
        client.send(tpv(1))
        client.stay()
      }
      let running = try CommandRun.Started(
        ["record", "--gpsd", "127.0.0.1:\(gpsd.port)", "walk.jsonl"], in: folder)
      try waitForReports(1, in: folder.path + "/walk.jsonl")
      running.process.terminate()
      let outcome = try running.end()
      gpsd.stop()
      #expect(
        outcome.errors == "Not understood, and not recorded: garbage\n"
          + "Not understood, and not recorded: 499 more lines\n"
          + "Ended; 1 position is in walk.jsonl.\n")
    }
  }

  @Test("What was typed wrong is told in one line")
  func mistakes() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let ending = try run("walk.txt", in: folder)
      #expect(ending.status == 2)
      #expect(
        ending.errors == "walk.txt: the ending of the name gives no known format; "
          + "accepted: a name that ends in .gpx, .geojson or .jsonl\n")
      let address = try run("--gpsd", "local host", "walk.gpx", in: folder)
      #expect(address.status == 2)
      #expect(
        address.errors == "odograph: --gpsd is 'local host'; accepted: a host and a port, such as "
          + "localhost:2947\n")
      try "mine".write(toFile: folder.path + "/walk.gpx", atomically: true, encoding: .utf8)
      let foreign = try run("walk.gpx", in: folder)
      #expect(foreign.status == 2)
      #expect(
        foreign.errors == "walk.gpx: this is not a recording by odograph, and was not changed; "
          + "accepted: a new name, or a recording that odograph began with this ending\n")
      let recording = try Recording(path: folder.path + "/busy.gpx")
      let busy = try run("busy.gpx", in: folder)
      #expect(busy.status == 2)
      #expect(
        busy.errors == "busy.gpx: another program is recording to it; accepted: another name\n")
      try recording.close()
    }
  }

  @Test(
    "It ends cleanly at SIGTERM, is whole after a kill, and is gone on with",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func signals() async throws {
    let log = try #require(
      receiverLog("bu303-climbing"), "skipped: no recordings of receivers here")
    try await onOwnThread {
      let gpsd = try GPSDFixture(logs: [log])
      let folder = TemporaryFolder()
      let path = folder.path + "/walk.jsonl"
      let arguments = ["record", "--wait", "--gpsd", "\(gpsd.address)", "walk.jsonl"]
      let ended = try CommandRun.Started(arguments, in: folder)
      try waitForReports(3, in: path)
      ended.process.terminate()
      let outcome = try ended.end()
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.last?.hasPrefix("Ended; ") == true)
      #expect(lines.last?.hasSuffix(" positions are in walk.jsonl.") == true)
      let before = try reportCount(in: path)
      let killed = try CommandRun.Started(arguments, in: folder)
      try waitForReports(before + 3, in: path)
      kill(killed.process.processIdentifier, SIGKILL)
      killed.process.waitUntilExit()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasSuffix("}\n"))
    }
  }

  @Test(
    "A disk that is full is told, and waited for; what came before is whole, and what is missing is told",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func fullDisk() async throws {
    let log = try #require(
      receiverLog("bu303-climbing"), "skipped: no recordings of receivers here")
    try await onOwnThread {
      let gpsd = try GPSDFixture(logs: [log])
      let folder = TemporaryFolder()
      let full =
        "cannot be written (File too large); trying again.\n"
      // Both recorders get the same reports; the disk of one stays full.
      let recorders = try ["stays.gpx", "walk.gpx"].map {
        try CommandRun.Started(
          ["record", "--wait", "--gpsd", "\(gpsd.address)", $0], in: folder,
          by: CommandRun.Started.fullDisk)
      }
      for recorder in recorders { try waitUntil { try recorder.complained().contains(full) } }
      let count = try Trace.read(path: folder.path + "/walk.gpx").points.count
      #expect(count >= 2)
      try recorders[1].makeRoom()
      try waitUntil {
        try recorders[1].complained().contains("walk.gpx is written again; missing from it: ")
      }
      for recorder in recorders { recorder.process.terminate() }
      let stays = try recorders[0].end()
      #expect(stays.status == 3)
      #expect(
        stays.errors.hasSuffix(
          "odograph: stays.gpx can no longer be written (File too large); the earlier part is "
            + "complete\n"))
      let walk = try recorders[1].end()
      #expect(walk.status == 0)
      #expect(
        walk.errors.contains(#/Ended; \d+ positions are in walk.gpx, \d+ could not be written/#))
      let text = try String(contentsOfFile: folder.path + "/walk.gpx", encoding: .utf8)
      #expect(text.split(separator: "<trkpt").count - 1 > count)
      #expect(text.contains("</trkseg><trkseg>") && text.hasSuffix("</trkseg></trk></gpx>\n"))
    }
  }

  @Test(
    "A log that is played again is reported at once and at the end",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func playedAgain() async throws {
    try await onOwnThread {
      let gpsd = try GPSDFixture(sentences: (0..<20).map { nmea($0) })
      let folder = TemporaryFolder()
      let recorder = try CommandRun.Started(
        ["record", "--wait", "--gpsd", "\(gpsd.address)", "walk.geojson"], in: folder)
      try waitUntil {
        try recorder.complained().contains("Times repeat in walk.geojson of /dev/")
      }
      recorder.process.terminate()
      let ended = try recorder.end()
      #expect(ended.status == 0)
      #expect(ended.errors.split(separator: "\n").count { $0.hasPrefix("Times repeat") } == 1)
      #expect(
        ended.errors.hasSuffix(
          ": odograph run leaves out what repeats within a minute; beyond that it rejects the "
            + "track, and names the line before which to cut.\n"))
      #expect(ended.errors.contains(" positions are in walk.geojson. Times repeat of /dev/"))
      // Both plays have the same 20 seconds, so the second is left out.
      let trace = try Trace.read(path: folder.path + "/walk.geojson")
      #expect(trace.remarks.contains { $0.hasSuffix("were left out.") }, "\(trace.remarks)")
    }
  }

  @Test("Of lines that are not understood the first is told, and at the end how many there were")
  func rejected() async throws {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.send("one", tpv(1), "two", tpv(2), "three", tpv(3))
        client.stay()
      }
      let folder = TemporaryFolder()
      let recorder = try CommandRun.Started(
        ["record", "--gpsd", "127.0.0.1:\(gpsd.port)", "walk.jsonl"], in: folder)
      try waitForReports(3, in: folder.path + "/walk.jsonl")
      recorder.process.terminate()
      let ended = try recorder.end()
      gpsd.stop()
      #expect(
        ended.errors == """
          Not understood, and not recorded: one
          Not understood, and not recorded: 2 more lines
          Ended; 3 positions are in walk.jsonl.

          """)
    }
  }

  private func reportCount(in path: String) throws -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0.contains("\"lat\"") }
  }

  private func waitForReports(_ count: Int, in path: String) throws {
    let end = Date().addingTimeInterval(60)
    while try reportCount(in: path) < count {
      guard Date() < end else {
        Issue.record("only \(try reportCount(in: path)) reports")
        return
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
