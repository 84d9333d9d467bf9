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
  /// Without the folklore of SLC-5, and never reclaimed.
  private let plain = [
    "significant.connectivityTriggerProbability": 0, "significant.idleTriggerSeconds": 1e8,
    "app.memoryKillMeanSeconds": 1e9,
  ]

  /// True places of the events, beginning with that of the start.
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
      // 1.4 m a second: 500 m take longer than 300 s, so that distance alone decides.
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

  @Test("SLC-5: without a change of cell there is no event, however far the phone goes")
  func noHandover() throws {
    // One cell of 100 km: 20 km of walk may cross a border once.
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
    let bench = try Bench(world, fixed: fixed, script: watching).run()
    let times = bench.log.times("fix").map { ($0 - morning).seconds / 3600 }
    // First the one at the start, then at 1 h, and each 2 h from there.
    #expect(times.dropFirst().map { $0.rounded() } == [1, 3, 5, 7, 9, 11])
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
    // Each launch has its event.
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
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch significantChange"])
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
    let world = try World(itinerary: itinerary, chance: Chance(seed: 1))
    let bench = Bench(world, fixed: plain, script: watching)
    try bench.phone.run(until: .minute(120))
    // The first look at a serving cell was taken at the start, the second after the jump.
    #expect(bench.log.times("fix").count == 2)
  }
}
