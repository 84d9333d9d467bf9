import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone
@testable import LiveTracking

@Suite("How things stand with the receiver")
struct ReceiverStatusTests {
  private typealias Receiver = ScriptedReceiver

  @Test("Without a receiver there is no location")
  func absent() throws {
    let folder = TemporaryFolder()
    let phone = try LivePhone(folder: folder.path, calendar: .utc)
    #expect(phone.receiver == ReceiverStatus() && phone.receiver.connection == .absent)
    #expect(!phone.makeLocationManager().regionMonitoringAvailability.isAvailable)
  }

  @Test("What becomes of the connection and of the devices is kept, and noted once")
  func connection() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder)
    #expect(trial.phone.receiver.connection == .waiting(reason: nil, retriesAfter: nil))
    let no = "no gpsd at localhost:2947: nothing listens there"
    let gone = "gpsd at localhost:2947: it closed the connection"
    for event in [
      GPSDEvent.disconnected(reason: no, retriesAfter: .milliseconds(1000)),
      .disconnected(reason: no, retriesAfter: .milliseconds(2000)), .connected(release: "3.22"),
      .devices(["/dev/a", "/dev/b"]), .device(path: "/dev/a", isActive: true),
      .device(path: "/dev/a", isActive: true),
      .disconnected(reason: gone, retriesAfter: .milliseconds(1000)),
    ] {
      trial.receiver.say(event)
    }
    trial.settle()
    #expect(
      trial.notes.lines == [
        "receiver: waits: \(no)", "receiver: gpsd 3.22 answers", "receiver: /dev/a is read",
        "receiver: lost: \(gone)", "receiver: /dev/a is no longer read",
      ])
    let status = trial.phone.receiver
    #expect(
      status.devices == [
        .init(path: "/dev/a", isActive: false), .init(path: "/dev/b", isActive: false),
      ])
    guard case .lost(gone, _, .milliseconds(1000)) = status.connection else {
      Issue.record("\(status.connection)")
      return
    }
    trial.receiver.say(.disconnected(reason: no, retriesAfter: nil))
    trial.settle()
    #expect(trial.phone.receiver.connection == .over(reason: no))
  }

  @Test(
    "A receiver that is unplugged is gone since then, until it is back; nothing is known of its fix"
  )
  func unplugged() throws {
    let folder = TemporaryFolder()
    let time = HurriedTime()
    let trial = try LiveLocationTrial(in: folder, time: time)
    trial.receiver.say(.connected(release: "3.22"))
    trial.receive(Receiver.report(1))
    time.pass(.seconds(5 as Int64))
    let then = time.wallClock
    for _ in 0..<2 {
      trial.receiver.say(.device(path: Receiver.path, isActive: false))
      trial.settle()
      time.pass(.seconds(5 as Int64))
    }
    #expect(trial.phone.receiver.devices.map(\.goneSince) == [then])
    #expect(trial.phone.receiver.position == nil && trial.phone.receiver.fix != nil)
    trial.receive(Receiver.report(2))
    #expect(trial.phone.receiver.devices == [.init(path: Receiver.path, isActive: true)])
  }

  @Test("The last fix stays when the receiver has lost it, and so does the last view of the sky")
  func losesFix() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder)
    let sky = SkyReport(device: Receiver.path, satellites: [Satellite(prn: 1, isUsed: true)])
    trial.receiver.say(.sky(sky))
    trial.receive(Receiver.report(1))
    trial.receive(PositionReport(device: Receiver.path, mode: .none))
    trial.receiver.say(.sky(SkyReport(device: Receiver.path, horizontalDilution: 2)))
    trial.settle()
    let status = trial.phone.receiver
    #expect(status.position?.report.mode == FixMode.none)
    #expect(status.fix?.report == Receiver.report(1) && status.sky?.report == sky)
    #expect(status.followed == Receiver.path)
    #expect(trial.notes.lines.suffix(1) == ["receiver: no fix"])
  }

  @Test(
    "An hour without a fix is told in minutes, then hours, and the app goes on with the next fix")
  func anHourWithoutFix() throws {
    let folder = TemporaryFolder()
    let time = HurriedTime()
    let trial = try LiveLocationTrial(in: folder, time: time)
    trial.manager.startUpdatingLocation()
    trial.receiver.say(.connected(release: "3.22"))
    trial.receive(Receiver.report(1))
    func words() -> [String] {
      LiveStatus(
        time: trial.phone.clock.now, calendar: .utc, preset: "", gpsd: "",
        receiver: trial.phone.receiver
      ).fixWords
    }
    var said: [Int: [String]] = [:]
    for second in 0...3900 {
      trial.receive(PositionReport(device: Receiver.path, mode: .none))
      said[second] = words()
      time.pass(.seconds(1 as Int64))
    }
    #expect(said[0] == ["no fix"])
    #expect(said[59] == ["no fix for 59 s"])
    #expect(said[754] == ["no fix for 12 min 34 s"])
    #expect(said[3900] == ["no fix for 1 h 5 min"])
    #expect(trial.app.fixes.count == 1)
    trial.receive(Receiver.report(3902, north: 500))
    #expect(trial.app.fixes.count == 2 && words() == ["3D", "±5.0 m"])
    #expect(
      trial.notes.lines.filter { $0.contains("fix") } == [
        "receiver: a fix", "receiver: no fix", "receiver: a fix",
      ])
    // The state during gpsd's absence is unknown.
    trial.receive(PositionReport(device: Receiver.path, mode: .none))
    time.pass(.minutes(5))
    trial.receiver.say(.disconnected(reason: "", retriesAfter: .zero))
    trial.receiver.say(.connected(release: "3.22"))
    trial.settle()
    #expect(words() == ["no data for 5 min"])
  }

  @Test("What cannot be read is counted, and noted once")
  func rejected() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder)
    for text in ["one", "two", "three"] { trial.receiver.say(.rejected(text)) }
    trial.settle()
    #expect(trial.phone.receiver.rejectedCount == 3)
    #expect(trial.phone.receiver.lastRejected?.report == "three")
    #expect(trial.notes.lines == ["receiver: first line that cannot be read: one"])
  }

  @Test("A receiver's time that jumps is told of; its fixes are delivered all the same")
  func jumps() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    let weeks = 1024.0 * 7 * 86400
    trial.receive(Receiver.report(1), Receiver.report(2 - weeks), Receiver.report(3))
    #expect(trial.app.fixes.count == 3)
    #expect(
      trial.notes.lines.filter { $0.contains("jumped") } == [
        "receiver: the receiver's time jumped back by 7168 d",
        "receiver: the receiver's time jumped forward by 7168 d",
      ])
  }

  @Test("A week number that has rolled over is told from a clock that is wrong")
  func rollover() {
    let week = TimeSpan.days(7)
    let now = Receiver.noon
    let behind = now - .seconds(week.seconds * 1024 + 5)
    #expect(
      ReceiverTime.trouble(behind, machine: now)
        == "the receiver's time is 1024 weeks behind this machine's: its week number has rolled over"
    )
    #expect(
      ReceiverTime.trouble(now + .minutes(200), machine: now)
        == "the receiver's time is ahead of this machine's by 3 hours")
    for (span, words) in [
      (TimeSpan.hours(24) - .milliseconds(300), "1 day"), (.minutes(60) + .seconds(1.0), "1 hour"),
      (.minutes(90), "90 minutes"), (.hours(36), "36 hours"), (.hours(71), "3 days"),
    ] {
      #expect(ReceiverTime.trouble(now + span, machine: now)?.hasSuffix(" by \(words)") == true)
    }
    #expect(ReceiverTime.trouble(now - .seconds(59 as Int64), machine: now) == nil)
  }

  @Test("Spans count the receiver's seconds, without its jumps")
  func spans() {
    var time = ReceiverTime()
    for seconds in [0.0, 1, 2, -1e8, -1e8 + 1, 100, 160] {
      _ = time.advance(to: Receiver.noon + .seconds(seconds))
    }
    // The steps: 1, 1, a jump back, 1, a jump forward, 60.
    #expect(time.elapsed == .seconds(63 as Int64))
  }

  // MARK: Several receivers

  @Test("The first receiver with a fix is followed until it has had none for ten seconds")
  func follows() {
    var choice = DeviceChoice(named: nil)
    func follows(_ device: String, _ second: Double, hasFix: Bool = true) -> Bool {
      var report = Receiver.report(second, device: device)
      if !hasFix { (report.mode, report.coordinate) = (.none, nil) }
      return choice.follows(report, at: .seconds(second))
    }
    #expect(follows("a", 0, hasFix: false) && follows("b", 0, hasFix: false))
    #expect(follows("b", 1))
    #expect(!follows("a", 1))
    #expect(follows("b", 2, hasFix: false))
    #expect(!follows("a", 10.5))
    #expect(follows("a", 11.5))
    #expect(!follows("b", 12))
    choice.lose("a")
    #expect(follows("b", 12.5))
  }

  @Test("Who is followed in another's place is told with the reason, once")
  func changes() throws {
    let folder = TemporaryFolder()
    let time = HurriedTime()
    let trial = try LiveLocationTrial(in: folder, time: time)
    trial.receiver.say(.connected(release: "3.22"))
    trial.receive(Receiver.report(1, device: "/dev/a"))
    #expect(trial.phone.receiver.deviceChange == nil)
    trial.receiver.say(.device(path: "/dev/a", isActive: false))
    trial.receive(PositionReport(device: "/dev/b", mode: .none))
    trial.receive(Receiver.report(2, device: "/dev/b"))
    let change = try #require(trial.phone.receiver.deviceChange)
    #expect(change.report == "now following /dev/b; /dev/a is gone")
    trial.receiver.say(.device(path: "/dev/a", isActive: true))
    time.pass(.seconds(11 as Int64))
    trial.receive(Receiver.report(3, device: "/dev/a"))
    #expect(
      trial.phone.receiver.deviceChange?.report == "now following /dev/a; /dev/b has no fix")

    var status = LiveStatusTests.ride()
    status.receiver.deviceChange = .init(change.report, at: status.time)
    var lines = StatusLines(interval: .zero)
    #expect(lines.line(for: status, at: .zero)?.contains("| \(change.report) |") == true)
    #expect(lines.line(for: status, at: .minutes(1))?.contains("now following") == false)
    #expect(status.rows[0].text.hasSuffix("/dev/ttyACM0; \(change.report)"))
    status.time += .minutes(1)
    #expect(status.rows[0].text.hasSuffix("/dev/ttyACM0"))
  }

  @Test("Of several that could take over, the one with the best fix does")
  func best() {
    var choice = DeviceChoice(named: nil)
    _ = choice.follows(Receiver.report(0, device: "a"), at: .zero)
    _ = choice.follows(Receiver.report(9, accuracy: 4, device: "b"), at: .seconds(9.0))
    _ = choice.follows(
      Receiver.report(9, mode: .twoDimensional, accuracy: 2, device: "c"), at: .seconds(9.0))
    _ = choice.follows(Receiver.report(10, accuracy: 8, device: "d"), at: .seconds(10.0))
    #expect(choice.followed == "b")
  }

  @Test("Of thousands of named devices the first 64 are kept, and one more is told")
  func manyDevices() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder)
    for number in 0..<1000 {
      trial.receiver.say(.device(path: "/dev/\(number)", isActive: true))
    }
    // One run of the loop exceeds its time by a second at most.
    for _ in 0..<100 where trial.phone.receiver.rejectedCount < 936 { trial.settle() }
    let status = trial.phone.receiver
    #expect(status.devices.count == 64 && status.devices.last?.path == "/dev/63")
    // 1000 - 64.
    #expect(status.rejectedCount == 936)
    #expect(
      status.lastRejected?.report == "a device beyond the first 64, /dev/999")
    trial.receiver.say(.device(path: "/dev/3", isActive: false))
    trial.receiver.say(.device(path: "/dev/new", isActive: true))
    trial.settle()
    #expect(trial.phone.receiver.devices[3].path == "/dev/new")
  }

  @Test("A receiver that was named is the only one that counts")
  func named() throws {
    let folder = TemporaryFolder()
    let trial = try LiveLocationTrial(in: folder, device: "/dev/b")
    trial.manager.startUpdatingLocation()
    trial.receive(Receiver.report(1, device: "/dev/a"), Receiver.report(2, device: "/dev/b"))
    #expect(trial.app.fixes.map(\.timestamp) == [Receiver.noon + .seconds(2 as Int64)])
    #expect(trial.phone.receiver.followed == "/dev/b" && trial.phone.receiver.positionCount == 2)
  }
}
