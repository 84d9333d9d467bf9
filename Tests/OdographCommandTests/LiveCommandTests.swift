import Foundation
import LivePhone
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("odograph live, on a gpsd")
struct LiveCommandTests {
  /// A log of 70 seconds of a receiver at rest, several reports a second, on 2026-02-12.
  private static let log = receiverLog("ericsson-gru04-02-70sec")
  private static let day = "2026-02-12"

  @Test(
    "What a receiver says arrives at the server, through a SIGTERM and a SIGKILL in mid-run",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func arrives() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let gpsd = try GPSDFixture(logs: [try #require(Self.log)], secondsPerPacket: 0.03)
      let phone = try LivePhone(folder: folder.path + "/asking", calendar: .utc)
      func start() throws -> LiveProcess {
        try LiveProcess(
          ["--server", receiver.endpoint, "--record", "heard.jsonl"], gpsd: gpsd.address, in: folder
        )
      }
      func count() throws -> Int { try receiver.receivedTimes(on: Self.day, phone).count }
      var live = try start()
      try live.wait(for: "| sent ")
      #expect(try live.running.said().contains("3D, "))
      live.end(SIGTERM)
      let ended = try live.ended()
      #expect(ended.status == 0)
      #expect(ended.errors.hasPrefix("Ended; "))
      let atTerm = try count()
      #expect(atTerm > 0)

      live = try start()
      try waitUntil { try count() > atTerm + 3 }
      live.end(SIGKILL)
      let reported = try Self.reportedTimes(folder)
      gpsd.stop()

      // Without reports of a receiver it sends the records of the killed process, whatever file
      // lies at the path of its socket.
      let silent = try GPSDFixture(devices: [])
      live = try LiveProcess(
        ["--server", receiver.endpoint], gpsd: silent.address, in: folder)
      try waitUntil {
        let status = try Self.ask("status", in: folder)
        return status.output.contains("no records waiting")
      }
      live.end(SIGTERM)
      let received = try receiver.receivedTimes(on: Self.day, phone)
      // The killed process may have recorded a report that the tracker had not yet taken.
      #expect(Set(reported).subtracting(received).count <= 1)
      #expect(Set(received).count == received.count)
    }
  }

  @Test(
    "Commands over the socket are obeyed and answered, and one store has one tracker",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func control() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try GPSDFixture(logs: [try #require(Self.log)])
      let live = try LiveProcess([], gpsd: gpsd.address, in: folder)
      try live.wait(for: "3D")
      #expect(try Self.ask("trip-start:train", in: folder).output == "A trip by train begins.\n")
      let refused = try Self.ask("trip-start", in: folder)
      #expect(refused.status == 3)
      #expect(refused.errors == "odograph: A trip by train is under way; end it with trip-stop.\n")
      let sending = try Self.ask("send-now", in: folder)
      #expect(sending.errors == "odograph: There is no server. Set one with --server or --setup.\n")
      #expect(try Self.ask("interval:30s", in: folder).output == "Sends every 30 s.\n")
      #expect(try Self.ask("trip-stop", in: folder).output.hasPrefix("The trip is over: train, "))
      #expect(try Self.ask("tracking-off", in: folder).output == "Tracking is off.\n")
      let status = try Self.ask("status", in: folder).output
      #expect(status.contains("\nTracking  off\nTrip      none\n"), "\(status)")
      #expect(status.contains("Receiver  gpsd 3."))
      #expect(!FileManager.default.isReadableFile(atPath: folder.path + "/control.sock"))
      let second = try LiveProcess([], gpsd: gpsd.address, in: folder).ended()
      #expect(second.status == 2)
      #expect(second.errors.contains("another odograph live uses this store's folder"))
      #expect(try Self.ask("quit", in: folder).output == "Quitting.\n")
      #expect(try live.ended().status == 0)
      let late = try Self.ask("status", in: folder)
      #expect(late.status == 2)
      #expect(late.errors.contains("no odograph live runs with the store"))
    }
  }

  @Test(
    "A set-up link from a file or a pipe applies now and later, and its token is no argument",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func setUp() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let gpsd = try GPSDFixture(logs: [try #require(Self.log)])
      let url = receiver.endpoint.replacing(":", with: "%3A").replacing("/", with: "%2F")
      let link = "overland://setup?url=\(url)&token=\(ServedReceiver.deviceToken)"
      try folder.write("device: x\n# \(link)\n", to: "link")
      var live = try LiveProcess(
        ["--setup", "link"], gpsd: gpsd.address, in: folder, environment: [:])
      try live.wait(for: "| sent 1 record")
      live.end(SIGTERM)
      live = try LiveProcess([], gpsd: gpsd.address, in: folder, environment: [:])
      try live.wait(for: "| sent ")
      live.end(SIGTERM)
      #expect(!(try live.ended().errors.contains(ServedReceiver.deviceToken)))

      try folder.write(link, to: "open", mode: 0o644)
      let open = try LiveProcess(["--setup", "open"], gpsd: gpsd.address, in: folder).ended()
      #expect(open.status == 2)
      #expect(open.errors.hasPrefix("open: --setup: users other than its owner may read the file"))
      let wrong = try CommandRun(
        ["live", "--setup", "-"], in: folder, input: "overland://setup?url=ftp%3A%2F%2Fx\n")
      #expect(wrong.status == 2)
      #expect(
        wrong.errors.hasPrefix(
          "standard input: --setup: the link cannot be used: "
            + "'url' is not an http:// or https:// address; "))
    }
  }

  @Test(
    "A gpsd that is not there is a failure, and with --wait comes, goes and comes again",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func noGPSD() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let address = GPSDAddress(host: "127.0.0.1", port: port)
      let without = try LiveProcess([], gpsd: address, in: folder, waits: false).ended()
      #expect(without.status == 3)
      #expect(without.output.isEmpty)
      #expect(
        without.errors
          == "odograph: no gpsd at 127.0.0.1:\(port): nothing listens there; check "
          + "'systemctl status gpsd.socket', start gpsd, as with 'sudo gpsd /dev/ttyACM0', "
          + "name another with --gpsd, or wait for it with --wait\n"
      )

      let live = try LiveProcess([], gpsd: address, in: folder)
      try live.wait(for: "no gpsd at 127.0.0.1:\(port): nothing listens there; waiting for it")
      var gpsd = try GPSDFixture(logs: [try #require(Self.log)], port: port)
      try live.wait(for: "3D, ")
      gpsd.stop()
      try live.wait(for: ", since ")
      let before = try live.running.said().count
      gpsd = try GPSDFixture(logs: [try #require(Self.log)], port: port)
      try waitUntil { try live.running.said().dropFirst(before).contains("3D, ") }
      live.end(SIGINT)
      #expect(try live.ended().status == 0)
    }
  }

  @Test(
    "The page tells how things stand, to who knows its path alone",
    .enabled(if: GPSDFixture.isInstalled && log != nil, GPSDFixture.skipped))
  func page() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try GPSDFixture(logs: [try #require(Self.log)])
      let live = try LiveProcess(
        ["--map", "--set", "home=[41.2, -111.9]"], gpsd: gpsd.address, in: folder)
      try live.wait(for: "3D, ")
      let status = try Self.ask("status", in: folder).output
      let address = try #require(
        status.split(separator: "\n").first { $0.hasPrefix("Page ") }?.split(separator: " ").last)
      let phone = try LivePhone(folder: folder.path + "/asking", calendar: .utc)
      func get(_ url: String) throws -> (status: Int, text: String) {
        var answer: Result<HTTPResponse, HTTPError>?
        phone.http.send(HTTPRequest(method: "GET", url: url)) { answer = $0 }
        phone.loop.run(for: .seconds(30 as Int64)) { answer != nil }
        let response = try #require(try answer?.get())
        return (response.status, String(decoding: response.body, as: UTF8.self))
      }
      #expect(try get(String(address)).text.contains("<title>Odograph live</title>"))
      try waitUntil {
        let state = try get(address + "state?after=0").text
        return state.contains(#""text":"3D"#) && state.contains(#""latitude":41.19"#)
          && state.contains(#""home":{"#)
      }
      #expect(try !get(address + "state?after=100000").text.contains(#""number""#))
      let root = address.split(separator: "/").prefix(2).joined(separator: "//")
      #expect(try get(root + "/").status == 404)
      #expect(try get(root + "/state").status == 404)
      live.end(SIGTERM)
    }
  }

  private static func ask(_ word: String, in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(["live", "--send", word, "--store", "app/records.sqlite"], in: folder)
  }

  /// Returns the times of the fixes in a recording, each once.
  private static func reportedTimes(_ folder: TemporaryFolder) throws -> [String] {
    struct Report: Decodable { var `class`: String, mode: Int?, time: String?, lat: Double? }
    let text = try String(contentsOfFile: folder.file("heard.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { line in
      let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
      return report.class == "TPV" && report.lat != nil ? report.time : nil
    }
  }
}
