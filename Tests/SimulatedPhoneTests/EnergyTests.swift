import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Energy")
struct EnergyTests {
  private let rates = ["network.transferFailuresPerSecond": 0.0]

  @Test("RAD-13: a small upload over the cellular network costs 3.3 J")
  func cellularUpload() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.send(HTTPRequest(method: "POST", url: "x", body: [1, 2, 3]))
    })
    let bench = try Bench(
      World([.walk(minutes: 10)]),
      fixed: ["modem.tailWatts": 0.3, "modem.tailSeconds": 10].merging(
        rates, uniquingKeysWith: { $1 }),
      server: TestServer(), script: script
    ).run()
    // 0.2 s × 0.8 W + 0.15 s × 1.0 W + 10 s × 0.3 W, and the slope of 403 bytes: 0.44 W per Mbit/s.
    let expected = 0.16 + 0.15 + 3 + 0.44 * 403 * 8e-6
    #expect(abs(bench.joules(.modem) - expected) < 1e-9)
    #expect(abs(expected - 3.3) < 0.02)
  }

  @Test("RAD-13: an upload in the tail needs no promotion and restarts the tail")
  func tailIsRestarted() throws {
    let script = TestApp.Script(launched: { app, _ in
      for second in [0.0, 6] {
        _ = app.schedule(after: .seconds(second), "send") {
          app.send(HTTPRequest(method: "POST", url: "x"))
        }
      }
    })
    let bench = try Bench(
      World([.walk(minutes: 10)]),
      fixed: ["modem.tailWatts": 0.3, "modem.tailSeconds": 10].merging(
        rates, uniquingKeysWith: { $1 }),
      server: TestServer(), script: script
    ).run()
    // 16 s of tail in all, one promotion, two bursts.
    let expected = 0.16 + 2 * (0.15 + 0.44 * 400 * 8e-6) + 16 * 0.3
    #expect(abs(bench.joules(.modem) - expected) < 1e-9)
  }

  @Test("RAD-15: a small upload over Wi-Fi costs about 0.1 J")
  func wifiUpload() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.send(HTTPRequest(method: "POST", url: "x", body: [1, 2, 3]))
    })
    let bench = try Bench(
      World([.still(minutes: 10)]), fixed: rates, server: TestServer(), script: script
    ).run()
    // 0.403 W for 50 ms of burst and 0.25 s of tail.
    #expect(abs(bench.joules(.wifi) - 0.403 * 0.3) < 1e-9)
    #expect(bench.joules(.modem) == 0)
  }

  @Test("GNSS-5: after its last client the receiver draws tracking power for its tail, then none")
  func receiverTail() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .seconds(300.0), "stop") { app.manager.stopUpdatingLocation() }
    })
    let fixed = [
      "gnss.tailSeconds": 6, "gnss.trackingGoodWatts": 0.05, "gnss.coldStartSeconds": 10,
    ]
    let bench = try Bench(
      World([.walk(minutes: 10)]), fixed: fixed, person: .opens(atMinute: 0), script: script
    ).run()
    #expect(abs(bench.joules(.gnss) - (10 * 0.065 + (290 + 6) * 0.05)) < 1e-9)
  }

  @Test("GNSS-5: a client that comes back within the tail finds the receiver tracking")
  func backWithinTail() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .seconds(300.0), "stop") { app.manager.stopUpdatingLocation() }
      _ = app.schedule(after: .seconds(303.0), "start") { app.startTracking() }
    })
    let bench = try Bench(
      World([.walk(minutes: 10)]), fixed: ["gnss.tailSeconds": 6], person: .opens(atMinute: 0),
      script: script
    ).run()
    let fresh = bench.log.fixes(from: .second(303)).filter { $0.fix.timestamp > .second(303) }
    #expect((try #require(fresh.first).at - .second(303)).seconds <= 1)
    #expect(fresh.allSatisfy { $0.fix.hasSpeed })
  }

  @Test("CPU-7: a wake-up from suspension costs 0.2 to 1.5 J, once")
  func wakeUp() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(
      World([.drive(minutes: 60)]),
      fixed: [
        "processor.wakeJoules": 0.55, "app.memoryKillMeanSeconds": 1e9,
        // The host's part of the position itself (POS-7, POS-8) is a matter of its own.
        "processor.networkFixHostJoules": 0,
      ], script: script
    ).run()
    // All but the first delivery, which came while the app was just leaving the foreground.
    let wakes = Double(bench.watch.wakeUps.count - 1)
    #expect(wakes > 3)
    let delivered =
      Double(bench.log.fixes.count) * bench.model.device.processor.hostJoulesPerFixDelivered
    let processor = bench.phone.ledger.joules(.processor, .significantChanges, at: bench.phone.now)
    #expect(abs(processor - (wakes * 0.55 + delivered)) < 1e-9)
    for seed in UInt64(1)...20 {
      let model = Bench(bench.world, seed: seed, script: nil).model
      #expect((0.2...1.5).contains(model.device.processor.wakeJoules))
    }
  }

  /// A random app on a random day, with chargers, dead batteries and kills in it.
  private func randomBench(_ seed: UInt64) -> Bench {
    let chance = Chance(seed: seed).stream("random")
    let places = [Place(name: "home", coordinate: home, hasCharger: true)]
    let pieces: [Piece] = (0..<12).map { index in
      let minutes = chance.uniform(in: 5...90, at: Int64(index))
      let skies: [SkyView] = [.open, .urban, .indoors, .none]
      let networks: [NetworkAvailability] = [.none, .poorCellular, .cellular, .wifi]
      let sky = skies[Int(chance.stream("sky").uniform(at: Int64(index)) * 4)]
      let network = networks[Int(chance.stream("network").uniform(at: Int64(index)) * 4)]
      switch Int(chance.stream("kind").uniform(at: Int64(index)) * 3) {
      case 0: return .walk(minutes: minutes, sky: sky, network: network)
      case 1: return .drive(minutes: minutes, sky: sky, network: network)
      default:
        let place = index % 4 == 0 ? 0 : nil
        return .still(minutes: minutes, sky: sky, network: network, place: place)
      }
    }
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 100))
      var step: Int64 = 0
      _ = app.schedule(after: .minutes(3), repeats: true, "change") {
        step += 1
        let accuracies = DesiredAccuracy.allCases
        let draw = chance.stream("step").uniform(at: step)
        switch Int(draw * 5) {
        case 0: app.manager.stopUpdatingLocation()
        case 1: app.manager.requestLocation()
        case 2: app.send(HTTPRequest(method: "POST", url: "x"))
        default: app.startTracking(accuracies[Int(draw * 97) % accuracies.count])
        }
      }
      app.startTracking()
    })
    let person = (0..<6).flatMap {
      [PersonAction].opens(
        atMinute: chance.stream("opens").uniform(in: 0...600, at: Int64($0)), forSeconds: 60)
    }
    return Bench(
      World(pieces, places: places, seed: seed), seed: seed,
      battery: chance.stream("battery").uniform(in: 0.005...0.15), person: .opensAndLeaves + person,
      server: TestServer(), script: script)
  }

  @Test(
    "The components' sum is what left the battery; power is never negative; a battery rises only on a charger"
  )
  func conservation() throws {
    var shutOffs = 0
    for seed in UInt64(1)...60 {
      let bench = randomBench(seed)
      let phone = bench.phone
      var level = phone.battery.level
      var drawn = 0.0
      while true {
        let wasCharging = phone.battery.isCharging
        guard try phone.step(until: bench.world.end) else { break }
        phone.settle()
        #expect(wasCharging || phone.battery.level <= level + 1e-12)
        #expect(phone.battery.drawnJoules >= drawn)
        #expect(phone.battery.loadWatts >= -1e-12)
        level = phone.battery.level
        drawn = phone.battery.drawnJoules
      }
      phone.settle()
      let total = bench.joules
      #expect(abs(total - phone.battery.drawnJoules) <= 1e-9 * total)
      let byCause = EnergyCause.allCases.reduce(0) { $0 + bench.joules($1) }
      #expect(abs(total - byCause) <= 1e-9 * total)
      if phone.firstShutOff != nil { shutOffs += 1 }
      for component in EnergyComponent.allCases { #expect(bench.joules(component) >= 0) }
    }
    #expect(shutOffs > 5)
  }

  @Test(
    "An empty phone is off, its process dead and nothing drawn; charged, it starts and is carried on"
  )
  func shutOffAndRestart() throws {
    let places = [Place(name: "home", coordinate: home, hasCharger: true)]
    let world = World(
      [
        .drive(minutes: 600), .still(minutes: 60), .drive(minutes: 10),
        .still(minutes: 120, network: .cellular, place: 0), .drive(minutes: 120),
      ], places: places)
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = Bench(world, battery: 0.03, script: script)
    try bench.run(toMinute: 660)
    let off = try #require(bench.phone.firstShutOff)
    #expect(!bench.phone.isOn)
    #expect(bench.phone.battery.loadWatts == 0)
    #expect(bench.phone.battery.level == 0)
    #expect(bench.watch.status(at: off)?.app == .dead(.phoneOff, mayBeWoken: false))
    #expect(bench.log.times("terminate") == [off])
    #expect(bench.phone.gnss.state == .off)
    let drawn = bench.joules
    try bench.run(toMinute: 670)
    #expect(bench.joules == drawn)
    try bench.run(toMinute: 800)
    #expect(bench.phone.isOn)
    #expect(bench.phone.battery.level > 0.5)
    // LIFE-12: after the first unlock the low-power services work again.
    try bench.run()
    #expect(bench.log.launches.contains("launch significantChange"))
    #expect(bench.log.fixes(from: .minute(800)).count > 1000)
    #expect((660 * 60...681 * 60).contains(bench.phone.secondsOffSoFar + (off - morning).seconds))
  }

  @Test("The gauge shows whole hundredths, and 0 only when empty", arguments: 0...100)
  func gauge(percent: Int) {
    let battery = Battery(capacityJoules: 40_000, level: Double(percent) / 100, at: morning)
    #expect(battery.gaugePercent == percent)
    #expect(battery.gaugeLevel == Double(percent) / 100)
    let nearlyEmpty = Battery(capacityJoules: 40_000, level: 0.0001, at: morning)
    #expect(nearlyEmpty.gaugePercent == 1)
  }
}
