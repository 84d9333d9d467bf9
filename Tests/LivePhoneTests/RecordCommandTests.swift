import Foundation
import LivePhone
import Scenarios
import Testing
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
          == "odograph: no gpsd at 127.0.0.1:\(port): nothing listens there; start it, "
          + "name another with --gpsd, or wait for it with --wait\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/walk.gpx"))
    }
  }

  @Test("What was typed wrong is told in one line")
  func mistakes() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let ending = try run("walk.txt", in: folder)
      #expect(ending.status == 2)
      #expect(
        ending.errors == "walk.txt: the name does not say how to write it; accepted: a name that "
          + "ends in .gpx, .geojson or .jsonl\n")
      let address = try run("--gpsd", "local host", "walk.gpx", in: folder)
      #expect(address.status == 2)
      #expect(
        address.errors == "odograph: --gpsd is 'local host'; accepted: a host and a port, such as "
          + "localhost:2947\n")
      try "mine".write(toFile: folder.path + "/walk.gpx", atomically: true, encoding: .utf8)
      let foreign = try run("walk.gpx", in: folder)
      #expect(foreign.status == 2)
      #expect(
        foreign.errors == "walk.gpx: this is no recording of odograph's, and was left as it is; "
          + "accepted: a new name, or a recording that odograph began under this ending\n")
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
    "A disk that is full is told, and what came before is whole",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func fullDisk() async throws {
    let log = try #require(
      receiverLog("bu303-climbing"), "skipped: no recordings of receivers here")
    try await onOwnThread {
      let gpsd = try GPSDFixture(logs: [log])
      let folder = TemporaryFolder()
      let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("odograph").path
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      // No file longer than 8 blocks of 512 or 1024 bytes.
      process.arguments = [
        "-c",
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" record --wait --gpsd \(gpsd.address) walk.gpx",
        program,
      ]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardError = errors
      try process.run()
      let said = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 3)
      #expect(
        said.hasSuffix(
          "odograph: walk.gpx cannot be written any more (File too large); what came before is "
            + "whole\n"))
      #expect(try Trace.read(path: folder.path + "/walk.gpx").points.count >= 2)
    }
  }

  private func reportCount(in path: String) throws -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0.contains("\"lat\"") }
  }

  private func waitForReports(_ count: Int, in path: String) throws {
    let end = Date().addingTimeInterval(20)
    while try reportCount(in: path) < count {
      guard Date() < end else {
        Issue.record("only \(try reportCount(in: path)) reports")
        return
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
