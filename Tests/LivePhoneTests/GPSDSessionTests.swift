import Foundation
import Geodesy
import LiveTestSupport
import Testing
import Text
import Timekeeping

@testable import LivePhone

@Suite("A session with gpsd")
struct GPSDSessionTests {
  static let quick = RetryPolicy(
    waitsForFirstAnswer: true, returnsAfterLoss: true, delay: .milliseconds(20),
    delayMax: .milliseconds(40))

  @Test("A position is heard as it was said, to the last digit")
  func position() async throws {
    let more = #","speed":1.5,"track":359.75,"climb":-0.25,"eps":0.5,"epd":12.5"#
    let events = try await receive([tpv(1, more: more)])
    let report = PositionReport(
      device: "/dev/ttyACM0", mode: .threeDimensional,
      time: Instant(iso8601: "2026-03-02T12:00:01.125Z"),
      coordinate: Coordinate(latitude: 45.00001, longitude: 8.000000001), altitudeMeters: 240.25,
      ellipsoidalHeightMeters: 290.5, speedMetersPerSecond: 1.5, courseDegrees: 359.75,
      climbMetersPerSecond: -0.25, horizontalAccuracyMeters: 4.5, verticalAccuracyMeters: 7.25,
      speedAccuracyMetersPerSecond: 0.5, courseAccuracyDegrees: 12.5)
    #expect(events == [.connected(release: "3.22"), .position(report)])
  }

