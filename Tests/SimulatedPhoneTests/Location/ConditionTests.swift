import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Conditions")
struct ConditionTests {
  private let calm = [
    "app.memoryKillMeanSeconds": 1e9, "region.missedExitProbability": 0,
    "region.earlyEntryProbability": 0,
  ]
  private let circle = CircularGeographicCondition(center: home, radiusMeters: 100)
  /// A day that leaves the circle at minute 10 and returns at minute 50.
  private let outing = World([
    .still(minutes: 10), .drive(minutes: 20), .drive(minutes: 20, course: 270),
    .still(minutes: 120),
  ])

  /// An app that opens the monitor at every launch, and adds the condition at the first.
  private func watching(
    _ condition: CircularGeographicCondition? = nil, assuming state: ConditionState = .satisfied,
    opensAgain: Bool = true
  ) -> TestApp.Script {
    TestApp.Script(launched: { [circle] app, launch in
      guard opensAgain || launch.reason == .userOpened else { return }
      app.open("m")
      if app.monitor?.identifiers.isEmpty == true {
        app.monitor?.add(condition ?? circle, identifier: "home", assuming: state)
      }
    })
  }

  @Test("MON-1: conditions are kept on disk and launch the app, which opens the monitor again")
  func relaunch() throws {
    let bench = Bench(outing, fixed: calm, script: watching())
    try bench.run(toMinute: 2)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch condition"])
    #expect(bench.log.events == ["home unsatisfied", "home satisfied"])
  }

  @Test("MON-1: while its event waits for an open monitor a condition is not watched")
  func pending() throws {
    let bench = Bench(
      outing, fixed: calm, person: .opensAndLeaves + .opens(atMinute: 90),
      script: watching(opensAgain: false))
    try bench.run(toMinute: 2)
    bench.phone.killApp(.memoryPressure)
    try bench.run(toMinute: 89)
    // The return is not noticed either.
    #expect(bench.log.launches == ["launch userOpened", "launch condition"])
    #expect(bench.log.events.isEmpty)
    // Kills the app, so that opening it launches a process, which opens the monitor.
    bench.phone.killApp(.memoryPressure)
    let reopening = try bench.run()
    #expect(reopening.log.events == ["home unsatisfied", "home satisfied"])
    // Only now the phone notices the return, after at least 20 s of dwell and 20 s of latency.
    #expect(reopening.log.times("condition").gaps.allSatisfy { $0 >= 40 })
  }

  @Test("MON-1: the 21st condition is not monitored, and a phone before iOS 17 has none")
  func limit() throws {
    let script = TestApp.Script(launched: { [circle] app, _ in
      app.open("m")
      for number in 1...21 {
        app.monitor?.add(circle, identifier: "\(number)", assuming: .satisfied)
      }
    })
    let bench = try Bench(World([.still(minutes: 10)]), script: script).run()
    #expect(bench.log.events == ["21 unmonitored"])
    let old = try Bench(World([.still(minutes: 10)]), system: "ios-16", script: script).run()
    #expect(old.log.events.isEmpty)
    #expect(!old.phone.location.conditions.isMonitoring)
  }

  @Test(
    "REG-11: a condition corrects a wrong assumption by an event; a right one brings none",
    arguments: [(ConditionState.satisfied, 0), (.unsatisfied, 1), (.unknown, 1)])
  func assumption(state: ConditionState, events: Int) throws {
    let bench = try Bench(
      World([.still(minutes: 10)]), fixed: calm, script: watching(assuming: state)
    ).run()
    #expect(bench.log.events == Array(repeating: "home satisfied", count: events))
  }

  @Test(
    "MON-2: in a process that a push launched entries wait for the foreground, exits do not",
    arguments: [("withheld", 1), ("delivered", 2)])
  func withheld(reading: String, events: Int) throws {
    let bench = Bench(
      outing, fixed: calm, readings: ["conditionEntryAfterPush": reading],
      person: .opensAndLeaves + .opens(atMinute: 100), script: watching())
    try bench.run(toMinute: 2)
    bench.phone.killApp(.memoryPressure)
    _ = bench.phone.apps.wake(.silentPush, windowSeconds: 30)
    try bench.run(toMinute: 99)
    #expect(bench.log.launches == ["launch userOpened", "launch silentPush"])
    #expect(bench.log.events.count == events)
    #expect(bench.log.events.first == "home unsatisfied")
    try bench.run()
    #expect(bench.log.events == ["home unsatisfied", "home satisfied"])
  }

  @Test("MON-2: side by side, regions and conditions miss different exits")
  func counts() throws {
    let region = CircularRegion(identifier: "home", center: home, radiusMeters: 100)
    let trip = World([
      .still(minutes: 10), .walk(minutes: 8), .walk(minutes: 8, course: 270), .still(minutes: 60),
    ])
    let fixed = calm.merging(["region.missedExitProbability": 0.5], uniquingKeysWith: { $1 })
    let script = TestApp.Script(launched: { [circle] app, _ in
      app.open("m")
      app.monitor?.add(circle, identifier: "home", assuming: .satisfied)
      app.manager.startMonitoring(region)
    })
    let differing = try (1...20).count { seed in
      let log = try Bench(trip, fixed: fixed, seed: UInt64(seed), script: script).run().log
      return log.events.isEmpty != (log.count("exit home") == 0)
    }
    #expect(differing > 3)
  }
}
