import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Regions")
struct RegionTests {
  private func watching(_ regions: [CircularRegion]) -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      guard launch.reason == .userOpened else { return }
      for region in regions { app.manager.startMonitoring(region) }
    })
  }

  private func circle(
    _ identifier: String = "home", eastMeters: Double = 0, radiusMeters: Double = 100
  ) -> CircularRegion {
    let center = LocalScale(latitude: home.latitude).coordinate(
      home, moved: Displacement(eastMeters: eastMeters, northMeters: 0))
    return CircularRegion(identifier: identifier, center: center, radiusMeters: radiusMeters)
  }

  private let calm = [
    "app.memoryKillMeanSeconds": 1e9, "region.missedExitProbability": 0,
    "region.earlyEntryProbability": 0,
  ]
  private let leaving = World([.still(minutes: 10), .walk(minutes: 60), .still(minutes: 60)])

  @Test("REG-1: the 21st region fails, by way of the queue; replacing one of the 20 does not")
  func limit() throws {
    let regions = (1...21).map { circle("\($0)", eastMeters: Double($0) * 1000) } + [circle("7")]
    let bench = try Bench(leaving, script: watching(regions)).run(toMinute: 1)
    #expect(
      bench.log.calls.map(\.name).filter { $0.hasPrefix("unwatched") }
        == ["unwatched 21 regionMonitoringFailure"])
    #expect(bench.log.nested.isEmpty)
    #expect(bench.phone.location.regions.regions.count == 20)
  }

  @Test("A region that cannot be watched does not push out the one it should have replaced")
  func invalidReplacement() throws {
    let bench = try Bench(
      leaving, script: watching([circle(), circle(radiusMeters: -1)])
    ).run(toMinute: 1)
    #expect(bench.phone.location.regions.regions == [circle()])
  }

  @Test("REG-2: an exit needs the phone past edge and cushion, and 20 s there")
  func cushionAndDwell() throws {
    for seed in UInt64(1)...20 {
      let bench = try Bench(leaving, fixed: calm, seed: seed, script: watching([circle()])).run()
      let exit = try #require(bench.log.times("exit home").first)
      // 175 m of radius and cushion take 125 s at 1.4 m/s; 20 s of dwell follow. The latency runs
      // at the same time.
      #expect((exit - .minute(10)).seconds >= 125 + 20)
    }
  }

  @Test("REG-2: a step beyond the cushion of less than 20 s is no exit")
  func shortStep() throws {
    // The phone goes 420 m out at 30 m/s and back. It is 15 s beyond the cushion, which two checks
    // notice.
    let world = World([
      .still(minutes: 5), .drive(minutes: 14.0 / 60, metersPerSecond: 30, course: 90),
      .drive(minutes: 14.0 / 60, metersPerSecond: 30, course: 270), .still(minutes: 60),
    ])
    let fixed = calm.merging(
      ["region.radiusMetersMin": 100, "region.cushionMeters": 100], uniquingKeysWith: { $1 })
    let bench = try Bench(world, fixed: fixed, script: watching([circle()])).run()
    #expect(bench.log.count("exit home") == 0)
    #expect(bench.log.count("enter home") == 0)
    #expect(bench.phone.location.geofences.fences[0].crossings == 0)
  }

  @Test(
    "REG-3: an exit is reported 3 to 5 min after setting out, or after the crossing, in the mean",
    arguments: [("from-departure", 0.0), ("from-crossing", 100 / 1.4)])
  func latency(reading: String, beginningSeconds: Double) throws {
    var latencies: [Double] = []
    let fixed = calm.merging(
      ["region.radiusMetersMin": 100, "region.cushionMeters": 200], uniquingKeysWith: { $1 })
    for seed in UInt64(1)...150 {
      let bench = try Bench(
        leaving, fixed: fixed, readings: ["exitLatency": reading], seed: seed,
        script: watching([circle()])
      ).run()
      let exit = try #require(bench.log.times("exit home").first)
      latencies.append((exit - .minute(10)).seconds - beginningSeconds)
    }
    // The cushion (200 m at 1.4 m/s from the center, 143 s), the dwell (20 s) and the check every
    // 10 s always come first. No report takes longer than 20 min.
    #expect(latencies.allSatisfy { (163 - beginningSeconds...1210).contains($0) })
    // The latencies are log-normal with means of 180 to 300 s and sigmas of 0.8 to 1.2. The later
    // of the latency and 168 s has a mean of 275 s. Counted from the crossing, the later of the
    // latency and the remaining 97 s has one of 242 s. The standard error is 16 s.
    let expected = beginningSeconds == 0 ? 275.0 : 242
    #expect(abs(latencies.mean - expected) < 50)
  }

  @Test("REG-3: without a network the report waits for one")
  func noNetwork() throws {
    let world = World([
      .still(minutes: 10), .walk(minutes: 60, network: .none), .still(minutes: 60),
    ])
    let bench = try Bench(world, fixed: calm, script: watching([circle()])).run()
    #expect(bench.log.times("exit home") == [.minute(70)])
  }

  @Test(
    "REG-5: a circle of 10 m is entered at 100 to 200 m, one of 300 m at its own edge",
    arguments: [(10.0, 100.0, 200.0), (300, 300, 300)])
  func effectiveRadius(radius: Double, nearest: Double, farthest: Double) throws {
    let world = World([.walk(minutes: 60), .still(minutes: 60)])
    for seed in UInt64(1)...20 {
      let office = circle("office", eastMeters: 4000, radiusMeters: radius)
      let bench = Bench(world, fixed: calm, seed: seed, script: watching([office]))
      try bench.phone.run(until: .second(60))
      while bench.phone.location.geofences.fences[0].crossedAt == nil {
        guard try bench.phone.step(until: world.end) else { break }
      }
      // The phone notices the crossing ten seconds, or 14 m, after the edge at the latest.
      let distance = world.truth(at: bench.phone.now).distanceMeters(to: office.center)
      #expect((nearest - 15...farthest).contains(distance))
    }
  }

  @Test("REG-6: circles around one place fire within 30 s of one another")
  func agreement() throws {
    let site = ["a", "b"].map { circle($0, eastMeters: 9000, radiusMeters: 60) }
    let world = World([.drive(minutes: 12.5), .still(minutes: 60)])
    for seed in UInt64(1)...40 {
      let log = try Bench(world, fixed: calm, seed: seed, script: watching(site)).run().log
      let times = try ["enter a", "enter b"].map { try #require(log.times($0).first) }
      #expect(abs((times[0] - times[1]).seconds) <= 30)
    }
  }

  @Test("REG-6: a few entries are found up to 1000 m away, even by a phone that passes")
  func earlyEntry() throws {
    // 1.4 km/min along a road that passes 500 m south of the site.
    let scale = LocalScale(latitude: home.latitude)
    let center = scale.coordinate(
      home, moved: Displacement(eastMeters: 6000, northMeters: 500))
    let site = CircularRegion(identifier: "site", center: center, radiusMeters: 60)
    let world = World([.drive(minutes: 20), .still(minutes: 30)])
    var entries = 0
    for seed in UInt64(1)...100 {
      let fixed = calm.merging(["region.earlyEntryProbability": 1], uniquingKeysWith: { $1 })
      let log = try Bench(world, fixed: fixed, seed: seed, script: watching([site])).run().log
      entries += log.count("enter site")
      #expect(log.count("exit site") <= log.count("enter site"))
    }
    // Half of the draws reach beyond 500 m. A phone that has left again before the report gets
    // none.
    #expect((5...60).contains(entries))
    let never = try Bench(world, fixed: calm, script: watching([site])).run()
    #expect(never.log.count("enter site") == 0)
    let law = never.model.parameters.first { $0.name == "region.earlyEntryProbability" }
    #expect(law?.low == 0.02 && law?.high == 0.05)
  }

  @Test("REG-7: a circle of 25 m set at rest is left after 200 to 250 m, at times after 1 to 2 km")
  func exitDistance() throws {
    // The cushion counts from the center, and the phone checks every 14 m.
    for (missed, range) in [(0.0, 175.0...240), (1, 1025...2040)] {
      for seed in UInt64(1)...20 {
        let fixed = calm.merging(
          ["region.missedExitProbability": missed], uniquingKeysWith: { $1 })
        let bench = Bench(
          leaving, fixed: fixed, seed: seed, script: watching([circle(radiusMeters: 25)]))
        try bench.run(toMinute: 10)
        while bench.phone.location.geofences.fences[0].crossedAt == nil {
          guard try bench.phone.step(until: leaving.end) else { break }
        }
        #expect(range.contains(leaving.truth(at: bench.phone.now).distanceMeters(to: home)))
      }
    }
  }

  @Test(
    "REG-9: before the first unlock a crossing waits; after it circles are still watched, or by one account not",
    arguments: [("watched", 1), ("forgotten", 0)])
  func reboot(reading: String, exits: Int) throws {
    let bench = Bench(
      leaving.unattended, fixed: calm, readings: ["regionsAfterReboot": reading],
      person: .opensAndLeaves
        + [PersonAction].does(.reboots(unlocksAfter: .hours(20)), atMinute: 2),
      script: watching([circle()]))
    try bench.run(toMinute: 60)
    #expect(bench.log.launches == ["launch userOpened"])
    bench.phone.unlock()
    try bench.run()
    #expect(bench.log.count("exit home") == exits)
    #expect(bench.log.times("exit home").allSatisfy { $0 > .minute(60) })
  }

  @Test("REG-12: When In Use gets no crossing in the background")
  func whenInUse() throws {
    let bench = try Bench(
      leaving, fixed: calm, permissions: AppPermissions(location: .whenInUse),
      script: watching([circle()])
    ).run()
    #expect(bench.log.count("exit home") == 0)
  }

  @Test("REG-4: with Wi-Fi off a circle is left 2 to 5 cushions beyond its edge")
  func wifiOff() throws {
    for seed in UInt64(1)...20 {
      let bench = Bench(
        leaving, fixed: calm, seed: seed,
        person: .opensAndLeaves + .does(.switches(.wifi, isOn: false), atMinute: 1),
        script: watching([circle()]))
      try bench.run(toMinute: 10)
      while bench.phone.location.geofences.fences[0].crossedAt == nil {
        guard try bench.phone.step(until: leaving.end) else { break }
      }
      // 100 m, plus a cushion of 2 × 75 m to 5 × 125 m, checked every 14 m.
      let meters = leaving.truth(at: bench.phone.now).distanceMeters(to: home)
      #expect((250...739).contains(meters))
    }
  }

  @Test(
    "REG-13, REG-7: missed exits of short trips never come, those of long ones a kilometer away")
  func missedExits() throws {
    let fixed = calm.merging(["region.missedExitProbability": 1], uniquingKeysWith: { $1 })
    let short = World([
      .still(minutes: 5), .walk(minutes: 10), .walk(minutes: 10, course: 270), .still(minutes: 60),
    ])
    let near = try Bench(short, fixed: fixed, script: watching([circle()])).run()
    #expect(near.log.count("exit home") + near.log.count("enter home") == 0)
    let far = try Bench(leaving, fixed: fixed, script: watching([circle()])).run()
    let exit = try #require(far.log.times("exit home").first)
    #expect(leaving.truth(at: exit).distanceMeters(to: home) > 1100)
  }

  @Test("REG-8: a killed app is relaunched for a crossing, hears of it, and has ten seconds")
  func relaunch() throws {
    let bench = Bench(leaving, fixed: calm, script: watching([circle()]))
    try bench.run(toMinute: 2)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch region"])
    let exit = try #require(bench.log.times("exit home").first)
    let launch = try #require(bench.log.times("launch region").first)
    let suspension = try #require(bench.watch.suspensions.first { $0 > exit })
    // The callback comes 30 ms after the launch.
    #expect(exit - launch == .milliseconds(30))
    #expect((suspension - launch).seconds == 10)
  }

  @Test(
    "REG-10: after a force quit an exit relaunches up to iOS 18, not on iOS 26",
    arguments: [("ios-17", true), ("ios-26", false)])
  func forceQuit(system: String, relaunches: Bool) throws {
    let bench = try Bench(
      leaving, system: system, fixed: calm,
      person: .opensAndLeaves + [PersonAction].does(.forceQuitsApp, atMinute: 2),
      script: watching([circle()])
    ).run()
    #expect((bench.log.count("exit home") == 1) == relaunches)
  }

  @Test("REG-11: registering inside is no event; the state can be asked for")
  func registeringInside() throws {
    let script = TestApp.Script(launched: { app, _ in
      let inside = circle("inside")
      let outside = circle("outside", eastMeters: 5000)
      for region in [inside, outside] { app.manager.startMonitoring(region) }
      for region in [inside, outside, circle("other")] { app.manager.requestState(for: region) }
    })
    let bench = try Bench(World([.still(minutes: 60)]), script: script).run()
    let names = bench.log.calls.map(\.name)
    #expect(!names.contains { $0.hasPrefix("enter") || $0.hasPrefix("exit") })
    #expect(
      names.filter { $0.hasPrefix("state") }
        == ["state inside inside", "state outside outside", "state other unknown"])
  }

  @Test("An entry is reported too, and only what was asked for")
  func entry() throws {
    var silent = circle("silent", eastMeters: 3000, radiusMeters: 300)
    silent.notifyOnEntry = false
    let loud = circle("loud", eastMeters: 3000, radiusMeters: 300)
    // 40 min at 1.4 m/s are 3,360 m.
    let world = World([.walk(minutes: 36), .still(minutes: 60)])
    let bench = try Bench(world, fixed: calm, script: watching([silent, loud])).run()
    #expect(bench.log.count("enter loud") == 1)
    #expect(bench.log.count("enter silent") == 0)
  }

  @Test("A return before the report makes both crossings void")
  func voidCrossing() throws {
    let fixed = calm.merging(
      [
        "region.latencyMeanSeconds": 1200, "region.latencySigma": 0, "region.radiusMetersMin": 100,
        "region.cushionMeters": 100,
      ], uniquingKeysWith: { $1 })
    let world = World([
      .still(minutes: 5), .walk(minutes: 5), .walk(minutes: 5, course: 270), .still(minutes: 60),
    ])
    let bench = try Bench(world, fixed: fixed, script: watching([circle()])).run()
    #expect(bench.log.count("exit home") + bench.log.count("enter home") == 0)
  }

  @Test("A region that is no longer watched is silent, even with a report under way")
  func stopped() throws {
    let script = TestApp.Script(
      launched: { app, _ in app.manager.startMonitoring(circle()) })
    let bench = Bench(leaving, fixed: calm, script: script)
    while bench.phone.location.geofences.hasCrossingInDoubt == false {
      guard try bench.phone.step(until: bench.world.end) else { break }
    }
    try bench.phone.run(until: bench.phone.now + .seconds(31.0))
    bench.phone.location.regions.stop(circle())
    try bench.run()
    #expect(bench.log.count("exit home") == 0)
  }
}

extension World {
  /// The same world with a phone that the user does not have at hand and does not unlock.
  var unattended: World {
    let spans = phone.spans.map { span in
      var span = span
      span.carried = .left
      return span
    }
    return World(
      calendar: calendar, places: places, person: person,
      phone: Trajectory(knots: phone.knots, spans: spans), cells: cells, segments: segments)
  }
}
