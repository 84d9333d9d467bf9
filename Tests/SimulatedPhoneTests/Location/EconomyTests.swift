import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Low Power Mode and heat")
struct EconomyTests {
  private let refreshing = TestApp.Script(launched: { app, _ in
    func ask() {
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
    }
    _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
      app.receive("task") { task.setTaskCompleted(success: true) }
      ask()
    }
    ask()
  })

  /// Returns the refreshes from noon to 20:00, on a day on which `kind` changes the phone at noon.
  private func refreshes(_ kind: PersonAction.Kind?, battery: Double = 1) throws -> [Instant] {
    let person =
      .opensAndLeaves + (kind.map { [PersonAction].does($0, atMinute: 4 * 60) } ?? [])
    let bench = try Bench(
      World([.still(minutes: 12 * 60)]), fixed: ["refresh.perDay": 60], battery: battery,
      person: person, script: refreshing
    ).run()
    return bench.log.times("task").filter { $0 > .minute(4 * 60) }
  }

  @Test("LIFE-9: in Low Power Mode no background task runs")
  func tasksInLowPowerMode() throws {
    #expect(try refreshes(nil).count > 3)
    #expect(try refreshes(.switches(.lowPowerMode, isOn: true)).isEmpty)
  }

  @Test("LIFE-11: below 20 % of charge no background task runs, nor on a phone that is hot")
  func tasksInNeed() throws {
    #expect(try refreshes(nil, battery: 0.19).isEmpty)
    #expect(try refreshes(.heatsPhone(.fair)).count > 3)
    #expect(try refreshes(.heatsPhone(.serious)).isEmpty)
    #expect(try refreshes(.heatsPhone(.critical)).isEmpty)
  }

  @Test("LIFE-16: a hot phone tells the app so, and dims its display")
  func display() throws {
    var states: [ThermalState] = []
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(50.0), repeats: true, "look") {
        states.append(app.phone.device.thermalState)
      }
    })
    let bench = Bench(
      World([.still(minutes: 10)]), fixed: ["heat.displayShare": 0.5],
      person: .opens(atMinute: 0) + .does(.heatsPhone(.serious), atMinute: 1), script: script)
    try bench.run(toMinute: 0.5)
    let full = bench.phone.ledger.watts(.screen, .appInForeground)
    try bench.run(toMinute: 2)
    #expect(full > 0)
    #expect(abs(bench.phone.ledger.watts(.screen, .appInForeground) - full / 2) < 1e-9)
    #expect(states == [.nominal, .serious])
  }

  @Test("LIFE-10: in Low Power Mode a region's exit is told up to three times as late")
  func regionLatency() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 200))
    })
    func exit(_ isOn: Bool, seed: UInt64) throws -> Instant? {
      try Bench(
        World([.still(minutes: 10), .drive(minutes: 60)]),
        fixed: ["lowPower.latencyFactor": 3, "region.missedExitProbability": 0], seed: seed,
        person: .opensAndLeaves + .does(.switches(.lowPowerMode, isOn: isOn), atMinute: 5),
        script: script
      ).run().log.times("exit home").first
    }
    for seed in UInt64(1)...5 {
      let usual = try #require(try exit(false, seed: seed))
      let late = try #require(try exit(true, seed: seed))
      // The latency counts from the start of the walk at minute 10, and the phone checks every 10
      // s. Cushion and dwell, which take less than a minute, may hide a part of the shorter
      // latency.
      let ratio = (late - .minute(10)).seconds / (usual - .minute(10)).seconds
      #expect((2...3.2).contains(ratio), "seed \(seed)")
    }
  }

  @Test(
    "LIFE-10: in Low Power Mode significant changes and visits are told up to three times as late")
  func otherLatencies() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      app.manager.startMonitoringVisits()
    })
    let fixed = [
      "lowPower.latencyFactor": 3, "significant.connectivityTriggerProbability": 0,
      "significant.idleTriggerSeconds": 1e8, "app.memoryKillMeanSeconds": 1e9,
      "visit.falseArrivalProbability": 0, "visit.missedProbability": 0,
      "visit.departureSecondsMin": 200, "visit.departureSecondsMax": 200,
    ]
    func run(_ isOn: Bool, seed: UInt64) throws -> Bench {
      try Bench(
        World([.still(minutes: 30), .drive(minutes: 60), .still(minutes: 120)]), fixed: fixed,
        seed: seed,
        person: .opensAndLeaves + .does(.switches(.lowPowerMode, isOn: isOn), atMinute: 5),
        script: script
      ).run()
    }
    for seed in UInt64(1)...5 {
      let (usual, late) = (try run(false, seed: seed), try run(true, seed: seed))
      // The 300 s between significant changes become 900 s. At 12 m/s the distance suffices for
      // both.
      func gaps(_ bench: Bench) -> [Double] {
        bench.log.fixes(from: .minute(30)).map(\.at).gaps
      }
      #expect((300..<900).contains(gaps(usual).min() ?? 0))
      #expect((900..<1800).contains(gaps(late).min() ?? 0))
      // The 200 s after clear movement become 600 s.
      let departures = try [usual, late].map { try #require($0.log.times("departure").first) }
      #expect(abs((departures[1] - departures[0]).seconds - 400) < 1e-6)
      let arrivals = try [usual, late].map {
        (try #require($0.log.times("arrival").first) - .minute(90)).seconds
      }
      #expect((2.9...3.1).contains(arrivals[1] / arrivals[0]))
      #expect(usual.model.range("lowPower.latencyFactor") == 1...3)
    }
  }

  @Test("LIFE-10: standard updates each second go on as ever in Low Power Mode")
  func standardUpdates() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    func fixes(_ isOn: Bool) throws -> [Delivery] {
      try Bench(
        World([.walk(minutes: 30)]),
        person: .opensAndLeaves + .does(.switches(.lowPowerMode, isOn: isOn), atMinute: 5),
        script: script
      ).run().log.fixes
    }
    #expect(try fixes(true) == fixes(false))
  }

  @Test(
    "LIFE-10: where reports may stall after Low Power Mode they come again when the app is opened")
  func stall() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    func run(_ reading: String) throws -> Bench {
      try Bench(
        World([.drive(minutes: 180)]), fixed: ["lowPower.stallProbability": 1],
        readings: ["afterLowPowerMode": reading],
        person: .opensAndLeaves
          + [PersonAction].does(.switches(.lowPowerMode, isOn: true), atMinute: 10)
          + .does(.switches(.lowPowerMode, isOn: false), atMinute: 30)
          + .opens(atMinute: 120, forSeconds: 10), script: script
      ).run()
    }
    let stalled = try run("may-stall")
    #expect(stalled.log.fixes(from: .minute(30), to: .minute(120)).isEmpty)
    #expect(stalled.watch.status(at: .minute(60))?.isStalled == true)
    #expect(!stalled.log.fixes(from: .minute(121)).isEmpty)
    let recovered = try run("recovers")
    #expect(!recovered.log.fixes(from: .minute(30), to: .minute(120)).isEmpty)
  }
}
