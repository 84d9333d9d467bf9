import Geodesy
import LiveTestSupport
import Scenarios
import Testing
import Text
import Timekeeping
import TrackingEngine

@testable import LivePhone
@testable import LiveTracking

@Suite("What odograph live is told")
struct LiveControlTests {
  private static let home = Coordinate(latitude: 45.5, longitude: -122.6)

  @Test("Words are read, and written as they are read")
  func words() throws {
    let controls: [(String, LiveControl)] = [
      ("status", .status), ("send-now", .sendNow), ("trip-start", .tripStart(nil)),
      ("trip-start:car", .tripStart(.car)), ("trip-stop", .tripStop),
      ("tracking-on", .tracking(isOn: true)), ("tracking-off", .tracking(isOn: false)),
      ("interval:30 s", .interval(.seconds(30 as Int64))), ("interval:off", .interval(nil)),
      ("phone:open", .phone(.open)), ("phone:force-quit", .phone(.forceQuit)),
      ("set:home=[45.5,-122.6]", .set(SettingText("home", "[45.5,-122.6]"))),
      ("set:sendInterval=30 s", .set(SettingText("sendInterval", "30 s"))),
      ("settings", .settings),
      ("set-home:45.5,-122.6", .setHome(Self.home, radiusMeters: nil)),
      ("set-home:45.5,-122.6,150.0", .setHome(Self.home, radiusMeters: 150)),
      ("sign-in", .account(.signIn(nil))), ("sign-in:ABC", .account(.signIn("ABC"))),
      ("sign-out", .account(.signOut)), ("consents", .account(.consents)),
      ("consent", .account(.consent(nil, isGiven: true))),
      ("withdraw:omh:geoposition:1.0", .account(.consent("omh:geoposition:1.0", isGiven: false))),
      ("quit", .quit),
    ]
    for (text, control) in controls {
      #expect(try LiveControl(text) == control)
      #expect(control.text == text)
    }
    #expect(try LiveControl("interval:5min") == .interval(.minutes(5)))
  }

  @Test(
    "What is no word names the nearest",
    arguments: [
      (
        "trip-strat",
        "unknown word 'trip-strat'; accepted: status, send-now, trip-start, "
          + "trip-stop, tracking-on, tracking-off, interval, set, settings, set-home, sign-in, "
          + "sign-out, consents, consent, withdraw, phone, quit; did you mean 'trip-start'?"
      ),
      (
        "trip-start:cat",
        "trip-start: unknown mode of travel 'cat'; accepted: walk, run, "
          + "bicycle, car, taxi, bus, tram, train, metro, gondola, monorail, sleigh, plane, boat, "
          + "scooter; did you mean 'car'?"
      ),
      (
        "interval:soon",
        "interval: the interval is 'soon'; accepted: interval:30s, interval:5min or interval:off"
      ),
      (
        "interval",
        "interval: no interval is given; accepted: interval:30s, interval:5min or interval:off"
      ),
      (
        "set:sendIntervall=30s",
        "set: no setting is called 'sendIntervall'; accepted: a name that 'odograph settings' "
          + "lists; did you mean 'sendInterval'?"
      ),
      (
        "set:accessToken=x",
        "set: 'accessToken' is a secret, and other users can see arguments; accepted: a new start "
          + "with --token-file, or with ODOGRAPH_DEVICE_TOKEN"
      ),
      (
        "set:sendInterval",
        "set: no setting and value are given; accepted: set:sendInterval=30s"
      ),
      ("settings:all", "'settings' takes no value; accepted: settings"),
      (
        "set-home:91,0",
        "set-home: the position is '91,0'; accepted: a latitude and a longitude in degrees, such as "
          + "set-home:45.5,-122.6, and optionally a radius in meters, such as "
          + "set-home:45.5,-122.6,150"
      ),
      (
        "set-home",
        "set-home: no position is given; accepted: a latitude and a longitude in degrees, such as "
          + "set-home:45.5,-122.6, and optionally a radius in meters, such as "
          + "set-home:45.5,-122.6,150"
      ),
      (
        "set-home:45.5,-122.6,40",
        "set-home: the radius is '40'; accepted: a radius of 50 to 500 m"
      ),
      ("quit:now", "'quit' takes no value; accepted: quit"),
      (
        "phone:opne",
        "phone: unknown act 'opne'; accepted: open, leave, force-quit, reboot, unlock, plug-in, "
          + "unplug; did you mean 'open'?"
      ),
    ])
  func refusals(_ text: String, _ reason: String) {
    let error = #expect(throws: InputError.self) { try LiveControl(text) }
    let message = error?.description ?? ""
    #expect(message == "--send: " + reason || message == "--send " + reason)
  }

  @Test("Keys act at once, and a trip's mode and the interval are asked for")
  func keys() {
    let idle = LiveStatus(time: LiveTracker.noon, calendar: .utc, preset: "p", gpsd: "g")
    let onTrip = LiveStatusTests.ride()
    var dialog = KeyDialog()
    #expect(dialog.press("s", on: idle) == .control(.sendNow))
    #expect(dialog.press("x", on: idle) == .control(.tracking(isOn: false)))
    #expect(dialog.press("t", on: onTrip) == .control(.tripStop))
    #expect(dialog.press("t", on: idle) == .nothing)
    #expect(dialog.footer(for: idle)[0].hasPrefix("Trip by: w walk   r run   b bicycle   c car"))
    #expect(dialog.press("c", on: idle) == .control(.tripStart(.car)))
    #expect(dialog.press("i", on: idle) == .nothing)
    #expect(dialog.press("4", on: idle) == .control(.interval(.minutes(5))))
    // Any other key changes nothing, and has no effect of its own.
    #expect(dialog.press("i", on: idle) == .nothing)
    #expect(dialog.press("q", on: idle) == .nothing)
    #expect(dialog.press("?", on: idle) == .nothing)
    #expect(dialog.footer(for: idle)[0] == "s  send the waiting records now")
    #expect(dialog.press("?", on: idle) == .nothing)
    #expect(dialog.footer(for: idle)[0].hasPrefix("s send now"))
    #expect(dialog.press("h", on: idle) == .nothing)
    #expect(dialog.press("q", on: idle) == .control(.quit))
  }

  @Test("However fast keys come each is heard, but for those that send more than one byte")
  func fastKeys() {
    func keys(_ text: String) -> String { String(LiveTerminal.keys(in: text.utf8)) }
    #expect(keys("tcs") == "tcs")
    #expect(keys("\u{1B}[Aq") == "q")
    #expect(keys("t\u{1B}[1;5C\u{1B}OPc\u{1B}[3~x") == "tcx")
    #expect(keys("é?\u{1B}[") == "?")
    // Alone, Escape is a key, with which users leave a choice.
    #expect(keys("t\u{1B}s\u{1B}") == "t\u{1B}s\u{1B}")
  }

  @Test("The trail keeps its newest points, and numbers that stay while it is thinned")
  func trail() {
    var trail = LiveTrail()
    let count = LiveTrail.pointsMax + 10
    for index in 0..<count {
      let report = PositionReport(
        mode: .twoDimensional,
        coordinate: Coordinate(latitude: Double(index) * 1e-4, longitude: 0))
      let received = ReceiverStatus.Received(report, at: LiveTracker.noon + .seconds(Int64(index)))
      trail.add(received)
      trail.add(received)
    }
    #expect(trail.points.last?.number == count)
    #expect(trail.points.count == LiveTrail.pointsMax * 3 / 4 + 10)
    #expect(trail.points(after: count - 3).map(\.number) == [count - 2, count - 1, count])
  }
}
