import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Significant changes")
struct SignificantChangeTests {
  private let watching = TestApp.Script(launched: { app, _ in
    app.manager.startMonitoringSignificantLocationChanges()
  })
  /// Parameters without the folklore of SLC-5 and without memory kills.
  private let plain = [
    "significant.connectivityTriggerProbability": 0, "significant.idleTriggerSeconds": 1e8,
    "app.memoryKillMeanSeconds": 1e9,
  ]

  /// Returns the true places of the events, beginning with the start.
  private func events(_ bench: Bench) -> [(at: Instant, place: Coordinate)] {
    let times = [morning] + bench.log.times("fix").dropFirst()
    return times.map { ($0, bench.world.truth(at: $0)) }
  }

  private func distances(_ bench: Bench) -> [Double] {
    let places = events(bench).map(\.place)
    return zip(places, places.dropFirst()).map { $0.distanceMeters(to: $1) }
  }

  @Test("SLC-1: events come at least 500 m and 300 s apart")
  func contract() throws {
    for seed in UInt64(1)...10 {
      let bench = try Bench(
        World([.drive(minutes: 120), .walk(minutes: 240)], seed: seed), fixed: plain, seed: seed,
        script: watching
      ).run()
      #expect(bench.log.fixes.count > 10)
      #expect(distances(bench).allSatisfy { $0 >= 499 })
      #expect(events(bench).map(\.at).gaps.allSatisfy { $0 >= 300 })
    }
  }

  @Test(
    "SLC-3: in town half of the events come within 750 m to 1 km, the 95th percentile near 2.5 km")
  func distanceDistribution() throws {
    var all: [Double] = []
    for seed in UInt64(1)...20 {
      // At 1.4 m/s, 500 m take longer than 300 s, so distance alone decides.
      let bench = try Bench(
        World([.walk(minutes: 24 * 60)], seed: seed),
        fixed: plain.merging(
          ["significant.medianMeters": 750, "significant.sigma": 0.73], uniquingKeysWith: { $1 }),
        seed: seed, script: watching
      ).run()
      all += distances(bench)
    }
    #expect(all.count > 1500)
    #expect((700...1000).contains(all.quantile(0.5)))
    #expect((2000...3000).contains(all.quantile(0.95)))
  }

  @Test("SLC-2: half of the events lie within 500 to 1000 m, in any phone's draw")
  func ordersOfSize() throws {
    for seed in UInt64(1)...10 {
      let bench = try Bench(
        World([.walk(minutes: 24 * 60)], seed: seed), fixed: plain, seed: seed, script: watching
      ).run()
      #expect(bench.model.range("significant.medianMeters") == 750...1000)
      #expect(bench.model.range("significant.sigma") == 0.73...1.26)
      // The handover comes up to half a cell of 500 m later.
      #expect((500...1250).contains(distances(bench).quantile(0.5)))
    }
  }

  @Test("SLC-4: in the suburbs half of the events come within 1 km, 90 % within 5 km")
  func suburbs() throws {
    var all: [Double] = []
    for seed in UInt64(1)...20 {
      let bench = try Bench(
        World([.walk(minutes: 24 * 60)], cellSpacingMeters: 1000, seed: seed),
        fixed: plain.merging(
          ["significant.medianMeters": 1000, "significant.sigma": 1.26], uniquingKeysWith: { $1 }),
        seed: seed, script: watching
      ).run()
      all += distances(bench)
    }
    #expect((800...1400).contains(all.quantile(0.5)))
    #expect((4000...6500).contains(all.quantile(0.9)))
  }

  @Test(
    "SLC-6: at rest no event comes, or one every few hours, or by Apple's account every 15 min",
    arguments: [("never", 1...1), ("hours", 3...6), ("quarter-hour", 47...49)])
  func heartbeat(reading: String, events: ClosedRange<Int>) throws {
    let bench = try Bench(
      World([.still(minutes: 12 * 60, network: .cellular)]),
      fixed: ["app.memoryKillMeanSeconds": 1e9], readings: ["significantChangesAtRest": reading],
      script: watching
    ).run()
    #expect(events.contains(bench.log.fixes.count))
    // 43,200 s ÷ 900 s, and the event at the start.
    if reading == "quarter-hour" {
      #expect(bench.log.times("fix").dropFirst().map { $0 }.gaps.allSatisfy { $0 == 900 })
    }
  }

