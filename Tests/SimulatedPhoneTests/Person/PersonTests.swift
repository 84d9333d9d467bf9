import EventKernel
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("What the person does, as the phone takes it")
struct PersonTests {
  private let tracks = TestApp.Script(launched: { app, _ in app.startTracking() })

  @Test("An act in the app reaches it, with what was entered, while it is open and not else")
  func acts() throws {
    let act = PersonAction.Kind.acts(UserAction("startTrip", parameters: ["purpose": "work"]))
    let bench = Bench(
      World([.still(minutes: 30)]),
      person: .opens(atMinute: 1, forSeconds: 120) + .does(act, atMinute: 2)
        + .does(act, atMinute: 10), script: TestApp.Script())
    try bench.run()
    #expect(bench.log.times("act startTrip purpose=work") == [.minute(2)])
  }

  @Test("What the person lays aside or leaves at home they cannot open")
  func leftBehind() throws {
    let there = World([.walk(minutes: 20)])
    var spans = there.person.spans
    spans[0].carried = .left
    let apart = World(
      calendar: .utc, places: [], person: Trajectory(knots: there.person.knots, spans: spans),
      phone: there.phone, cells: there.cells, segments: there.segments)
    let bench = Bench(apart, person: .opens(atMinute: 5), script: TestApp.Script())
    try bench.run()
    #expect(bench.log.launches.isEmpty)
    #expect(bench.watch.notes.contains { $0.text == "does not have the phone at hand" })
  }

  @Test("Airplane mode takes the network, and with it network positions; satellites stay")
  func airplaneMode() throws {
    let bench = Bench(
      World([.walk(minutes: 60)]),
      person: .opensAndLeaves + .does(.switches(.airplaneMode, isOn: true), atMinute: 20)
        + .does(.switches(.airplaneMode, isOn: false), atMinute: 40), script: tracks)
    try bench.run(toMinute: 30)
    #expect(bench.phone.http.reachability == .none)
    #expect(bench.phone.networkFix(for: .standardUpdates) == nil)
    // One fix a second for ten minutes, from satellites.
    #expect(bench.log.fixes(from: .minute(20), to: .minute(30)).count > 590)
    // The modem does not search for a network while it is switched off (RAD-12).
    #expect(bench.phone.ledger.watts(.modem, .system) == 0)
    try bench.run(toMinute: 41)
    #expect(bench.phone.http.reachability == .cellular)
  }

  @Test("A switch put at the very moment of setting out does not hide that the phone moves")
  func switchedOnDeparture() throws {
    let bench = Bench(
      World([.still(minutes: 30), .walk(minutes: 30)]),
      person: .opensAndLeaves + .does(.switches(.airplaneMode, isOn: true), atMinute: 30),
      script: tracks)
    try bench.run()
    // Without assistance the first fix takes at most 240 s (STD-14). Then there is one a second for
    // 20 minutes.
    #expect(bench.log.fixes(from: .minute(35), to: .minute(55)).count > 1190)
  }

