import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("What network positions cost")
struct NetworkPositionCostTests {
  private let tracking = TestApp.Script(launched: { app, _ in app.startTracking(.hundredMeters) })

  @Test("POS-7, POS-8: a fifth of new areas cost one small exchange more, and only the first time")
  func cacheMisses() throws {
    // 43 km to the east and back, with a new area every 0.01° or 780 m.
    let world = World([.drive(minutes: 60), .drive(minutes: 60, course: 270)])
    var misses = 0
    for seed in UInt64(1)...10 {
      let bench = try Bench(world, seed: seed, script: tracking).run()
      let times = bench.watch.times("POS-7")
      #expect(times.allSatisfy { $0 < .minute(61) })
      misses += times.count
      let free = try Bench(
        world, fixed: ["network.cacheMissShare": 0], seed: seed, script: tracking
      ).run()
      #expect(free.joules(.modem) == 0)
      #expect(bench.joules(.modem) > 0.5 * Double(times.count))
    }
    // 560 areas give a standard error of 0.017.
    #expect((0.13...0.27).contains(Double(misses) / 560))
  }

  @Test("POS-7: a Wi-Fi scan takes 0.1 to 1 J of the radio; POS-6: on an N95 1.3 J")
  func scans() throws {
    let world = World([.still(minutes: 30)])
    for seed in UInt64(1)...10 {
      let bench = try Bench(world, seed: seed, script: tracking).run()
      let scan = bench.model.device.networkPositioning.wifiScanJoules
      #expect((0.1...1).contains(scan))
      let scans = bench.joules(.networkPositioning) / scan
      // One scan every 300.5 s of the half hour, and those of the first minute (STD-19).
      #expect(scans >= 6 && abs(scans - scans.rounded()) < 1e-6)
    }
    let nokia = Bench(world, device: "nokia-n95", script: nil).model.device.networkPositioning
    #expect(abs(nokia.wifiScanJoules - 0.635 * 2) < 1e-9)
  }
}
