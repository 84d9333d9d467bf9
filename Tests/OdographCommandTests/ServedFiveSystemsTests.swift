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
      let live = try Self.track(gpsd.address, receiver, in: folder)
      defer { kill(live.process.processIdentifier, SIGKILL) }
      for command in FiveSystemsPage.served { try Self.look(command, in: folder, receiver) }
    }
  }

  /// Starts the tracker and waits until it has sent.
  private static func track(
    _ gpsd: GPSDAddress, _ receiver: ServedReceiver, in folder: TemporaryFolder
  ) throws -> CommandRun.Started {
    try folder.write("device: \(ServedReceiver.deviceToken)\n", to: "tokens")
    let address = receiver.endpoint.replacing(":", with: "%3A").replacing("/", with: "%2F")
    try folder.write(
      "overland://setup?url=\(address)&token=\(ServedReceiver.deviceToken)"
        + "&device_id=walker&unique_id=yes\n", to: "link")
    let start = try #require(FiveSystemsPage.preparation.first { $0.contains(" live ") })
    let live = try CommandRun.Started(
      FiveSystemsPage.arguments(start) + ["--gpsd", "\(gpsd)", "--every", "0 s", "--wait"],
      in: folder, environment: home(folder))
    do {
      try waitUntil { try live.said().contains("| sent ") }
    } catch {
      Issue.record("\(try live.said().suffix(1000)) \(try live.complained())")
      throw error
    }
    return live
  }

  /// Runs a command beside the server and the tracker.
  ///
  /// What the tracker shows changes all the time, so its commands are repeated until they show what
  /// is expected.
  private static func look(
    _ command: String, in folder: TemporaryFolder, _ receiver: ServedReceiver
  ) throws {
    let rows = FiveSystemsPage.rows.filter { $0.command == command }
    let port = ":\(receiver.port)"
    for isLast in Array(repeating: false, count: command.contains("live") ? 20 : 0) + [true] {
      let invitation =
        command.contains(" login ") ? try LoginCommandTests().invite(receiver, in: folder) : ""
      let outcome = try CommandRun(
        FiveSystemsPage.arguments(command.replacing(":8765", with: port), home: folder.path),
        in: folder, environment: home(folder), input: invitation)
      // A dry run prints the number of requests beside them.
      let output = (outcome.output + outcome.errors).replacing(port, with: ":8765")
      let missing = rows.flatMap { row in row.missing(in: output).map { "\(row.id): \($0)" } }
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
