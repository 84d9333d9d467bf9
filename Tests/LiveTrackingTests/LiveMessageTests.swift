import Foundation
import LiveTestSupport
import PhoneAPI
import Synchronization
import Testing
import Timekeeping

@testable import LivePhone
@testable import LiveTracking
@testable import TrackingEngine

/// Messages for new users, who have no receiver, a dead one, a small terminal or a wrong address.
@Suite("What odograph live and record tell newcomers")
struct LiveMessageTests {
  private static let noon = LiveStatusTests.noon

  // MARK: Recording

  /// A recorder with a test's time and lines.
  private final class Trial: Sendable {
    let recorder: Recorder
    private let time: Box<TimeSpan>
    private let lines: Box<[String]>

    init(in folder: TemporaryFolder) throws {
      let uptime = Box(TimeSpan.seconds(1000 as Int64))
      let reported = Box<[String]>([])
      (time, lines) = (uptime, reported)
      recorder = Recorder(
        try Recording(path: folder.path + "/walk.gpx"), device: nil,
        address: GPSDAddress(host: "localhost", port: 2947),
        uptime: { uptime.value.withLock { $0 } },
        notify: { line in reported.value.withLock { $0.append(line) } })
    }

    func pass(_ seconds: Int64) {
      time.value.withLock { $0 += .seconds(seconds) }
      recorder.look()
    }

    func taken() -> [String] {
      lines.value.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }

  @Test("A receiver that has died is told once, claims no fix, and is told when it is back")
  func deadReceiver() throws {
    let folder = TemporaryFolder()
    let trial = try Trial(in: folder)
    let path = ScriptedReceiver.path
    trial.recorder.take(.connected(release: "3.22"))
    trial.recorder.take(.devices([path]))
    trial.recorder.take(.device(path: path, isActive: true))
    trial.recorder.take(.position(ScriptedReceiver.report(1)))
    trial.pass(29)
    #expect(trial.taken().isEmpty)
    #expect(trial.recorder.statusWords.hasPrefix("3D fix, ±5 m · 1 position"))
    trial.pass(1)
    for _ in 0..<3 { trial.pass(30) }
    #expect(trial.taken() == ["No data for 30 s from \(path); waiting for it."])
    #expect(trial.recorder.statusWords.hasPrefix("no data for 2 min · 1 position"))
    // gpsd hangs as well, and its connection is lost again and again.
    for _ in 0..<3 {
      trial.recorder.take(
        .disconnected(reason: "no answer within 10 s", retriesAfter: .milliseconds(1)))
      trial.recorder.take(.connected(release: "3.22"))
      trial.pass(40)
    }
    #expect(
      trial.taken() == [
        "no answer within 10 s; waiting for it.", "gpsd at localhost:2947 answers.",
      ])
    trial.recorder.take(.position(ScriptedReceiver.report(200)))
    #expect(trial.taken() == ["\(path) sends data again."])
    #expect(trial.recorder.statusWords.hasPrefix("3D fix"))
  }

  @Test("A gpsd without any receiver is told after a few seconds, with what to do")
  func noReceiver() throws {
    let folder = TemporaryFolder()
    let trial = try Trial(in: folder)
    trial.recorder.take(.connected(release: "3.22"))
    trial.recorder.take(.devices([]))
    trial.pass(4)
    #expect(trial.taken().isEmpty)
    trial.pass(1)
    trial.pass(60)
    let words = "gpsd has no receiver: plug one in, or run 'sudo gpsdctl add /dev/ttyACM0'"
    #expect(trial.taken() == [words + "."])

    var status = LiveStatus(time: Self.noon, calendar: .utc, preset: "drives", gpsd: "here")
    var lines = StatusLines(interval: .zero)
    status.receiver.receive(.connected(release: "3.22"), at: Self.noon)
    #expect(lines.line(for: status, at: .zero)?.contains(words) == false)
    status.time += .seconds(5 as Int64)
    #expect(lines.line(for: status, at: .seconds(5 as Int64))?.hasSuffix(" | \(words)") == true)
    #expect(status.rows.contains(StatusRow(label: "Trouble", text: words, tone: .bad)))
    status.receiver.receive(.devices(["/dev/a"]), at: status.time)
    #expect(status.receiverTrouble == nil)
  }

