import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Energy")
struct EnergyTests {
  @Test("GNSS-5: after its last client the receiver draws tracking power for its tail, then none")
  func receiverTail() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .seconds(300.0), "stop") { app.manager.stopUpdatingLocation() }
    })
    let fixed = [
      "gnss.tailSeconds": 6, "gnss.trackingGoodWatts": 0.05, "gnss.coldStartSeconds": 10,
      "gnss.acquiringWatts": 0.065,
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

  /// Returns a random app on a random day, with chargers, dead batteries and kills.
  private func randomBench(_ seed: UInt64) -> Bench {
    let chance = SeededRandom(seed: seed).stream("random")
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

}
