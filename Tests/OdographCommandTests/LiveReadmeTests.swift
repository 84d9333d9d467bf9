import Foundation
import LivePhone
import LiveTestSupport
import TestSupport
import Testing

/// Runs the commands of README.md and the guide that need a receiver.
@Suite("README.md, beside a gpsd")
struct LiveReadmeTests {
  private static func commands() -> [[String]] {
    UserPages.commands.filter { $0.hasPrefix("live ") }
      .map { $0.split(separator: " ").map(String.init) }
  }

  @Test(
    "A walk is tracked and sent, and the commands for it are obeyed",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func live() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let walk = UserPages.root.appendingPathComponent("Examples/walk.nmea").path
      let gpsd = try GPSDFixture(logs: [walk], secondsPerPacket: 0.05)
      try folder.write("device: \(ServedReceiver.deviceToken)\n", to: "tokens")
      let (sends, starts) = Self.commands().filter { !Self.isLooped($0) }.reduce(
        into: ([[String]](), [[String]]())
      ) {
        if $1.contains("--send") {
          $0.0.append($1)
        } else if !$1.contains("--sensors") {
          $0.1.append($1)
        }
      }
      #expect(sends.count == 5)
      #expect(starts.count == 1)
      for start in starts {
        let here = start.map { $0.replacing(":8765", with: ":\(receiver.port)") }
        let live = try CommandRun.Started(
          here + ["--gpsd", "\(gpsd.address)", "--every", "0 s", "--wait"], in: folder,
          environment: ["XDG_STATE_HOME": folder.path])
        try waitUntil { try live.said().contains("| sent 1 record") }
        for send in sends {
          let answer = try CommandRun(
            send, in: folder, environment: ["XDG_STATE_HOME": folder.path])
          #expect(answer.status == 0, "\(send): \(answer.errors)")
          #expect(!answer.output.isEmpty)
        }
        kill(live.process.processIdentifier, SIGTERM)
        #expect(try live.end().status == 0)
      }
    }
  }

  private static func isLooped(_ command: [String]) -> Bool {
    command.contains("--simulate-phone")
  }

  @Test(
    "A simulated phone runs on the receiver's positions, and odograph run gives the same figures",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func looped() async throws {
    try await onOwnThread {
      let command = try #require(Self.commands().first(where: Self.isLooped))
      let folder = TemporaryFolder()
      let walk = UserPages.root.appendingPathComponent("Examples/walk.nmea").path
      // The act takes effect at the next position. The walk lasts 26 s more after the phone's
      // start: time for a busy machine to start the program that acts.
      let gpsd = try GPSDFixture(logs: [walk], secondsPerPacket: 0.1, isOnce: true)
      let environment = ["XDG_STATE_HOME": folder.path]
      let live = try CommandRun.Started(
        command + ["--gpsd", "\(gpsd.address)", "--every", "0 s", "--wait"], in: folder,
        environment: environment)
      // A walk of two minutes; the phone starts 40 s after its beginning.
      try waitUntil { try live.said().contains("simulated phone app") }
      let act = try CommandRun(
        ["live", "--send", "phone:force-quit"], in: folder, environment: environment)
      #expect(act.output.hasPrefix("The person force-quits the app at "), "\(act.errors)")
      try waitUntil { try live.said().contains("app ended by a force quit") }
      kill(live.process.processIdentifier, SIGTERM)
      let ended = try live.end()
      #expect(ended.status == 0)
      let words = try #require(ended.errors.firstMatch(of: #/Simulated phone: (\d+) records/#))
      let run = try CommandRun(
        ["run", "walk/scenario.yaml", "--format", "json", "--output", "again"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("\"fixCount\" : \(words.1)"), "\(words.1)")
    }
  }

  @Test("Each start with another device's sensors is obeyed")
  func sensors() async throws {
    try await onOwnThread {
      let starts = Self.commands().filter { $0.contains("--sensors") }
      #expect(starts.count == 3)
      for start in starts {
        let folder = TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path]
        try folder.write("0123456789abcdef\n", to: "sensor-token")
        let port = try freePort()
        let live = try CommandRun.Started(
          start.map { $0.replacing(#/:(5555|5556|1883)/#, with: ":\(port)") }, in: folder,
          environment: environment)
        try waitUntil {
          try CommandRun(["live", "--send", "status"], in: folder, environment: environment)
            .output.contains(":\(port)")
        }
        kill(live.process.processIdentifier, SIGTERM)
        #expect(try live.end().status == 0)
      }
    }
  }
}