  @Test("SLC-7: on foot waits of 13 and of 26 min are nothing unusual for a force-quit app")
  func onFoot() throws {
    var gaps: [Double] = []
    for seed in UInt64(1)...20 {
      let bench = try Bench(
        World([.still(minutes: 5), .walk(minutes: 300)], seed: seed), fixed: plain, seed: seed,
        person: .opensAndLeaves + [PersonAction].does(.forceQuitsApp, atMinute: 2),
        script: watching
      ).run()
      #expect(bench.log.launches.contains("launch significantChange"))
      gaps += bench.log.times("fix").dropFirst().map { $0 }.gaps
    }
    try #require(!gaps.isEmpty)
    // 500 m and a random remainder take 10 to 15 min at 1.4 m/s in the median, with a long tail.
    #expect((600...900).contains(gaps.quantile(0.5)))
    #expect(gaps.quantile(0.25) < 780)
    #expect(gaps.quantile(0.9) > 1560)
  }

  @Test("SLC-5: without a change of cell there is no event, however far the phone goes")
  func noHandover() throws {
    // Cells are 100 km wide: a walk of 20 km crosses a border at most once.
    let bench = try Bench(
      World([.walk(minutes: 240)], cellSpacingMeters: 100_000), fixed: plain, script: watching
    ).run()
    #expect(bench.log.fixes.count <= 2)
  }

  @Test("SLC-5: joining a Wi-Fi network and quiet hours may trigger events at rest")
  func folklore() throws {
    let world = World([
      .still(minutes: 60, network: .cellular), .still(minutes: 600, network: .wifi),
    ])
    let fixed = plain.merging(
      [
        "significant.connectivityTriggerProbability": 1, "significant.idleTriggerSeconds": 7200,
      ], uniquingKeysWith: { $1 })
    let bench = try Bench(
      world, fixed: fixed, readings: ["significantChangesAtRest": "hours"], script: watching
    ).run()
    let times = bench.log.times("fix").map { ($0 - morning).seconds / 3600 }
    // The first event is at the start, the next after 1 h, and then one every 2 h.
    #expect(times.dropFirst().map { $0.rounded() } == [1, 3, 5, 7, 9, 11])
  }

  @Test("Where nothing tells a position no significant change wakes the app")
  func nothingToTell() throws {
    let world = World([.still(minutes: 300, network: .wifi)])
    let fixed = plain.merging(
      [
        "significant.connectivityTriggerProbability": 1, "significant.idleTriggerSeconds": 7200,
      ], uniquingKeysWith: { $1 })
    let bench = Bench(
      world, fixed: fixed,
      person: .opensAndLeaves + .does(.switches(.airplaneMode, isOn: true), atMinute: 60),
      script: watching)
    try bench.run()
    #expect(bench.log.times("fix").allSatisfy { $0 < .minute(60) })
    #expect(!bench.watch.notes.contains { $0.text.hasPrefix("significant change ") })
  }

  @Test(
    "SLC-8: the fix is of cell or Wi-Fi grade, but a satellite one while the receiver is on anyway")
  func grade() throws {
    let world = World([.drive(minutes: 240)])
    let plainly = try Bench(world, fixed: plain, script: watching).run()
    #expect(plainly.log.fixes.allSatisfy { !$0.fix.hasSpeed })
    #expect(
      plainly.log.fixes.allSatisfy {
        [35, 65, 165, 1414].contains($0.fix.horizontalAccuracyMeters)
      })
    #expect(plainly.log.fixes.contains { $0.fix.horizontalAccuracyMeters == 1414 })
    #expect(plainly.joules(.gnss) == 0)

