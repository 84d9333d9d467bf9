import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone
@testable import LiveTracking
@testable import TrackingEngine

@Suite("What odograph live shows")
struct LiveStatusTests {
  /// 2026-03-02T12:00:00Z
  static let noon = LiveTracker.noon

  /// A bicycle trip on a good fix, with records waiting for a server.
  static func ride() -> LiveStatus {
    var status = LiveStatus(
      time: noon, calendar: .utc, preset: "overland-high-resolution", gpsd: "localhost:2947")
    status.receiver.connection = .connected(release: "3.22")
    status.receiver.devices = [.init(path: "/dev/ttyACM0", isActive: true)]
    status.receiver.followed = "/dev/ttyACM0"
    let fix = PositionReport(
      device: "/dev/ttyACM0", mode: .threeDimensional, time: noon,
      coordinate: Coordinate(latitude: 45.5231, longitude: -122.6765),
      speedMetersPerSecond: 4.06, horizontalAccuracyMeters: 3.24)
    status.receiver.position = .init(fix, at: noon - .milliseconds(2400))
    status.receiver.fix = status.receiver.position
    let satellites = (1...14).map { Satellite(prn: $0, isUsed: $0 <= 9) }
    status.receiver.sky = .init(SkyReport(satellites: satellites), at: noon)
    status.motion = .cycling
    status.wishes = [
      ServiceRequest(
        .standardUpdates(.best, distanceFilterMeters: 10), by: .standardUpdates, adaptedBy: .trips),
      ServiceRequest(
        .region(
          CircularRegion(
            identifier: "home", center: fix.coordinate ?? Coordinate(latitude: 0, longitude: 0),
            radiusMeters: 60)), by: .parkedRegion),
    ]
    var trip = TripSummary(mode: .bicycle, start: noon - .seconds(723 as Int64))
    trip.distanceMeters = 3412.6
    status.trip = trip
    status.tally = RecordTally(
      recordedCount: 700, heldBack: [.init(reason: .minimumDistance, count: 23)],
      newest: .minimumDistance)
    status.queueLength = 12
    status.sendInterval = .minutes(5)
    status.server = "https://example.org/api"
    status.lastUpload = UploadOutcome(
      instant: noon - .seconds(144 as Int64), recordCount: 200, failure: nil)
    return status
  }