  @Test("A recording of nothing is not kept")
  func nothingRecorded() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.send(#"{"class":"DEVICES","devices":[]}"#, "garbage")
        client.stay()
      }
      let running = try CommandRun.Started(
        ["record", "--gpsd", "127.0.0.1:\(gpsd.port)", "walk.gpx"], in: folder)
      try waitUntil { try running.complained().contains("garbage") }
      running.process.terminate()
      let ended = try running.end()
      gpsd.stop()
      #expect(ended.status == 0)
      #expect(ended.errors.hasSuffix("Ended without a position; walk.gpx was not kept.\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/walk.gpx"))
    }
  }

  // MARK: Showing

  @Test("On a small terminal what is the matter, the fix, the queue and the sends are seen first")
  func smallTerminals() {
    var status = LiveStatusTests.ride()
    status.receiver.clockTrouble = "the receiver's time is 2 days behind"
    for (columns, rows) in [(80, 10), (40, 12)] {
      var screen = StatusScreen(columns: columns, rows: rows)
      screen.footer = KeyDialog().footer(for: status)
      let lines = screen.lines(of: status)
      #expect(lines.count <= rows)
      let labels = lines.dropFirst().compactMap {
        $0.prefix(10).trimmingCharacters(in: .whitespaces)
      }.filter { !$0.isEmpty }
      #expect(labels.starts(with: ["Trouble", "Fix", "Queue", "Sent"]), "\(lines)")
      #expect(!labels.contains("Motion") && !labels.contains("Server"))
    }
  }

  @Test(
    "A receiver that is silent is so in one line, whatever becomes of a gpsd that hangs with it")
  func steadySilence() {
    var status = LiveStatusTests.ride()
    status.receiver.take(ScriptedReceiver.report(0), at: Self.noon)
    var lines = StatusLines(interval: .zero)
    _ = lines.line(for: status, at: .zero)
    status.time = Self.noon + .seconds(30 as Int64)
    let reported = lines.line(for: status, at: .seconds(30 as Int64))
    #expect(reported?.contains("Z no data for 30 s |") == true)
    for round in 0..<3 {
      let now = Self.noon + .seconds(40 + Int64(round))
      status.time = now
      status.receiver.receive(
        .disconnected(reason: "gpsd: no answer within 10 s", retriesAfter: .zero), at: now)
      #expect(lines.line(for: status, at: .seconds(40 as Int64)) == nil)
      status.receiver.receive(.connected(release: "3.22"), at: now)
      #expect(lines.line(for: status, at: .seconds(40 as Int64)) == nil)
      #expect(status.fixWords == ["no data for \(40 + round) s"])
    }
    #expect(status.positionWords == "45.00000, 8.00000, altitude 240 m, 42 s old")
    #expect(lines.line(for: status, at: .minutes(3))?.contains("no data for 42 s") == true)
    // A new report without a fix has the sky of now, or none.
    status.receiver.take(PositionReport(mode: .none), at: status.time)
    #expect(status.fixWords == ["no fix"])
  }

  @Test("While nothing changes a line comes each minute, and says for how long there is no fix")
  func heartbeat() {
    var status = LiveStatusTests.ride()
    status.receiver.sky = nil
    status.receiver.take(PositionReport(mode: .none), at: Self.noon)
    var lines = StatusLines(interval: .seconds(10 as Int64))
    var said: [String] = []
    for second in 0...780 {
      let span = TimeSpan.seconds(Int64(second))
      status.time = Self.noon + span
      status.receiver.take(PositionReport(mode: .none), at: status.time)
      if let line = lines.line(for: status, at: span) { said.append(line) }
    }
    #expect(said.count == 14)
    #expect(said.contains { $0.contains("Z no fix for 12 min |") }, "\(said)")
  }

  // MARK: Advice

  @Test("What a server answers is told with what to do, and is trouble after a minute")
  func servers() {
    let server = "https://example.org/api"
    func advice(_ reason: String) -> String {
      QueueUpload.Failure.refused(reason).advice(on: server)
    }
    #expect(
      advice("HTTP 302 to /login")
        == "HTTP 302: moved to https://example.org/login; pass that address with --server")
    #expect(
      advice("HTTP 307 to https://other.org/api")
        == "HTTP 307: moved to https://other.org/api; pass that address with --server")
    #expect(
      advice("HTTP 200 without an acknowledgement").hasSuffix(
        #"the path of --server is probably wrong; an Overland server answers {"result":"ok"}"#))
    #expect(
      advice("HTTP 404 without an acknowledgement").contains("check the path of --server"))
    #expect(
      advice("HTTP 403 without an acknowledgement").contains("pass another with --token-file"))
    #expect(advice("HTTP 503 without an acknowledgement") == "HTTP 503 without an acknowledgement")

    var status = LiveStatusTests.ride()
    status.lastUpload = UploadOutcome(
      instant: Self.noon, recordCount: 1, failure: .refused("HTTP 404 without an acknowledgement"),
      failingSince: Self.noon)
    func trouble() -> StatusRow? { status.rows.first { $0.label == "Trouble" } }
    #expect(trouble() == nil)
    status.time += .minutes(1)
    #expect(
      trouble()?.text.hasPrefix("nothing has reached the server since 12:00:00: HTTP 404") == true)
  }

  @Test("Where a server sends to is known to the tracker, and since when it fails")
  func redirects() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in
        .bytes(.http(302, headers: "Location: /elsewhere"))
      }
      defer { server.stop() }
      let app = try LiveTracker(in: folder.path, endpoint: server.url, token: "t") {
        $0.sendInterval = .milliseconds(100)
      }
      app.deliver(0..<3)
      app.run { app.tracker.lastUpload != nil }
      let first = app.tracker.lastUpload
      #expect(first?.failure == .refused("HTTP 302 to /elsewhere"))
      #expect(first?.failingSince == first?.instant)
      app.run { app.tracker.lastUpload?.instant != first?.instant }
      #expect(app.tracker.lastUpload?.failingSince == first?.instant)
      app.kill()
    }
  }

  @Test("Who types no link is refused at the line; a pipe is read to its end")
  func typedLink() {
    func read(_ lines: [String], isTyped: Bool) -> (text: String, left: Int) {
      var rest = lines[...]
      let text = SetupLinkFile.text(isTyped: isTyped) { rest.popFirst() }
      return (text, rest.count)
    }
    #expect(read(["", "wrong", "overland://setup?url=x"], isTyped: true) == ("\nwrong\n", 1))
    #expect(
      read(["wrong", "Overland://x", "more"], isTyped: false) == ("wrong\nOverland://x\n", 1))
  }

  @Test("Advice on a gpsd fits what is there")
  func gpsdAdvice() {
    let stranger = NoGPSD(
      reason: "no gpsd at x: the program that answers there is not gpsd; it begins with 'a'")
    #expect(stranger.description.hasSuffix("'a'; name another with --gpsd"))
    let absent = NoGPSD(reason: "no gpsd at x: nothing listens there").description
    #expect(absent.contains("systemctl status gpsd.socket") && absent.contains("'sudo gpsd "))
    let mute = NoGPSD(reason: "no gpsd at x: no answer within 10 s").description
    #expect(!mute.contains("sudo gpsd"))
  }
}