  @Test("Airplane mode leaves a tracker of network positions nothing")
  func airplaneModeIndoors() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking(.hundredMeters) })
    let bench = Bench(
      World([.walk(minutes: 60)]),
      person: .opensAndLeaves + .does(.switches(.airplaneMode, isOn: true), atMinute: 20),
      script: script)
    try bench.run()
    #expect(!bench.log.fixes(from: .minute(10), to: .minute(20)).isEmpty)
    #expect(bench.log.fixes(from: .minute(21)).isEmpty)
  }

  @Test("With Wi-Fi off there are no access points to be heard: cell positions only")
  func wifiOff() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking(.hundredMeters) })
    let place = Place(name: "home", coordinate: home, wifiName: "HomeNet")
    let bench = Bench(
      World([.still(minutes: 60, place: 0)], places: [place]),
      person: .opensAndLeaves + .does(.switches(.wifi, isOn: false), atMinute: 20),
      script: script)
    try bench.run(toMinute: 19)
    #expect(bench.phone.joinedWiFiName == "HomeNet")
    try bench.run()
    #expect(bench.phone.joinedWiFiName == nil)
    #expect(bench.phone.http.reachability == .cellular)
    let accuracies = Set(bench.log.fixes(from: .minute(21)).map(\.fix.horizontalAccuracyMeters))
    #expect(accuracies == [1414])
  }

  private static let navigates = [
    PersonAction(
      .at(.minute(10)), .uses(.navigation),
      then: PersonAction.FollowUp(.stopsUsing(.navigation), after: .minutes(30)))
  ]

  /// Returns the receiver's joules on a drive of an hour.
  private func receiverJoules(
    _ script: TestApp.Script?, person: [PersonAction]
  ) throws -> (joules: Double, bench: Bench) {
    // All starts are hot and there is no tail, so only the time on counts.
    let bench = Bench(
      World([.drive(minutes: 60)]), fixed: ["gnss.tailSeconds": 0],
      person: .opensAndLeaves + person, script: script)
    try bench.run()
    return (bench.joules(.gnss), bench)
  }

  @Test("A receiver that is on for a navigation app costs a tracker nothing more (EN-7)")
  func sharedReceiver() throws {
    let bare = try receiverJoules(nil, person: Self.navigates).joules
    let alone = try receiverJoules(tracks, person: []).joules
    let both = try receiverJoules(tracks, person: Self.navigates).joules
    #expect(bare > 0)
    // The tracker keeps the receiver on for the hour, so it draws the same with and without the
    // other app. Start-ups add less than a tenth of that.
    #expect(abs(both - alone) < alone * 0.1)
    #expect(abs((both - bare) - alone / 2) < alone * 0.1)
  }

  @Test("Fixes that another app has paid for are a modest tracker's too, and rare again after it")
  func sharedFixes() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking(.threeKilometers) })
    let bench = try receiverJoules(script, person: Self.navigates).bench
    let meanwhile = bench.log.fixes(from: .minute(15), to: .minute(40))
    #expect(meanwhile.count > 1200)
    #expect(meanwhile.allSatisfy { $0.fix.horizontalAccuracyMeters < 50 })
    #expect(bench.log.fixes(from: .minute(41)).count < 30)
  }

  @Test("Another app on the screen puts the tracker into the background")
  func otherAppInFront() throws {
    let use = PersonAction(
      .at(.minute(5)), .uses(.game), then: .init(.stopsUsing(.game), after: .minutes(10)))
    let bench = Bench(
      World([.still(minutes: 30)]), person: .opens(atMinute: 1) + [use], script: TestApp.Script())
    try bench.run()
    #expect(bench.log.times("background") == [.minute(5)])
    // The screen's energy is booked on the app in front.
    let watts = bench.model.device.screen.onWatts
    #expect(abs(bench.phone.ledger.joules(.screen, at: bench.phone.now) - watts * 14 * 60) < 1)
  }

  @Test("LIFE-4: beside a camera or a game a suspended app lasts half an hour to two hours")
  func memory() throws {
    /// Returns how many of 60 phones have killed the app after three hours.
    func deaths(_ person: [PersonAction]) throws -> Int {
      try (1...60).count { seed in
        let bench = Bench(
          World([.still(minutes: 180)]), seed: UInt64(seed), person: .opensAndLeaves + person,
          script: TestApp.Script())
        try bench.run()
        return !bench.watch.deaths.isEmpty
      }
    }
    // With a mean of 4 to 12 h, 32 % die within 3 h on average; with one of 0.5 to 2 h, 92 %.
    #expect((8...32).contains(try deaths([])))
    #expect(try deaths([PersonAction(.at(.minute(1)), .uses(.camera))]) > 45)
  }

  @Test("A phone on a cable is pulled off it when the user walks away with it")
  func walksOff() throws {
    let bench = Bench(
      World([.still(minutes: 30), .walk(minutes: 30)]), battery: 0.5,
      person: .does(.plugsInHere, atMinute: 10), script: nil)
    try bench.run(toMinute: 20)
    #expect(bench.phone.battery.isCharging)
    try bench.run(toMinute: 31)
    #expect(!bench.phone.battery.isCharging)
  }
}
