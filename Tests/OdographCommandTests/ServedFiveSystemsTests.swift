import Foundation
import LivePhone
import LiveTestSupport
import TestSupport
import Testing

/// Types the commands of Docs/reference/five-systems.md that need a server or a receiver, and looks
/// for what they are to show.
@Suite("The table of the five systems' promises, beside a server and a gpsd")
struct ServedFiveSystemsTests {
  @Test(
    "A command shows what the table says",
    .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
  func commands() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      try FiveSystemsPage.link(into: folder.path)
      for command in FiveSystemsPage.makingStores(of: FiveSystemsPage.served) {
        let outcome = try CommandRun(FiveSystemsPage.arguments(command), in: folder)
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
      }
      let receiver = try ServedReceiver(in: folder.path)
      let walk = UserPages.root.appendingPathComponent("Examples/walk.nmea").path
      let gpsd = try GPSDFixture(logs: [walk], secondsPerPacket: 0.05)
      try Self.writeLink(to: receiver, in: folder)
      let port = try freePort()
      var trackers: [CommandRun.Started] = []
      defer { for tracker in trackers { kill(tracker.process.processIdentifier, SIGKILL) } }
      for command in FiveSystemsPage.trackers {
        trackers.append(try Self.track(command, gpsd.address, sensors: port, in: folder))
      }
      try Self.prepare(trackers, receiver, in: folder)
      for command in FiveSystemsPage.served {
        // A reading is shown for seconds only.
        if command.contains("--send status") { Self.sendReading(to: port) }
        try Self.look(command, in: folder, receiver)
      }
    }
  }

  /// Writes the link to the server, as of a tracker called walker.
  private static func writeLink(
    to receiver: ServedReceiver, in folder: TemporaryFolder
  ) throws {
    try folder.write("device: \(ServedReceiver.deviceToken)\n", to: "tokens")
    let address = receiver.endpoint.replacing(":", with: "%3A").replacing("/", with: "%2F")
    try folder.write(
      "overland://setup?url=\(address)&token=\(ServedReceiver.deviceToken)"
        + "&device_id=walker&unique_id=yes\n", to: "link")
  }

  /// Starts a tracker and waits until it has a fix.
  private static func track(
    _ command: String, _ gpsd: GPSDAddress, sensors port: UInt16, in folder: TemporaryFolder
  ) throws -> CommandRun.Started {
    // The walk is older than EHE-Pilot's timer allows.
    let more =
      command.contains("ehe-pilot")
      ? ["--set", "noValidityTest=true", "--set", "foregroundInterval=1 s"] : []
    let live = try CommandRun.Started(
      FiveSystemsPage.arguments(command.replacing(":5556", with: ":\(port)"))
        + ["--gpsd", "\(gpsd)", "--every", "0 s", "--wait"] + more,
      in: folder, environment: home(folder))
    do {
      try waitUntil { try live.said().contains("Z 3D, ") }
    } catch {
      Issue.record("\(command): \(try live.said().suffix(1000)) \(try live.complained())")
      throw error
    }
    return live
  }

  /// Does what a reader of the page has done before its tables: sets home, and invites a
  /// second patient. Waits until the first tracker has sent.
  private static func prepare(
    _ trackers: [CommandRun.Started], _ receiver: ServedReceiver, in folder: TemporaryFolder
  ) throws {
    for command in FiveSystemsPage.trackerPreparation {
      let outcome = try CommandRun(
        FiveSystemsPage.arguments(command), in: folder, environment: home(folder))
      try #require(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    _ = try LoginCommandTests().admin(
      "patient", #"{"email": "second@receiver.example", "givenName": "Second"}"#, receiver,
      in: folder)
    let sender = try #require(trackers.first)
    try waitUntil { try sender.said().contains("| sent ") }
  }

  /// Sends a battery level of another device to the tracker that listens at the port.
  private static func sendReading(to port: UInt16) {
    let reading = #"{"name":"battery","values":{"batteryLevel":0.4}}"#
    _ = exchange(reading + "\n", with: port, lines: 0)
  }

  /// Runs a command beside the server and the trackers.
  ///
  /// What a tracker shows changes all the time, so its commands are repeated until they show what
  /// is expected.
  private static func look(
    _ command: String, in folder: TemporaryFolder, _ receiver: ServedReceiver
  ) throws {
    let rows = FiveSystemsPage.rows.filter { $0.command == command }
    let port = ":\(receiver.port)"
    for isLast in Array(repeating: false, count: command.contains("live") ? 120 : 0) + [true] {
      let invitation =
        command.contains(" login ")
        ? try LoginCommandTests().invite(receiver, patient: 40002, in: folder) : ""
      let outcome = try CommandRun(
        FiveSystemsPage.arguments(command.replacing(":8765", with: port), home: folder.path),
        in: folder, environment: home(folder), input: invitation)
      // A dry run prints the number of requests beside them.
      let output = (outcome.output + outcome.errors).replacing(port, with: ":8765")
      let missing = rows.flatMap { row in
        let text =
          row.file.map {
            (try? String(contentsOfFile: folder.path + "/" + $0, encoding: .utf8)) ?? ""
          } ?? output
        return row.missing(in: text).map { "\(row.id): \($0)" }
      }
      if outcome.status == 0, missing.isEmpty { return }
      Thread.sleep(forTimeInterval: 0.3)
      guard isLast else { continue }
      Issue.record("\(command) does not show \(missing): \(outcome.errors) \(output.prefix(1000))")
    }
  }

  private static func home(_ folder: TemporaryFolder) -> [String: String] {
    // A socket's path is short: the one beside the store may be too long here.
    ["XDG_STATE_HOME": folder.path + "/.local/state", "XDG_RUNTIME_DIR": folder.path]
  }
}