  @Test("A screen has a line a subject, the time at the right, and the keys below")
  func screen() {
    var screen = StatusScreen(columns: 78)
    screen.footer = KeyDialog().footer(for: Self.ride())
    #expect(
      screen.lines(of: Self.ride()).joined(separator: "\n") == """
        odograph live  overland-high-resolution                               12:00:00

        Receiver  gpsd 3.22 at localhost:2947, /dev/ttyACM0
        Fix       3D, 9 of 14 satellites, ±3.2 m, 4.1 m/s, 2 s old
        Position  45.52310, -122.67650
        Motion    cycling
        Tracking  on
        Asks for  standard updates, best, every 10 m (standardUpdates, set by trips)
                  region home, 60 m (parkedRegion)
        Trip      bicycle, 12 min 3 s, 3.41 km
        Recorded  700 positions; 23 held back: too close to the last record
                  (minimumDistance)
        Queue     12 records waiting; sent every 5 min
        Sent      200 records at 11:57:36
        Server    https://example.org/api

        s send now   t end trip   i interval   x tracking off   ? help   q quit
        """)
  }

  @Test("A receiver that was named and is none of gpsd's is trouble")
  func stranger() {
    var status = Self.ride()
    #expect(status.receiverTrouble == nil)
    status.receiver.followed = "/dev/nonesuch"
    #expect(status.receiverTrouble == "gpsd has no receiver /dev/nonesuch; it has /dev/ttyACM0")
  }

  @Test("A narrow screen breaks at blanks, and a low one keeps the keys")
  func smallScreen() {
    var status = Self.ride()
    status.receiver.connection = .lost(
      reason: "gpsd at localhost:2947: it closed the connection", since: Self.noon - .minutes(2),
      retriesAfter: .seconds(8 as Int64))
    status.server = nil
    var screen = StatusScreen(columns: 40, rows: 9)
    screen.footer = ["q quit"]
    #expect(
      screen.lines(of: status).joined(separator: "\n") == """
        odograph live  overland-high-resolution
        Receiver  gpsd at localhost:2947: it
                  closed the connection, since
                  11:58:00; waiting for it
        Fix       none, 2 s old
        Queue     12 records waiting; there is
                  no server

        q quit
        """)
  }

  @Test("On a low screen what is the matter comes first")
  func lowScreen() {
    var status = Self.ride()
    status.message = "store: the disk is full"
    var screen = StatusScreen(columns: 40, rows: 7)
    screen.footer = ["q quit"]
    #expect(
      screen.lines(of: status).joined(separator: "\n") == """
        odograph live  overland-high-resolution
        Message   store: the disk is full
        Fix       3D, 9 of 14 satellites, ±3.2
                  m, 4.1 m/s, 2 s old
        Queue     12 records waiting; sent every

        q quit
        """)
    screen.rows = 40
    #expect(screen.lines(of: status)[2].hasPrefix("Receiver "))
  }

  @Test("A server that does not answer is told after a few seconds, and in one line after ten")
  func silentServer() {
    var status = Self.ride()
    status.answerAwaited = .seconds(2 as Int64)
    #expect(status.uploadWords == "200 records at 11:57:36")
    status.answerAwaited = .seconds(7.4)
    #expect(
      status.uploadWords == "200 records at 11:57:36; waiting for the server's answer for 7 s")
    func row() -> StatusRow? { status.rows.first { $0.label == "Sent" } }
    #expect(row()?.tone == .plain)
    status.lastUpload = nil
    #expect(status.uploadWords == "waiting for the server's answer for 7 s")
    #expect(!StatusLines.text(status).contains("waiting for the server"))

    var lines = StatusLines(interval: .zero)
    func line(_ second: Int64) -> String? {
      status.answerAwaited = .seconds(second)
      return lines.line(for: status, at: .seconds(second))
    }
    #expect(line(8) != nil)
    #expect(line(9) == nil)
    #expect(line(10)?.hasSuffix("| waiting for the server's answer for 10 s") == true)
    #expect(row()?.tone == .bad)
    #expect(line(11) == nil)
  }

  @Test("Lines that cannot be read are told in a line, and counted in the next")
  func rejectedLines() {
    var lines = StatusLines(interval: .zero)
    var status = Self.ride()
    #expect(lines.line(for: status, at: .zero) != nil)
    func said(_ second: Int64) -> String? {
      status.receiver.rejectedCount += 100
      status.receiver.lastRejected = .init("garbage", at: Self.noon)
      return lines.line(for: status, at: .seconds(second))
    }
    let words = "lines from gpsd could not be read, the last: garbage"
    #expect(said(1)?.hasSuffix("| 100 \(words)") == true)
    #expect(said(2) == nil)
    #expect(said(61)?.hasSuffix("| 300 \(words)") == true)
  }

  @Test("Colors are there only when asked for, and no device brings its own")
  func colors() {
    var status = Self.ride()
    status.receiver.devices = [.init(path: "/dev/\u{1B}[2Jtty", isActive: true)]
    let plain = StatusScreen(columns: 80).lines(of: status)
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(plain[2] == "Receiver  gpsd 3.22 at localhost:2947, /dev/?[2Jtty")
    let colored = StatusScreen(columns: 80, isColored: true).lines(of: status)
    #expect(
      colored[3]
        == "\u{1B}[2mFix       \u{1B}[0m\u{1B}[32m3D, 9 of 14 satellites, ±3.2 m, 4.1 m/s, 2 s old\u{1B}[0m"
    )
  }

  @Test("A line says it all, with times in UTC")
  func line() throws {
    var status = Self.ride()
    status.calendar = try #require(LocalCalendar(identifier: "America/Los_Angeles"))
    #expect(
      StatusLines.text(status)
        == "2026-03-02T12:00:00Z 3D, 9 of 14 satellites, ±3.2 m, 4.1 m/s | cycling | "
        + "standard updates, best, every 10 m (standardUpdates, set by trips), "
        + "region home, 60 m (parkedRegion) | trip by bicycle, "
        + "12 min 3 s, 3.41 km | recorded: 700 positions; 23 held back: "
        + "too close to the last record (minimumDistance) | "
        + "12 records waiting; sent every 5 min | sent 200 records at 11:57:36"
    )
  }

  @Test(
    "A line comes at a change, never two within the interval, and for figures alone once a minute")
  func rate() {
    var lines = StatusLines(interval: .seconds(10 as Int64))
    var status = Self.ride()
    func said(_ second: Int64) -> Bool { lines.line(for: status, at: .seconds(second)) != nil }
    #expect(said(0))
    status.queueLength = 13
    #expect(!said(11))
    #expect(said(60))
    status.receiver.position?.report.mode = .none
    #expect(!said(65))
    #expect(said(70))
    // A change that is reversed in between is not reported.
    status.isTracking = false
    #expect(!said(75))
    status.isTracking = true
    #expect(!said(81))
  }

  @Test(
    "What is the matter is said: no gpsd, no receiver, no fix, a server that refuses, a receiver's clock"
  )
  func trouble() {
    var status = LiveStatus(
      time: Self.noon, calendar: .utc, preset: "drives", gpsd: "localhost:2947")
    status.receiver.connection = .waiting(
      reason: "no gpsd at localhost:2947: nothing listens there", retriesAfter: nil)
    #expect(
      status.connectionWords
        == "no gpsd at localhost:2947: nothing listens there; waiting for it")
    status.receiver.connection = .connected(release: "3.22")
    #expect(status.connectionWords == "gpsd 3.22 at localhost:2947, no receiver there")
    #expect(status.fixWords == ["no report from a receiver"])
    status.receiver.devices = [.init(path: "/dev/ttyUSB0", isActive: false)]
    #expect(status.connectionWords == "gpsd 3.22 at localhost:2947, /dev/ttyUSB0 is silent")
    #expect(
      StatusLines.text(status).contains("Z gpsd 3.22 at localhost:2947, /dev/ttyUSB0 is silent |"))
    status.receiver.devices[0].goneSince = Self.noon
    #expect(
      status.connectionWords == "gpsd 3.22 at localhost:2947, /dev/ttyUSB0 is gone, since 12:00:00")
    status.receiver.position = .init(PositionReport(mode: .none), at: Self.noon)
    #expect(status.fixWords == ["no fix"])
    #expect(status.queueWords == "no records waiting; there is no server")
    status.server = "http://127.0.0.1:1/"
    status.lastUpload = UploadOutcome(
      instant: Self.noon, recordCount: 1, failure: .network(.cannotConnectToHost))
    #expect(
      status.uploadWords
        == "1 record did not arrive at 12:00:00: no server can be reached there")
    status.receiver.clockTrouble = "the receiver's clock is 1024 weeks behind"
    status.receiver.rejectedCount = 2
    status.receiver.lastRejected = .init("{\"class\":\"TPV\"", at: Self.noon)
    #expect(
      status.receiverTrouble
        == "the receiver's clock is 1024 weeks behind; 2 lines from gpsd could not be read, "
        + "the last: "
        + "{\"class\":\"TPV\"")
  }

  @Test("A receiver that gpsd reads and that says nothing is silent after half a minute")
  func silent() {
    var lines = StatusLines(interval: .zero)
    var status = Self.ride()
    _ = lines.line(for: status, at: .zero)
    status.time = Self.noon + .seconds(27 as Int64)
    // The fix is late by then, which its age shows.
    #expect(
      lines.line(for: status, at: .seconds(27 as Int64))?.contains("4.1 m/s, 29 s old |") == true)
    status.time = Self.noon + .minutes(5)
    #expect(status.fixWords == ["no data for 5 min 2 s"])
    #expect(status.rows[1].text == "no data for 5 min 2 s" && status.rows[1].tone == .plain)
    #expect(lines.line(for: status, at: .seconds(28 as Int64))?.contains("Z no data") == true)
  }

  @Test("A recording that cannot be written is told in its row and in a line, until it can")
  func recordingTrouble() {
    var lines = StatusLines(interval: .zero)
    var status = Self.ride()
    status.recording = "walk.gpx"
    _ = lines.line(for: status, at: .zero)
    status.recordingTrouble = "walk.gpx cannot be written (the disk is full)"
    #expect(status.rows.contains { $0.text == status.recordingTrouble && $0.tone == .bad })
    #expect(lines.line(for: status, at: .zero)?.contains("(the disk is full)") == true)
    status.recordingTrouble = nil
    #expect(status.rows.contains(StatusRow(label: "Writes", text: "walk.gpx")))
    #expect(lines.line(for: status, at: .zero)?.contains("full") == false)
  }
}
