import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Visits")
struct VisitTests {
  private let watching = TestApp.Script(launched: { app, _ in app.manager.startMonitoringVisits() })
  /// Parameters with which no visit fails and no app is killed for its memory.
  private let calm = [
    "app.memoryKillMeanSeconds": 1e9, "visit.falseArrivalProbability": 0,
    "visit.missedProbability": 0,
  ]
  /// A day that leaves home at minute 30, is at the shop from 50 to 170, and at home from 190 on.
  private let errand = World([
    .still(minutes: 30), .drive(minutes: 20), .still(minutes: 120),
    .drive(minutes: 20, course: 270), .still(minutes: 60),
  ])

  /// Returns for each seed the seconds from the true start of the stay at the shop to the app's
  /// callback.
  private func arrivalSeconds(
    _ world: World? = nil, fixed: [String: Double] = [:], readings: [String: String] = [:],
    seeds: ClosedRange<UInt64>, person: [PersonAction] = .opensAndLeaves,
    script: TestApp.Script? = nil
  ) throws -> [Double] {
    try seeds.map { seed in
      let bench = try Bench(
        world ?? errand, fixed: calm.merging(fixed, uniquingKeysWith: { $1 }), readings: readings,
        seed: seed, person: person, script: script ?? watching
      ).run(toMinute: 169)
      return (try #require(bench.log.times("arrival").first) - .minute(50)).seconds
    }
  }

  @Test("VIS-1: events are dated back; the far future and past stand for what was not seen")
  func dates() throws {
    let bench = try Bench(errand, fixed: calm, script: watching).run()
    let visits = bench.log.visits.map(\.visit)
    // The departure from home, whose beginning was not observed; both events of the shop; the
    // arrival at home.
    #expect(
      bench.log.calls.map(\.name).filter { ["arrival", "departure"].contains($0) }
        == ["departure", "arrival", "departure", "arrival"])
    #expect(visits[0].arrival == .distantPast)
    #expect(visits[1].departure == .distantFuture)
    #expect(visits[2].arrival == visits[1].arrival)
    // The dates are true to within four standard deviations of at most 90 s.
    let truths: [(Instant, Double)] = [
      (visits[0].departure, 30), (visits[1].arrival, 50), (visits[2].departure, 170),
      (visits[3].arrival, 190),
    ]
    for (date, minute) in truths { #expect(abs((date - .minute(minute)).seconds) < 360) }
    for noted in bench.log.visits {
      #expect(noted.visit.departure == .distantFuture || noted.visit.departure < noted.at)
      #expect(noted.visit.arrival < noted.at)
    }
  }

  @Test("VIS-1: however wrong its dates are, no visit departs before it arrives")
  func datesInOrder() throws {
    var departures = 0
    for seed: UInt64 in 1...20 {
      // The dates of a stay of two hours are wrong by an hour and a half, so departure and arrival
      // would be reversed in one of two stays.
      let wrong = calm.merging(["visit.dateErrorSeconds": 5400]) { $1 }
      let visits = try Bench(errand, fixed: wrong, seed: seed, script: watching).run().log.visits
        .map(\.visit)
      for visit in visits { #expect(visit.arrival <= visit.departure, "seed \(seed)") }
      departures += visits.count { $0.departure != .distantFuture && $0.arrival != .distantPast }
    }
    #expect(departures >= 10)
  }

  @Test("VIS-1: who settles 300 m away has left: both events come in one launch")
  func severalInOneLaunch() throws {
    let world = World([.still(minutes: 10), .walk(minutes: 3.6), .still(minutes: 60)])
    let bench = Bench(world, fixed: calm, script: watching)
    try bench.run(toMinute: 1)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch visit"])
    #expect(bench.log.times("departure") == bench.log.times("arrival"))
    #expect(bench.log.visits.count == 2)
  }

  @Test("VIS-2: a wait of 927 s for an arrival is nothing unusual for an app that sleeps")
  func loggedArrival() throws {
    let seconds = try arrivalSeconds(seeds: 1...150)
    // ln(927 ÷ 600) ÷ 0.715 = 0.61 standard deviations, which 27 % exceed, with a standard error of
    // 3.6 %.
    let share = Double(seconds.count { $0 >= 927 }) / 150
    #expect((0.16...0.38).contains(share))
  }

  @Test("VIS-3: a sleeping app hears of an arrival after 3 to 30 min, 10 in the median")
  func dwell() throws {
    let seconds = try arrivalSeconds(seeds: 1...400)
    #expect(seconds.allSatisfy { (180...1800).contains($0) })
    // The logarithms of the 400 draws have a standard deviation of 0.715, so the standard errors
    // are 27 s and 92 s.
    #expect((520...690).contains(seconds.quantile(0.5)))
    #expect((1230...1770).contains(seconds.quantile(0.9)))
    let short = World([.still(minutes: 5), .drive(minutes: 10), .still(minutes: 2.9)])
    let bench = try Bench(short, fixed: calm, script: watching).run()
    #expect(bench.log.count("arrival") == 0)
  }

  @Test("VIS-4: a departure takes 500 to 1500 m and 2 to 10 min; 400 m and back are none")
  func departure() throws {
    let away = World([.still(minutes: 10), .walk(minutes: 60), .still(minutes: 2)])
    for seed in UInt64(1)...40 {
      let bench = try Bench(away, fixed: calm, seed: seed, script: watching).run()
      let left = try #require(bench.log.times("departure").first)
      // 357 s to 1071 s of walking at 1.4 m/s, checked every 10 s, and 120 s to 600 s.
      #expect((477...1691).contains((left - .minute(10)).seconds))
    }
    func seconds(_ fixed: [String: Double]) throws -> [Double] {
      try (UInt64(1)...60).map { seed in
        let bench = try Bench(
          away, fixed: calm.merging(fixed) { $1 }, seed: seed, script: watching
        ).run()
        return (try #require(bench.log.times("departure").first) - .minute(10)).seconds
      }
    }
    // The least and the greatest of 60 uniform draws lie within a tenth of the range from its ends.
    let byDistance = try seconds(
      ["visit.departureSecondsMin": 120, "visit.departureSecondsMax": 120]
    ).map { ($0 - 120) * 1.4 }
    #expect((500...600).contains(byDistance.min() ?? 0))
    #expect((1400...1520).contains(byDistance.max() ?? 0))
    let byTime = try seconds(
      ["visit.departureMetersMin": 500, "visit.departureMetersMax": 500]
    ).map { $0 - 360 }
    #expect((120...168).contains(byTime.min() ?? 0))
    #expect((552...600).contains(byTime.max() ?? 0))
    let stroll = World([
      .still(minutes: 10), .walk(minutes: 4.8), .walk(minutes: 4.8, course: 270),
      .still(minutes: 60),
    ])
    let bench = try Bench(stroll, fixed: calm, script: watching).run()
    #expect(bench.log.visits.isEmpty)
  }

  @Test("VIS-5: on a charger the arrival takes 0.3 to 0.5 of the time, however it got there")
  func charging() throws {
    let plugged = [PersonAction].opensAndLeaves + .does(.plugsIn, atMinute: 45)
    let late = [PersonAction].opensAndLeaves + .does(.plugsIn, atMinute: 51)
    let plain = try arrivalSeconds(seeds: 1...20)
    let charged = try arrivalSeconds(seeds: 1...20, person: plugged)
    for (plain, charged) in zip(plain, charged) {
      #expect((0.29...0.51).contains(charged / plain))
    }
    #expect(zip(try arrivalSeconds(seeds: 1...20, person: late), charged).allSatisfy { $0 >= $1 })
    #expect(zip(try arrivalSeconds(seeds: 1...20, person: late), plain).allSatisfy { $0 < $1 })
  }

  @Test("VIS-6: watching costs nothing, only the wake-ups of its events do")
  func energy() throws {
    let still = try Bench(World([.still(minutes: 600)]), fixed: calm, script: watching).run()
    #expect(still.joules(.visits) == 0)
    let bench = try Bench(errand, fixed: calm, script: watching).run()
    // Four events of 0.2 to 1.5 J, each with 10 s awake at 30 to 160 mW.
    #expect((2...12.4).contains(bench.joules(.visits)))
    let without = try Bench(errand, fixed: calm, script: TestApp.Script()).run()
    #expect(bench.joules - without.joules < 12.5)
  }

  @Test("VIS-7: accuracy lies between 8 and 100 m and differs between the events of one visit")
  func accuracy() throws {
    var radii: [Double] = []
    for seed in UInt64(1)...50 {
      let visits = try Bench(errand, fixed: calm, seed: seed, script: watching).run().log.visits
      #expect(visits[1].visit.horizontalAccuracyMeters != visits[2].visit.horizontalAccuracyMeters)
      #expect(visits[1].visit.coordinate != visits[2].visit.coordinate)
      radii += visits.map(\.visit.horizontalAccuracyMeters)
      let error = visits[1].visit.coordinate.distanceMeters(to: errand.truth(at: .minute(60)))
      #expect(error < 331)  // 5 · 100 / 1.51 m
    }
    #expect(radii.allSatisfy { (8...100).contains($0) })
    #expect((20...45).contains(radii.quantile(0.5)))
  }

  @Test(
    "VIS-8: visits launch the app after a kill, a crash and a restart",
    arguments: [AppDeath.memoryPressure, .crash, .reboot])
  func relaunch(death: AppDeath) throws {
    let person =
      death == .reboot
      ? .opensAndLeaves + .does(.rebootsPhone, atMinute: 10) : [PersonAction].opensAndLeaves
    let bench = Bench(errand, fixed: calm, person: person, script: watching)
    try bench.run(toMinute: 15)
    if death != .reboot { bench.phone.killApp(death) }
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch visit"])
    #expect(bench.log.visits.count == 4)
  }

  @Test(
    "VIS-8: after a force quit visits stay silent until the app is opened, or relaunch it by Apple's account",
    arguments: [("stays-dead", false), ("relaunches", true)])
  func forceQuit(reading: String, relaunches: Bool) throws {
    let bench = try Bench(
      errand, fixed: calm, readings: ["visitsAfterForceQuit": reading],
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 10), script: watching
    ).run()
    #expect(bench.log.launches.contains("launch visit") == relaunches)
    #expect(bench.log.visits.isEmpty != relaunches)
  }

  @Test("VIS-9: some departures are followed by a false arrival five minutes later, on the way")
  func falseArrival() throws {
    let world = World([.still(minutes: 10), .drive(minutes: 60), .still(minutes: 2)])
    let fixed = calm.merging(["visit.falseArrivalProbability": 1], uniquingKeysWith: { $1 })
    let bench = try Bench(world, fixed: fixed, script: watching).run()
    let arrival = try #require(bench.log.times("arrival").first)
    let departure = try #require(bench.log.times("departure").first)
    #expect((arrival - departure).seconds == 300)
    #expect(world.phone.spans[1].end > arrival)
    // The false visit ends like any other.
    #expect(bench.log.count("departure") > 1)
    // A false arrival happens once in tens of trips.
    let law = bench.model.parameters.first { $0.name == "visit.falseArrivalProbability" }
    #expect(law?.low == 0.01 && law?.high == 0.05)
  }

  @Test("VIS-9: after a night off the departure waits until the app is opened")
  func offOvernight() throws {
    // The phone is off within the hour, charges from hour 8 on, leaves at hour 10, and the app is
    // opened at hour 26.
    let world = World([.still(minutes: 600), .drive(minutes: 20), .still(minutes: 18 * 60)])
    let bench = try Bench(
      world, fixed: calm, battery: 0.002,
      person: .opensAndLeaves + .does(.plugsIn, atMinute: 480) + .opens(atMinute: 26 * 60),
      script: watching
    ).run()
    let departure = try #require(bench.log.visits.first { $0.visit.departure != .distantFuture })
    #expect(departure.at == .minute(26 * 60))
    #expect(abs((departure.visit.departure - .minute(600)).seconds) < 360)
  }

  @Test("VIS-9: a visit that waits is dropped where the person has withdrawn the permission")
  func deniedMeanwhile() throws {
    let world = World([.still(minutes: 600), .drive(minutes: 20), .still(minutes: 18 * 60)])
    let denied: [PersonAction] = .does(.changes(.location(.denied)), atMinute: 25 * 60)
    let charged: [PersonAction] = .opensAndLeaves + .does(.plugsIn, atMinute: 480)
    let bench = try Bench(
      world, fixed: calm, battery: 0.002,
      person: charged + denied + .opens(atMinute: 26 * 60), script: watching
    ).run()
    // As in the test before, but for the permission.
    #expect(bench.log.visits.count == 1)
    #expect(bench.log.visits.allSatisfy { $0.at < .minute(25 * 60) })
  }

  @Test("VIS-10: an app that runs hears of an arrival 1.5 to 2.1 min after it, 3 to 12 min at p90")
  func awake() throws {
    let running = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.startMonitoringVisits()
    })
    let law = [(90.0, 180.0), (90, 720), (126, 180), (126, 720)]
    for (median, p90) in law {
      let seconds = try arrivalSeconds(
        World([.still(minutes: 48), .walk(minutes: 2, metersPerSecond: 2), .still(minutes: 119)]),
        fixed: ["visit.awakeMedianSeconds": median, "visit.awakeP90Seconds": p90], seeds: 1...60,
        script: running)
      #expect((median * 0.7...median * 1.45).contains(seconds.quantile(0.5)))
      #expect((p90 * 0.5...p90 * 1.7).contains(seconds.quantile(0.9)))
    }
    let model = Bench(errand, script: nil).model
    #expect(model.range("visit.awakeMedianSeconds") == 90...126)
    #expect(model.range("visit.awakeP90Seconds") == 180...720)
    // By the other account an awake app makes no difference.
    #expect(
      try arrivalSeconds(
        readings: ["visitWhileAwake": "as-when-asleep"], seeds: 1...10, script: running)
        == arrivalSeconds(seeds: 1...10))
  }

  @Test(
    "VIS-10: a missed arrival never comes, and by one account none does until the app is opened",
    arguments: [("that-stay", 2), ("until-opened", 0)])
  func missed(reading: String, departures: Int) throws {
    let fixed = calm.merging(["visit.missedProbability": 1], uniquingKeysWith: { $1 })
    let bench = try Bench(
      errand, fixed: fixed, readings: ["missedVisit": reading],
      person: .opensAndLeaves + .opens(atMinute: 240, forSeconds: 5), script: watching
    ).run()
    #expect(bench.log.count("arrival") == 0)
    // The first departure is that from home, before any arrival was missed. The start of the stay
    // at the shop was not observed.
    #expect(bench.log.count("departure") == max(1, departures))
    #expect(bench.log.visits.allSatisfy { $0.visit.arrival == .distantPast })
  }

  @Test("A When In Use app that is not in use hears nothing, and one that stops neither")
  func silent() throws {
    let bench = try Bench(
      errand, fixed: calm, permissions: AppPermissions(location: .whenInUse), script: watching
    ).run()
    #expect(bench.log.visits.isEmpty)
    let stopping = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringVisits()
      app.manager.stopMonitoringVisits()
    })
    #expect(try Bench(errand, fixed: calm, script: stopping).run().log.visits.isEmpty)
  }

  @Test("Rests of a recording are visits as well")
  func replayed() throws {
    // Ten minutes of walking away from home at 2 m/s, forty of rest, and on again.
    let scale = LocalScale(latitude: home.latitude)
    let points = stride(from: 0.0, through: 5400, by: 10).map { second in
      let walked = min(second, 600) + max(second - 3000, 0)
      return TracePoint(
        time: morning + .seconds(second),
        coordinate: scale.coordinate(
          home, moved: Displacement(eastMeters: 2 * walked, northMeters: 0)))
    }
    let world = try World(
      replaying: Trace(name: "rest", points: points), area: .urban, calendar: .utc,
      carried: .pocket, inferringStays: false, chance: SeededRandom(seed: 1))
    let bench = try Bench(world, fixed: calm, script: watching).run()
    let arrival = try #require(bench.log.visits.first).visit
    #expect(abs((arrival.arrival - .minute(10)).seconds) < 420)
    #expect(bench.log.count("departure") == 1)
  }

  @Test("What visits a phone notices does not depend on who else asked for what")
  func paired() throws {
    let both = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringVisits()
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let alone = try Bench(errand, fixed: calm, script: watching).run()
    let other = try Bench(errand, fixed: calm, script: both).run()
    #expect(alone.log.visits == other.log.visits)
  }

  @Test(
    "EN-7: with another app's receiver on, visits and significant changes get satellite fixes free")
  func sharedFixes() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringVisits()
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let world = World([.still(minutes: 10, sky: .open), .drive(minutes: 110)])
    let bench = Bench(world, fixed: calm, script: script)
    try bench.run(toMinute: 2)
    bench.phone.gnss.turnOn()
    try bench.run()
    let fixes = bench.log.fixes(from: .minute(10))
    #expect(fixes.count > 3)
    #expect(fixes.allSatisfy { $0.fix.hasSpeed && $0.fix.horizontalAccuracyMeters < 20 })
    #expect(bench.log.visits.allSatisfy { $0.visit.horizontalAccuracyMeters < 20 })
    #expect(bench.joules(.networkPositioning) < 2)
  }

  @Test(
    "EN-8: regions cost no more than visits and are quicker; both are far from continuous updates")
  func comparison() throws {
    let home = CircularRegion(identifier: "home", center: home, radiusMeters: 100)
    let region = TestApp.Script(launched: { app, _ in app.manager.startMonitoring(home) })
    let tracking = TestApp.Script(launched: { app, _ in app.startTracking() })
    var regionSeconds: [Double] = []
    var visitSeconds: [Double] = []
    let fixed = calm.merging(["region.missedExitProbability": 0], uniquingKeysWith: { $1 })
    for seed in UInt64(1)...20 {
      let none = try Bench(errand, fixed: fixed, seed: seed, script: TestApp.Script()).run()
      let regions = try Bench(errand, fixed: fixed, seed: seed, script: region).run()
      let visits = try Bench(errand, fixed: fixed, seed: seed, script: watching).run()
      #expect(regions.joules <= visits.joules)
      #expect(visits.joules - none.joules < 0.0005 * none.phone.battery.capacityJoules)
      regionSeconds.append(
        (try #require(regions.log.times("exit home").first) - .minute(30)).seconds)
      visitSeconds.append((try #require(visits.log.times("departure").first) - .minute(30)).seconds)
      guard seed == 1 else { continue }
      let continuous = try Bench(errand, fixed: fixed, seed: seed, script: tracking).run()
      #expect(continuous.joules - none.joules > 100 * (visits.joules - none.joules))
    }
    #expect(regionSeconds.mean < visitSeconds.mean)
  }
}
