import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

/// Compares the sums of the parts with reports from the field.
@Suite("Energy totals")
struct EnergyTotalsTests {
  private let walk = World([.walk(minutes: 120)])
  private let seeds = UInt64(1)...10

  private func tracking(_ accuracy: DesiredAccuracy) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in app.startTracking(accuracy) })
  }

  private func percentPerHour(_ bench: Bench) -> Double {
    bench.joules / 2 / bench.phone.battery.capacityJoules * 100
  }

  @Test("EN-1: regions are practically free; a continuous session keeps the phone awake throughout")
  func range() throws {
    let regions = TestApp.Script(launched: { app, _ in
      for index in 1...20 {
        app.manager.startMonitoring(
          CircularRegion(identifier: "\(index)", center: home, radiusMeters: 100 * Double(index)))
      }
    })
    for seed in seeds {
      let none = try percentPerHour(Bench(walk, seed: seed, script: TestApp.Script()).run())
      let watched = try percentPerHour(Bench(walk, seed: seed, script: regions).run())
      let bench = try Bench(walk, seed: seed, script: tracking(.best)).run()
      let continuous = percentPerHour(bench)
      // A few wake-ups of at most 1.5 J each, of 40 kJ or more.
      #expect(watched - none < 0.1)
      #expect(continuous - none > 10 * (watched - none))
      // The processor is awake for at least 80 % of the session: see `processor.awakeShareFine`.
      let awakeWatts = bench.joules(.processor) / 7200
      #expect(awakeWatts > 0.8 * bench.model.device.processor.awakeIdleWatts)
      #expect(bench.watch.suspensions.isEmpty)
      #expect(bench.model.range("processor.awakeShareFine") == 0.8...1)
      #expect(bench.model.range("processor.awakeShareHundredMeters") == 0.15...0.5)
      #expect(bench.model.range("processor.awakeShareCoarse") == 0.02...0.15)
    }
  }

  @Test("EN-2: cell positions cost next to nothing, Wi-Fi less than satellites, searching the most")
  func order() throws {
    func watts(_ component: EnergyComponent, _ accuracy: DesiredAccuracy) throws -> Double {
      try seeds.map { seed in
        try Bench(walk, seed: seed, script: tracking(accuracy)).run().joules(component) / 7200
      }.mean
    }
    let cell = try watts(.networkPositioning, .threeKilometers)
    let wifi = try watts(.networkPositioning, .hundredMeters)
    let satellites = try watts(.gnss, .best)
    // The power of a receiver that searches indoors for a minute and finds no satellites.
    let minute = World([.walk(minutes: 1, sky: .indoors)])
    let searching = try seeds.map { seed in
      try Bench(minute, seed: seed, script: tracking(.best)).run().joules(.gnss) / 60
    }.mean
    #expect(cell < 0.1 * wifi)
    #expect(wifi < satellites)
    #expect(satellites < searching)
  }

  @Test("EN-3: a modern receiver tracks on 30 to 100 mW, the awake processor takes 80 to 300 mW")
  func modern() throws {
    for seed in seeds {
      let bench = try Bench(walk, seed: seed, script: tracking(.best)).run()
      #expect((0.03...0.101).contains(bench.joules(.gnss) / 7200))
      #expect((0.08...0.3).contains(bench.joules(.processor) / 7200))
      // The power of an idle, awake processor; a session takes a share of at least 0.8 of it.
      #expect(bench.model.range("processor.awakeIdleWatts") == 0.030...0.160)
    }
  }

  /// Returns the percentage of the design's energy that a phone at rest indoors takes in an hour,
  /// as in the recorded nights.
  private func nightRate(_ accuracy: DesiredAccuracy?, seed: UInt64) throws -> Double {
    let night = World([.still(minutes: 600, sky: .indoors)])
    let script = accuracy.map(tracking) ?? TestApp.Script()
    let bench = try Bench(night, device: "iphone-6", system: "ios-12", seed: seed, script: script)
      .run()
    return bench.joules / 10 / (6.91 * 3600) * 100
  }

  @Test(
    "EN-10: an iPhone 6 at rest indoors takes 3.2 to 4.8 % an hour at best, 1.2 to 2.5 at 100 m")
  func nights() throws {
    let best = try (UInt64(1)...20).map { try nightRate(.best, seed: $0) }
    let coarser = try (UInt64(1)...20).map { try nightRate(.hundredMeters, seed: $0) }
    // Compares medians, since one unit's nights lie within some tenths of a percent of one another.
    #expect((3.2...4.8).contains(best.quantile(0.5)))
    #expect((1.2...2.5).contains(coarser.quantile(0.5)))
    // Compares two settings of one unit, which share its base and its host.
    let ratios = zip(best, coarser).map { $1 / $0 }
    #expect((0.35...0.60).contains(ratios.quantile(0.5)))
  }

  @Test("BAT-9: an iPhone 6 that nothing uses takes 20 to 34 mW")
  func idleNight() throws {
    for seed in seeds {
      let watts = try nightRate(nil, seed: seed) / 100 * 6.91
      // 20 to 34 mW when suspended (BAT-9), and 0.2 to 3 mW of the motion coprocessor (ACC-7).
      #expect((0.0202...0.037).contains(watts))
    }
  }

  @Test("EN-4: a naive tracker on a small phone takes 2.5 to 16 % an hour")
  func naive() throws {
    // Keeps the best accuracy all the time and sends a request each minute.
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking(.best)
      _ = app.schedule(after: .minutes(1), repeats: true, "post") {
        app.send(HTTPRequest(method: "POST", url: "x", body: Array(repeating: 65, count: 500)))
      }
    })
    for seed in seeds {
      let bench = try Bench(
        walk, device: "iphone-se", seed: seed, server: TestServer(), script: script
      ).run()
      #expect((2.5...16).contains(percentPerHour(bench)))
    }
  }
}
