import Foundation
import LivePhone
import LiveTestSupport
import LiveTracking
import TestSupport
import Testing

/// Notifications of `odograph live`, which a program of the user's shows.
@Suite("Notifications of odograph live")
struct LiveServicesTests {
  private static let walk = UserPages.root.appendingPathComponent("Examples/walk.nmea").path

  /// Writes a program that appends its arguments to a file in the folder.
  private func program(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/notify"
    try writeProgram(
      "#!/bin/sh\nprintf '%s|' \"$@\" >> '\(folder.path)/shown'\n", at: path)
    return path
  }

  private func shown(in folder: TemporaryFolder) -> String {
    (try? String(contentsOfFile: folder.path + "/shown", encoding: .utf8)) ?? ""
  }

  /// Makes all pending notifications due now, so that no test has to wait.
  private func makeDue(in folder: TemporaryFolder) throws {
    let path = folder.path + "/app/values.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let due = text.replacing(try Regex(#"nanoseconds\\":\d+"#), with: #"nanoseconds\":1"#)
    try due.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test(
    "A check-out on a receiver's walk starts the program with title and text",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func checkOut() async throws {
    try await onOwnThread { [self] in
      let folder = TemporaryFolder()
      // Only a walk that begins within the fence leaves it, so the walk waits for the program.
      let gpsd = try GPSDFixture(logs: [Self.walk], secondsPerPacket: 0.05)
      gpsd.pause()
      // A fence around the beginning of the walk, from an earlier run.
      try FileManager.default.createDirectory(
        atPath: folder.path + "/app", withIntermediateDirectories: false)
      try #"{"fenceCenter":"45.52311,-122.6765"}"#.write(
        toFile: folder.path + "/app/values.json", atomically: true, encoding: .utf8)
      let live = try LiveProcess(
        [
          "--preset", "continuous-location", "--set", "fenceRadius=30 m",
          "--notify-command", "\(program(in: folder)) --first",
        ], gpsd: gpsd.address, in: folder)
      try live.wait(for: "region dynamicRegion")
      gpsd.resume()
      try waitUntil { shown(in: folder).contains("--first|check out|") }
      live.end(SIGTERM)
      #expect(try live.ended().status == 0)
    }
  }

  @Test(
    "The dead-man notification is shown after the tracker was killed, once",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func deadMan() async throws {
    try await onOwnThread { [self] in
      let folder = TemporaryFolder()
      let gpsd = try GPSDFixture(devices: [])
      let live = try LiveProcess(
        ["--preset", "drives", "--notify-command", program(in: folder)], gpsd: gpsd.address,
        in: folder)
      try waitUntil {
        let values = try? String(contentsOfFile: folder.path + "/app/values.json", encoding: .utf8)
        return values?.contains("Drives has stopped") == true
      }
      live.end(SIGKILL)
      #expect(shown(in: folder).isEmpty)
      try makeDue(in: folder)
      try waitUntil { !shown(in: folder).isEmpty }
      let text = "Drives has stopped|Open the app to record drives again.|"
      #expect(shown(in: folder) == text)
      let values = try String(contentsOfFile: folder.path + "/app/values.json", encoding: .utf8)
      #expect(!values.contains("Drives has stopped"))
    }
  }

  @Test("While another tracker uses the folder, nothing is shown for one that has ended")
  func anotherTracker() async throws {
    try await onOwnThread { [self] in
      let folder = TemporaryFolder()
      let store = folder.path + "/app/records.sqlite"
      let claim = LiveFolderClaim(LiveFolder(store: store))
      try claim.take()
      let pending =
        #"[{\"body\":\"b\",\"due\":{\"nanoseconds\":1},\"identifier\":\"i\",\"title\":\"t\"}]"#
      try "{\"pendingNotifications\":\"\(pending)\"}".write(
        toFile: folder.path + "/app/values.json", atomically: true, encoding: .utf8)
      let keep = [
        "live", "--keep-notifications", "--store", store, "--notify-command",
        try program(in: folder),
      ]
      #expect(try CommandRun(keep, in: folder).status == 0)
      #expect(shown(in: folder).isEmpty)
    }
  }

  @Test("A program that is not installed is an error of the command line")
  func unknownProgram() throws {
    let folder = TemporaryFolder()
    let run = try CommandRun(["live", "--notify-command", "./nonesuch x"], in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("--notify-command: there is no program './nonesuch x'"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/.local"))
  }
}