  @Test("Nothing of one message is left for the next")
  func nothingIsLeft() async throws {
    let bare = #"{"class":"TPV","mode":2,"lat":45,"lon":8}"#
    let reports = try await receive([tpv(1, more: #","speed":1.5"#), bare]).positions
    #expect(reports.map(\.speedMetersPerSecond) == [1.5, nil])
    #expect(
      reports.last
        == PositionReport(
          mode: .twoDimensional, coordinate: Coordinate(latitude: 45, longitude: 8)))
  }

  @Test("Where eph is missing, epx and epy make the accuracy")
  func accuracy() async throws {
    let line = #"{"class":"TPV","mode":2,"lat":45,"lon":8,"epx":3,"epy":4}"#
    #expect(try await receive([line]).positions.map(\.horizontalAccuracyMeters) == [5])
  }

  @Test("Modes 0 to 3 are told apart, and only the last two have a position")
  func modes() async throws {
    let reports = try await receive((0...3).map { tpv($0, mode: $0) } + [tpv(4, mode: 33)])
      .positions
    #expect(reports.map(\.mode) == [.unknown, .none, .twoDimensional, .threeDimensional, .unknown])
    #expect(reports.map(\.hasFix) == [false, false, true, true, false])
  }

  @Test(
    "A field that is no number, or no time, is one that was not said",
    arguments: [
      #""lat":nan,"lon":8"#, #""lat":1e400,"lon":8"#, #""lat":91,"lon":8"#, #""lat":45"#,
      #""time":"rubbish","lat":45,"lon":8,"eph":nan,"speed":inf"#,
      #""time":"9999-13-45T99:99:99.999Z","lat":45,"lon":8"#,
    ])
  func noNumbers(_ fields: String) async throws {
    let reports = try await receive([#"{"class":"TPV","mode":3,\#(fields)}"#]).positions
    let report = try #require(reports.first)
    #expect(report.time == nil)
    #expect(report.hasFix == fields.contains(#""lat":45,"lon":8"#))
    #expect(report.horizontalAccuracyMeters == nil && report.speedMetersPerSecond == nil)
  }

  @Test("What libgps rejects is told line by line, and the next line is heard")
  func rejected() async throws {
    let lines = [
      "", "hello", "{}", #"{"class":"NOVEL","x":1}"#,
      #"{"class":"TPV","mode":3,"lat":45.1234,"lon":8.1"#,
      "\u{1B}[31mred\u{0}", #"{"class":"SKY","satellites":[{"PRN":"#, "}{", "[1,2]",
      #"{"class":"ERROR","message":"Unrecognized request"}"#,
    ]
    let events = try await receive(
      lines.enumerated().flatMap { [$0.element, tpv($0.offset)] })
    #expect(events.positions.count == lines.count)
    let rejected = events.compactMap { if case .rejected(let text) = $0 { text } else { nil } }
    // The empty line is not counted.
    #expect(rejected.count == lines.count - 1)
    #expect(rejected.contains("·[31mred·"))
    #expect(rejected.last == "gpsd: Unrecognized request")
  }

  @Test("Blanks where JSON allows them are as good as none, and those in names are left")
  func blanks() async throws {
    let events = try await receive([
      #"  { "class": "TPV", "device": "/dev/my \"own\" tty", "mode": 3, "lat": 45.5, "lon":  8.25 } "#,
      "{\t\"class\" :\t\"SKY\", \"satellites\": [ {\"PRN\": 7, \"used\": true} ] }",
      #"{"class": "DEVICE", "path": "/dev/a b", "activated": 0}"#,
      #"{ "class": "NOVEL", "x": 1 }"#,
    ])
    let place = Coordinate(latitude: 45.5, longitude: 8.25)
    #expect(events.positions.map(\.coordinate) == [place])
    #expect(events.contains(.sky(SkyReport(satellites: [Satellite(prn: 7, isUsed: true)]))))
    #expect(events.contains(.device(path: "/dev/a b", isActive: false)))
    // The line is unchanged.
    #expect(events.last == .rejected(#"{ "class": "NOVEL", "x": 1 }"#))
  }

  @Test("Classes of gpsd's that libgps does not read, and that are not needed, are no trouble")
  func passedOver() async throws {
    let events = try await receive([
      #"{"class":"LOG","time":"2020-01-30T22:36:38.000Z","idx":176,"mode":3,"lat":46.5,"lon":8}"#,
      #"{"class": "IMU", "acc_x": 0.1}"#,
    ])
    #expect(events == [.connected(release: "3.22")])
  }

  @Test("A line too long to be gpsd's is passed over in little memory")
  func tooLong() async throws {
    let long = #"{"class":"TPV","device":""# + String(repeating: "x", count: 3_000_000) + #""}"#
    let events = try await receive([tpv(1), long, tpv(2)])
    #expect(events.positions.count == 2)
    #expect(events.contains(.rejected("a line of more than 65536 bytes")))
  }

  @Test("Lines may come in any pieces")
  func pieces() async throws {
    let text = [tpv(1), tpv(2), tpv(3)].joined(separator: "\n") + "\r\n"
    let events = try await receive { client in
      for character in text { client.write(String(character)) }
    }
    #expect(events.positions.map(\.coordinate?.latitude) == [45.00001, 45.00002, 45.00003])
  }

  @Test(
    "Satellites are heard with their systems; one that says nothing more is in view all the same")
  func sky() async throws {
    let line =
      #"{"class":"SKY","device":"/dev/ttyACM0","time":"2026-03-02T12:00:01.000Z","hdop":0.9,"satellites":["#
      + #"{"PRN":10,"el":45.5,"az":196.5,"ss":41.0,"used":true,"gnssid":0,"svid":10},"#
      + #"{"PRN":301,"used":false,"gnssid":2,"svid":1},{"PRN":70,"used":true}]}"#
    let events = try await receive([line])
    let sky = SkyReport(
      device: "/dev/ttyACM0", time: Instant(iso8601: "2026-03-02T12:00:01Z"),
      satellites: [
        Satellite(
          prn: 10, gnss: .gps, elevationDegrees: 45.5, azimuthDegrees: 196.5,
          signalDecibelHertz: 41, isUsed: true),
        Satellite(prn: 301, gnss: .galileo, isUsed: false), Satellite(prn: 70, isUsed: true),
      ], horizontalDilution: 0.9)
    #expect(events.last == .sky(sky))
    #expect((sky.satellitesInView, sky.satellitesUsed) == (3, 2))
  }

  @Test("Devices come and go, by the number too that libgps does not read")
  func devices() async throws {
    let events = try await receive([
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-03-02T12:00:00.000Z"},{"class":"DEVICE","path":"/dev/b"}]}"#,
      #"{"class":"DEVICE","path":"/dev/a","activated":0}"#,
      #"{"class":"DEVICE","path":"/dev/a","activated":"2026-03-02T12:01:00.000Z","bps":9600}"#,
      #"{"class":"DEVICES","devices":[]}"#,
    ])
    #expect(
      events.dropFirst() == [
        .devices(["/dev/a", "/dev/b"]), .device(path: "/dev/a", isActive: true),
        .device(path: "/dev/b", isActive: false), .device(path: "/dev/a", isActive: false),
        .device(path: "/dev/a", isActive: true), .devices([]),
      ])
  }

  @Test("A flood is heard whole and in order")
  func flood() async throws {
    let count = 3000
    let reports = try await receive((0..<count).map { tpv($0) }).positions
    let steps = reports.map { Int((($0.coordinate?.latitude ?? 0) - 45) * 100_000 + 0.5) }
    let isWhole = steps == Array(0..<count)
    #expect(isWhole, "\(steps.count) of \(count) are heard")
  }

  // MARK: Connections

  @Test("Where nothing listens the session says so at once and ends")
  func nothingListens() async throws {
    try await onOwnThread {
      let address = GPSDAddress(host: "127.0.0.1", port: try freePort())
      let received = HeardEvents()
      let session = GPSDSession(address: address)
      session.start { received.add($0) }
      received.wait { !$0.isEmpty }
      #expect(
        received.all == [
          .disconnected(reason: "no gpsd at \(address): nothing listens there", retriesAfter: nil)
        ])
    }
  }

  @Test("A host that does not exist is named")
  func noHost() async throws {
    try await onOwnThread {
      let received = HeardEvents()
      let session = GPSDSession(address: GPSDAddress(host: "no-such-host.invalid", port: 2947))
      session.start { received.add($0) }
      received.wait { !$0.isEmpty }
      guard case .disconnected(let reason, nil) = received.all.first else {
        Issue.record("heard \(received.all)")
        return
      }
      #expect(reason.hasPrefix("no gpsd at no-such-host.invalid:2947: no-such-host.invalid cannot"))
    }
  }

  @Test("A gpsd that is not there yet is waited for, longer each time")
  func waits() async throws {
    try await onOwnThread {
      let port = try freePort()
      let received = HeardEvents()
      let session = GPSDSession(
        address: GPSDAddress(host: "localhost", port: port), retries: Self.quick)
      session.start { received.add($0) }
      received.wait { $0.count == 3 }
      let gpsd = try ScriptedGPSD(port: port) { client, _ in
        client.greet()
        client.stay()
      }
      received.wait { $0.last == .connected(release: "3.22") }
      session.end()
      gpsd.stop()
      let delays = received.all.compactMap { event -> TimeSpan? in
        if case .disconnected(_, let delay) = event { delay } else { nil }
      }
      #expect(delays.prefix(3) == [.milliseconds(20), .milliseconds(40), .milliseconds(40)])
    }
  }

  @Test("Delays double up to half a minute, and begin anew after a connection")
  func delays() {
    let policy = RetryPolicy.always
    let delays = (1...7).map { policy.delay(afterFailures: $0, hasAnswered: false) }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0 as Int64) })
    #expect(policy.delay(afterFailures: 0, hasAnswered: true) == .seconds(1 as Int64))
    #expect(RetryPolicy.afterFirstAnswer.delay(afterFailures: 1, hasAnswered: false) == nil)
    #expect(RetryPolicy.afterFirstAnswer.delay(afterFailures: 0, hasAnswered: true) != nil)
    #expect(RetryPolicy.never.delay(afterFailures: 0, hasAnswered: true) == nil)
  }

  @Test("A gpsd that goes away and comes back is heard on, nothing twice")
  func comesBack() async throws {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, ordinal in
        client.greet()
        client.send(tpv(ordinal))
        if ordinal < 3 { client.write(#"{"class":"TPV","mode":3,"la"#) } else { client.stay() }
      }
      let received = HeardEvents()
      let session = GPSDSession(
        address: GPSDAddress(host: "127.0.0.1", port: gpsd.port), retries: Self.quick)
      session.start { received.add($0) }
      received.wait { $0.positions.count == 4 }
      session.end()
      gpsd.stop()
      #expect(received.positions.map(\.coordinate?.latitude) == [45, 45.00001, 45.00002, 45.00003])
      let reason = "gpsd at 127.0.0.1:\(gpsd.port): it closed the connection"
      #expect(
        received.all.count { $0 == .disconnected(reason: reason, retriesAfter: .milliseconds(20)) }
          == 3)
    }
  }

  @Test("A host that swallows packets is given up in time, and does not hold up the end")
  func swallows() async throws {
    try await onOwnThread {
      let host = try SwallowingHost()
      let address = GPSDAddress(host: "127.0.0.1", port: host.port)
      let received = HeardEvents()
      let session = GPSDSession(
        address: address, retries: .never, patience: .init(connecting: .milliseconds(100)))
      session.start { received.add($0) }
      received.wait { !$0.isEmpty }
      let reason = "no gpsd at \(address): no answer within 0.1 s"
      #expect(received.all == [.disconnected(reason: reason, retriesAfter: nil)])
      Self.expectEnd(
        of: GPSDSession(
          address: address, retries: .always, patience: .init(connecting: .hours(1))))
    }
  }

  @Test("Something that listens and says nothing is no gpsd")
  func silent() async throws {
    try await onOwnThread {
      let server = try ScriptedGPSD { client, _ in client.stay() }
      let address = GPSDAddress(host: "127.0.0.1", port: server.port)
      let received = HeardEvents()
      let session = GPSDSession(
        address: address, retries: .never, patience: .init(answer: .milliseconds(100)))
      session.start { received.add($0) }
      received.wait { !$0.isEmpty }
      let reason = "no gpsd at \(address): no answer within 0.1 s"
      #expect(received.all == [.disconnected(reason: reason, retriesAfter: nil)])
      Self.expectEnd(
        of: GPSDSession(address: address, retries: .always, patience: .init(answer: .hours(1))))
      server.stop()
    }
  }

  @Test(
    "Something that speaks otherwise than gpsd is none, at once and with its first words",
    arguments: [
      ("SSH-2.0-OpenSSH_9.2p1\r\n", "SSH-2.0-OpenSSH_9.2p1"),
      ("\r\nHTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n", "HTTP/1.1 400 Bad Request"),
      ("$GPGGA,\u{1B}[2J\u{7}", "$GPGGA,·[2J·"), (#"{"error":1}"#, #"{"error":1}"#),
      ("login: ", "login: "), ("\u{15}\u{3}", "··"),
      (String(repeating: "x", count: 100), String(repeating: "x", count: 80) + "…"),
    ])
  func otherServer(_ greeting: String, _ quoted: String) async throws {
    try await onOwnThread {
      let server = try ScriptedGPSD { client, _ in
        client.write(greeting)
        client.stay()
      }
      let address = GPSDAddress(host: "127.0.0.1", port: server.port)
      let received = HeardEvents()
      let session = GPSDSession(
        address: address, retries: .never, patience: .init(answer: .hours(1)))
      session.start { received.add($0) }
      received.wait { !$0.isEmpty }
      let reason =
        "no gpsd at \(address): the program that answers there is not gpsd; "
        + "it begins with '\(quoted)'"
      #expect(received.all == [.disconnected(reason: reason, retriesAfter: nil)])
      server.stop()
    }
  }

  @Test("gpsd is known by its greeting, in whatever pieces and with blanks that others write")
  func greeting() {
    var greeting = Greeting()
    for byte in "\r\n { \"class\" : \"VERSION\"} what follows".utf8 {
      let goesOn = greeting.goesOn(with: [byte])
      #expect(goesOn)
    }
    var other = Greeting()
    let verdicts = [#"{"cl"#, #"ock""#].map { other.goesOn(with: Array($0.utf8)) }
    #expect(verdicts == [true, false])
  }

  @Test("Of lines that cannot be read the first is told, further ones by their number each minute")
  func rejectedLines() {
    var lines = RejectedLines()
    func add(_ line: String, _ second: Int) -> String? {
      lines.add(line, at: .seconds(Int64(second)))
    }
    func rest() -> String? { lines.rest() }
    #expect(rest() == nil)
    #expect(add("a", 5) == "a")
    #expect(rest() == nil)
    #expect((6..<65).allSatisfy { add("b", $0) == nil })
    #expect(add("c", 65) == "60 more lines, the last: c")
    #expect(add("d", 66) == nil)
    #expect(rest() == "1 more line")
    #expect(rest() == nil)
    #expect(add("e", 200) == "e")
  }

  @Test("A gpsd that has nothing to say is asked, and stays; one that hangs is given up")
  func asked() async throws {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, _ in
        client.send(ScriptedGPSD.version)
        var questions = 0
        while let words = client.receive() {
          guard words.contains("?VERSION;") else { continue }
          questions += 1
          if questions > 3 { return client.stay() }
          client.send(ScriptedGPSD.version)
        }
      }
      let received = HeardEvents()
      let session = GPSDSession(
        address: GPSDAddress(host: "127.0.0.1", port: gpsd.port), retries: .never,
        patience: .init(answer: .seconds(3 as Int64), silence: .milliseconds(20)))
      session.start { received.add($0) }
      received.wait { $0.count == 2 }
      let reason = "gpsd at 127.0.0.1:\(gpsd.port): no answer within 3 s"
      #expect(
        received.all == [
          .connected(release: "3.22"), .disconnected(reason: reason, retriesAfter: nil),
        ])
      gpsd.stop()
    }
  }

  @Test("A session ends at once while it waits to try again, and nothing is heard afterwards")
  func ends() async throws {
    try await onOwnThread {
      let policy = RetryPolicy(
        waitsForFirstAnswer: true, returnsAfterLoss: true, delay: .hours(1), delayMax: .hours(1))
      let address = GPSDAddress(host: "127.0.0.1", port: try freePort())
      Self.expectEnd(of: GPSDSession(address: address, retries: policy))
    }
  }

  @Test(
    "Addresses are read as people write them",
    arguments: [
      ("localhost", "localhost", 2947), ("10.0.0.7:3000", "10.0.0.7", 3000), ("::1", "::1", 2947),
      ("[::1]:2948", "::1", 2948), ("[fe80::1]", "fe80::1", 2947),
    ])
  func addresses(_ text: String, _ host: String, _ port: Int) {
    #expect(GPSDAddress(text) == GPSDAddress(host: host, port: UInt16(port)))
  }

  @Test(
    "What is no address is none",
    arguments: [
      "", ":", "a:", ":2947", "a:0", "a:65536", "a:+1", "a b", "[::1", "[::1]x", "http://a", "[]:1",
    ])
  func noAddresses(_ text: String) { #expect(GPSDAddress(text) == nil) }

  // MARK: Listening

  /// Returns the events of a session with a gpsd that sends these lines after its version.
  private func receive(_ lines: [String]) async throws -> [GPSDEvent] {
    try await receive { client in client.write(lines.map { $0 + "\r\n" }.joined()) }
  }

  private func receive(
    _ speak: @escaping @Sendable (ScriptedGPSD.Client) -> Void
  ) async throws -> [GPSDEvent] {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        speak(client)
      }
      let received = HeardEvents()
      let session = GPSDSession(
        address: GPSDAddress(host: "127.0.0.1", port: gpsd.port), retries: .never)
      session.start { received.add($0) }
      received.wait { if case .disconnected? = $0.last { true } else { false } }
      gpsd.stop()
      return received.all.dropLast()
    }
  }

  /// Expects that the session ends. Its thread keeps the session alive for as long as it runs.
  private static func expectEnd(
    of make: @autoclosure () -> GPSDSession,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let received = HeardEvents()
    weak var gone: GPSDSession?
    func startAndEnd() {
      let session = make()
      gone = session
      session.start { received.add($0) }
      Thread.sleep(forTimeInterval: 0.05)
      session.end()
    }
    startAndEnd()
    let count = received.all.count
    let end = LiveClock.machineUptime + .seconds(60 as Int64)
    while gone != nil, LiveClock.machineUptime < end { Thread.sleep(forTimeInterval: 0.005) }
    #expect(gone == nil, "its thread goes on", sourceLocation: sourceLocation)
    #expect(received.all.count == count, sourceLocation: sourceLocation)
  }
}