    var watcher: Watcher?
    let both = TestApp.Script(launched: { app, _ in
      app.startTracking()
      watcher = Watcher(app)
    })
    _ = try Bench(world, fixed: plain, script: both).run()
    let fixes = try #require(watcher).fixes.dropFirst()
    #expect(fixes.count > 5)
    #expect(fixes.allSatisfy { $0.hasSpeed })
  }

  @Test("SLC-8: distance filter and accuracy of the manager change nothing")
  func ignoredSettings() throws {
    let picky = TestApp.Script(launched: { app, _ in
      app.manager.desiredAccuracy = .best
      app.manager.distanceFilterMeters = 1e6
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let world = World([.drive(minutes: 120)])
    let plainly = try Bench(world, fixed: plain, script: watching).run()
    #expect(try Bench(world, fixed: plain, script: picky).run().log.fixes == plainly.log.fixes)
  }

  /// A second manager, for significant changes alone.
  private final class Watcher: LocationManagerDelegate {
    var fixes: [Location] = []
    private let manager: any LocationManager

    init(_ app: TestApp) {
      manager = app.phone.makeLocationManager()
      manager.delegate = self
      manager.startMonitoringSignificantLocationChanges()
    }

    func locationManager(
      _ manager: any LocationManager, didUpdateLocations locations: [Location]
    ) { fixes += locations }
  }

  @Test("SLC-9: a wake-up lasts ten seconds")
  func wakeWindow() throws {
    let bench = try Bench(World([.drive(minutes: 120)]), fixed: plain, script: watching).run()
    let wakes = bench.watch.wakeUps.dropFirst()
    #expect(wakes.count > 5)
    for wake in wakes {
      let suspension = try #require(bench.watch.suspensions.first { $0 > wake })
      #expect((suspension - wake).seconds == 10)
    }
  }

  @Test("SLC-10: a killed app is relaunched for each event as long as it starts the service again")
  func relaunch() throws {
    let bench = Bench(World([.drive(minutes: 240)]), fixed: plain, script: watching)
    for minute in stride(from: 1.0, to: 240, by: 1) {
      try bench.run(toMinute: minute)
      bench.phone.killApp(.memoryPressure)
    }
    let launches = bench.log.launches.dropFirst()
    #expect(launches.count > 8)
    #expect(launches.allSatisfy { $0 == "launch significantChange" })
    // Each launch gets its event.
    #expect(bench.log.fixes.count >= launches.count)
  }

  @Test("SLC-10: an app that does not start it again gets one launch and then none")
  func notRearmed() throws {
    let script = TestApp.Script(launched: { app, launch in
      if launch.reason == .userOpened { app.manager.startMonitoringSignificantLocationChanges() }
    })
    let bench = Bench(World([.drive(minutes: 600)]), fixed: plain, script: script)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.memoryPressure)
    try bench.run(toMinute: 30)
    #expect(bench.log.launches == ["launch userOpened", "launch significantChange"])
    // The app is neither woken nor, after it has died again, launched.
    #expect(bench.watch.wakeUps.count == 2)
    try bench.run(toMinute: 60)
    #expect(bench.watch.wakeUps.count == 2)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    #expect(bench.log.launches.count == 2)
  }

  @Test("SLC-10: an app that starts it again some seconds into the wake-up still has its event")
  func rearmedLate() throws {
    let script = TestApp.Script(launched: { app, launch in
      _ = app.schedule(after: .seconds(3.0), "late") {
        app.manager.startMonitoringSignificantLocationChanges()
      }
    })
    let bench = Bench(World([.drive(minutes: 60)]), fixed: plain, script: script)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    let launch = try #require(bench.log.times("launch significantChange").first)
    #expect(bench.log.fixes(from: launch, to: launch + .seconds(5.0)).count == 1)
    #expect(bench.log.fixes(from: launch + .seconds(60.0)).count > 3)
  }

  @Test(
    "SLC-11, SLC-12: after a force quit the service relaunches up to iOS 18, not on iOS 26",
    arguments: [("ios-15", true), ("ios-17", true), ("ios-18", true), ("ios-26", false)])
  func forceQuit(system: String, relaunches: Bool) throws {
    for seed in UInt64(1)...5 {
      let bench = try Bench(
        World([.drive(minutes: 60)]), system: system, fixed: plain, seed: seed,
        person: .opensAndLeaves + [PersonAction].does(.forceQuitsApp, atMinute: 2),
        script: watching
      ).run()
      #expect(bench.log.launches.dropFirst().isEmpty != relaunches)
    }
  }

  @Test("SLC-13: with Background App Refresh off nothing launches or resumes the app")
  func refreshOff() throws {
    for kills in [true, false] {
      let bench = Bench(
        World([.drive(minutes: 60)]), fixed: plain,
        permissions: AppPermissions(isBackgroundRefreshOn: false), script: watching)
      try bench.run(toMinute: 1)
      if kills { bench.phone.killApp(.memoryPressure) }
      try bench.run()
      #expect(bench.log.launches == ["launch userOpened"])
      #expect(bench.log.fixes(from: .minute(1)).isEmpty)
    }
  }

  @Test(
    "SLC-14: before the first unlock nothing wakes the app, or on old systems this does, and finds its data locked",
    arguments: [("waits", false), ("launches", true)])
  func beforeUnlock(reading: String, launches: Bool) throws {
    let script = TestApp.Script(launched: { app, launch in
      app.manager.startMonitoringSignificantLocationChanges()
      if launch.reason == .userOpened {
        app.phone.container.set("1", forKey: "home")
      } else {
        app.receive(app.phone.container.value(forKey: "home") ?? "empty")
      }
    })
    let bench = Bench(
      World([.still(minutes: 5), .drive(minutes: 60)]).unattended, fixed: plain,
      readings: ["significantChangeBeforeUnlock": reading],
      person: .opensAndLeaves
        + [PersonAction].does(.reboots(unlocksAfter: .hours(20)), atMinute: 2),
      script: script)
    try bench.run()
    #expect(bench.log.launches.contains("launch significantChange") == launches)
    #expect((bench.log.count("empty") > 0) == launches)
    #expect(bench.log.count("1") == 0)
    // A note explains why no event came.
    #expect(
      bench.watch.notes.contains { $0.text.hasSuffix("locked since the phone started") } != launches
    )
  }

  @Test(
    "BG-11: up to iOS 18 a launch names its cause, from iOS 26 it does not, and either can be chosen",
    arguments: [
      ("ios-18", nil, "significantChange"), ("ios-26", nil, "unknown"),
      ("ios-18", "withheld", "unknown"), ("ios-26", "told", "significantChange"),
    ] as [(String, String?, String)])
  func launchReason(system: String, reading: String?, reported: String) throws {
    let bench = Bench(
      World([.drive(minutes: 60)]), system: system, fixed: plain,
      readings: reading.map { ["locationLaunchReason": $0] } ?? [:], script: watching)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    let launches = Set(bench.log.launches.dropFirst())
    #expect(launches == ["launch \(reported)"])
    // The wake-up is the same whether its reason is given or not.
    #expect(bench.log.fixes.count > 3)
  }

  @Test(
    "EN-9: significant changes take less than 1 % of a battery a day, continuous best far more"
  )
  func energy() throws {
    let day = World([
      .still(minutes: 480), .drive(minutes: 40), .still(minutes: 480),
      .drive(minutes: 40, course: 270), .still(minutes: 400),
    ])
    for seed in UInt64(1)...10 {
      let none = try Bench(day, fixed: plain, seed: seed, script: TestApp.Script()).run()
      let bench = try Bench(day, fixed: plain, seed: seed, script: watching).run()
      #expect((bench.joules - none.joules) / none.phone.battery.capacityJoules < 0.01)
    }
    // A drive of a whole day has the greatest number of events.
    let moving = World([.drive(minutes: 24 * 60)])
    let tracking = TestApp.Script(launched: { app, _ in app.startTracking() })
    let none = try Bench(moving, fixed: plain, script: TestApp.Script()).run()
    let rare = try Bench(moving, fixed: plain, script: watching).run()
    let continuous = try Bench(moving, fixed: plain, script: tracking).run()
    // About 0.3 W, compared with at most a wake-up of some 3 J every five minutes, 0.01 W.
    #expect(continuous.joules - none.joules > 20 * (rare.joules - none.joules))
  }

  @Test("A second manager that stops does not end the first one's service")
  func twoManagers() throws {
    var second: (any LocationManager)?
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      second = app.phone.makeLocationManager()
      second?.startMonitoringSignificantLocationChanges()
      second?.stopMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(World([.drive(minutes: 60)]), fixed: plain, script: script).run()
    #expect(bench.log.fixes.count > 3)
    #expect(second != nil)
  }

  @Test("A jump at rest is noticed as well")
  func jump() throws {
    let far = Coordinate(latitude: home.latitude + 0.05, longitude: home.longitude)
    let calendar = LocalCalendar.utc
    let itinerary = Itinerary(
      start: morning, end: .minute(120), calendar: calendar, places: [],
      legs: [
        Leg(.stay(.coordinate(home)), ending: .at(.minute(60))),
        Leg(.jump(to: .coordinate(far)), ending: .at(.minute(120))),
      ])
    let world = try World(itinerary: itinerary, chance: SeededRandom(seed: 1))
    let bench = Bench(world, fixed: plain, script: watching)
    try bench.phone.run(until: .minute(120))
    // The phone first determined its cell at the start, and again after the jump.
    #expect(bench.log.times("fix").count == 2)
  }
}
