import Foundation
import LivePhone
import LiveTestSupport
import TestSupport
import Testing
import Timekeeping

/// `odograph live` without gpsd, on the sensors of another device.
@Suite("odograph live, on another device's sensors")
struct LiveSensorTests {
  private static let data = URL(
    filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data")
  private static let pocket = data.appending(path: "accel-pocket50/exp02_user02.csv.gz").path

  private static func start(
    _ sensors: String, _ arguments: [String] = [], in folder: TemporaryFolder
  ) throws -> CommandRun.Started {
    try CommandRun.Started(
      ["live", "--gpsd", "none", "--sensors", sensors, "--store", "app/records.sqlite"]
        + ["--plain", "--every", "0 s"] + arguments, in: folder)
  }

  private static func ask(_ word: String, in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(["live", "--send", word, "--store", "app/records.sqlite"], in: folder)
  }

  private static func status(_ folder: TemporaryFolder) throws -> String {
    try ask("status", in: folder).output
  }

  /// Returns the status without the breaks of its lines.
  private static func words(of folder: TemporaryFolder) throws -> String {
    try status(folder).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func quit(_ live: CommandRun.Started, _ folder: TemporaryFolder) throws {
    #expect(try ask("quit", in: folder).output == "Quitting.\n")
    #expect(try live.end().status == 0)
  }

  private static func position(_ north: Double) -> String {
    #"{"name":"location","values":{"latitude":\#(45 + north),"longitude":8}}"#
  }

  @Test(
    "A recorded walk that is sent over TCP shows as walking, and a position as a fix",
    .enabled(if: FileManager.default.fileExists(atPath: pocket), "skipped: no ODOGRAPH_DATA"))
  func walk() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let live = try Self.start("tcp://127.0.0.1:\(port)", in: folder)
      try waitUntil { try Self.status(folder).contains("nothing has arrived yet") }
      let walk = try Self.walk(in: folder)
      let sender = try SensorSender(walk, to: port)
      try waitUntil { try Self.status(folder).contains("\nMotion    walking\n") }
      withExtendedLifetime(sender) {}
      _ = exchange(Self.position(0.5) + "\n", with: port, lines: 0)
      try waitUntil { try Self.status(folder).contains("\nPosition  45.50000, 8.00000") }
      let status = try Self.status(folder)
      #expect(status.contains("\nReceiver  positions of the sensor feed, phone\n"))
      #expect(
        status.contains("\nSensors   tcp://127.0.0.1:\(port): accelerometer, location\n"),
        "\(status)")
      try Self.quit(live, folder)
    }
  }

  /// Writes half a minute of a walk, which begins somewhere in the recording.
  private static func walk(in folder: TemporaryFolder) throws -> String {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", pocket]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    unzip.waitUntilExit()
    let rows = text.split(separator: "\n").drop { !$0.hasSuffix(",walking") }.prefix(50 * 30)
    let lines = rows.map { $0.split(separator: ",")[3...5].joined(separator: ",") }
    try folder.write((["x,y,z"] + lines).joined(separator: "\n"), to: "walk.csv")
    return folder.path + "/walk.csv"
  }

  @Test("Hostile lines are answered and shown, and end no more than their own connection")
  func hostile() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let live = try Self.start("tcp://127.0.0.1:\(port)", in: folder)
      try waitUntil { try Self.status(folder).contains("nothing has arrived yet") }
      let long = String(repeating: "x", count: 70_000)
      #expect(
        exchange(long + "\n", with: port, lines: 1)
          == #"{"error":"a line of more than 65536 bytes"}"# + "\n")
      // The hundredth line that cannot be read ends the connection.
      let many = exchange(String(repeating: "\u{1B}[2J\n", count: 150), with: port, lines: 150)
      #expect(many.split(separator: "\n").count == 100)
      let status = try Self.words(of: folder)
      #expect(
        status.contains(
          "101 messages of the sensor feed could not be used, the last: unexpected text at byte 0"),
        "\(status)")
      #expect(
        exchange("\n" + Self.position(0.25) + "\n{}\n", with: port, lines: 1).contains("name"))
      try waitUntil { try Self.status(folder).contains("\nPosition  45.25000, 8.00000") }
      try Self.quit(live, folder)
    }
  }

  @Test("With a token, a device without it is turned away over TCP and HTTP, and others are not")
  func tokens() async throws {
    try await onOwnThread {
      for scheme in ["tcp", "http"] {
        let folder = TemporaryFolder()
        let port = try freePort()
        let token = "0123456789abcdef"
        try folder.write(token + "\n", to: "token")
        let live = try Self.start(
          "\(scheme)://127.0.0.1:\(port)", ["--sensor-token-file", "token"], in: folder)
        try waitUntil { try Self.status(folder).contains("nothing has arrived yet") }
        func send(_ place: String, _ token: String?) -> String {
          if scheme == "tcp" {
            let first = token.map { #"{"token":"\#($0)"}"# + "\n" } ?? ""
            return exchange(first + place + "\n{}\n", with: port, lines: 1)
          }
          let head =
            "POST /readings/\(token ?? "") HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Length: \(place.utf8.count)\r\n\r\n"
          return exchange(head + place, with: port, lines: 100)
        }
        for wrong in [nil, "0123456789abcdeg"] {
          let answer = send(Self.position(0.5), wrong)
          #expect(answer.contains(scheme == "tcp" ? "is not the token" : " 401 "), "\(answer)")
        }
        #expect(
          try Self.words(of: folder).contains(
            "a device was turned away: its token is missing or wrong"))
        #expect(try Self.status(folder).contains("nothing has arrived yet"))
        _ = send(Self.position(0.75), token)
        try waitUntil { try Self.status(folder).contains("\nPosition  45.75000, 8.00000") }
        try Self.quit(live, folder)
      }
    }
  }

  @Test("A batch posted over HTTP is accepted, and one that cannot be read is answered with why")
  func web() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      let live = try Self.start("http://127.0.0.1:\(port)", in: folder)
      try waitUntil { try Self.status(folder).contains("nothing has arrived yet") }
      func post(_ body: String, method: String = "POST") -> String {
        let head =
          "\(method) /data HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n"
        return exchange(head + body, with: port, lines: 100)
      }
      #expect(
        post(#"{"payload":[\#(Self.position(0.5))]}"#).hasSuffix(#"{"result":"ok"}"# + "\n"))
      try waitUntil { try Self.status(folder).contains("\nPosition  45.50000, 8.00000") }
      let refused = post(#"{"payload":7}"#)
      #expect(refused.hasPrefix("HTTP/1.1 400 "))
      #expect(refused.hasSuffix(#"{"error":"a 'payload' that is not a list"}"# + "\n"))
      #expect(post("", method: "GET").hasPrefix("HTTP/1.1 405 "))
      try Self.quit(live, folder)
    }
  }

  @Test("Without positions, a usable port or a token it does not start, and leaves no files")
  func refusals() throws {
    let folder = TemporaryFolder()
    let port = try freePort()
    let taken = try bound(to: port)
    defer { close(taken) }
    listen(taken, 1)
    let starts: [([String], String)] = [
      (
        ["--gpsd", "none"],
        "--gpsd none is given without --sensors, so there are no positions; accepted: --sensors "
          + "with a device that sends its location, or the address of a gpsd\n"
      ),
      (
        ["--gpsd", "none", "--sensors", "tcp://0.0.0.0:\(port)"],
        "--sensors tcp://0.0.0.0:\(port) is open to other machines without a token; accepted: a "
          + "loopback address such as 127.0.0.1, or a token in --sensor-token-file or "
          + "ODOGRAPH_SENSOR_TOKEN\n"
      ),
      (
        ["--gpsd", "none", "--sensors", "tcp://127.0.0.1:\(port)"],
        "--sensors: 127.0.0.1:\(port) cannot be used (Address already in use); accepted: an "
          + "address of this machine, and a port that no other program uses\n"
      ),
      (
        ["--gpsd", "none", "--sensors", "http://127.0.0.1:\(port)"],
        "--sensors: 127.0.0.1:\(port) cannot be used (Address already in use); accepted: an "
          + "address of this machine, and a port that no other program uses\n"
      ),
    ]
    for (arguments, message) in starts {
      let run = try CommandRun(
        ["live", "--store", "app/records.sqlite"] + arguments, in: folder)
      #expect(run.status == 2)
      #expect(run.errors == "odograph: " + message)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/app"))
    }
  }

  @Test("A setting is changed while it runs, shown, listed, and kept for the next start")
  func settings() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let port = try freePort()
      var live = try Self.start("tcp://127.0.0.1:\(port)", in: folder)
      try waitUntil { try Self.ask("status", in: folder).status == 0 }
      #expect(
        try Self.ask("settings", in: folder).output
          == "All settings are those of the preset 'overland-high-resolution'.\n")
      #expect(
        try Self.ask("set:minimumDistance=25m", in: folder).output
          == "minimumDistance is 25.0 m now; it was off.\n")
      #expect(
        try Self.ask("set:sendInterval=1 min", in: folder).output
          == "sendInterval is 1 min now; it was 5 min.\n")
      #expect(
        try Self.ask("set:sendInterval=60s", in: folder).output
          == "sendInterval is 1 min already.\n")
      let refused = try Self.ask("set:sendInterval=soon", in: folder)
      #expect(refused.status == 2)
      #expect(refused.errors.hasPrefix("odograph: 'sendInterval' is 'soon'; accepted: "))
      let list = "minimumDistance=25.0 m\nsendInterval=1 min\n"
      let listed = try Self.ask("settings", in: folder).output
      #expect(listed.split(separator: "\n").sorted() == list.split(separator: "\n"))
      #expect(try Self.status(folder).contains("\nSettings  "))
      try Self.quit(live, folder)
      live = try Self.start("tcp://127.0.0.1:\(port)", in: folder)
      try waitUntil { try Self.ask("status", in: folder).status == 0 }
      #expect(try Self.ask("settings", in: folder).output == listed)
      try Self.quit(live, folder)
    }
  }
}
