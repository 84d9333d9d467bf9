import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Reduced accuracy")
struct ReducedAccuracyTests {
  private let reduced = AppPermissions(accuracy: .reduced)

  private func tracking(_ accuracy: DesiredAccuracy) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in app.startTracking(accuracy) })
  }

  @Test("BG-7: a traveler has a new area about four times an hour, whatever accuracy is desired")
  func fourAnHour() throws {
    let world = World([.drive(minutes: 240, metersPerSecond: 25)])
    for accuracy in [DesiredAccuracy.best, .hundredMeters, .threeKilometers] {
      let bench = try Bench(
        world, permissions: reduced, script: tracking(accuracy)
      ).run()
      #expect((16...18).contains(bench.log.fixes.count))
      #expect(bench.log.fixes.dropFirst(2).map(\.at).gaps.allSatisfy { (895...905).contains($0) })
      #expect(bench.joules(.gnss) + bench.joules(.networkPositioning) == 0)
      for delivery in bench.log.fixes {
        let radius = delivery.fix.horizontalAccuracyMeters
        #expect((1000...20_000).contains(radius))
        #expect(!delivery.fix.hasSpeed)
        let error = world.truth(at: delivery.fix.timestamp)
          .distanceMeters(to: delivery.fix.coordinate)
        #expect(error <= radius)
      }
    }
  }

  @Test("BG-7: within an area nothing of the position shows")
  func hidesThePosition() throws {
    let bench = try Bench(
      World([.walk(minutes: 120, metersPerSecond: 0.5)]),
      fixed: ["reduced.radiusMeters": 20_000], permissions: reduced, script: tracking(.best)
    ).run()
    // 3.6 km on foot in squares of 28 km cross at most one border.
    #expect(Set(bench.log.fixes.map(\.fix.coordinate)).count <= 2)
    #expect(bench.log.fixes.count > 5)
  }

  @Test("BG-7: regions are off")
  func regionsOff() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoring(
        CircularRegion(identifier: "home", center: home, radiusMeters: 100))
    })
    let world = World([.drive(minutes: 60)])
    let full = try Bench(world, script: script).run()
    #expect(full.log.count("exit home") == 1)
    let bench = try Bench(world, permissions: reduced, script: script).run()
    #expect(bench.log.count("exit home") == 0)
  }

  @Test("BG-7: significant changes hand out the area")
  func significantChanges() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try Bench(
      World([.drive(minutes: 60)]), permissions: reduced, script: script
    ).run()
    #expect(bench.log.fixes.count > 3)
    #expect(bench.log.fixes.allSatisfy { $0.fix.horizontalAccuracyMeters >= 1000 })
  }

  @Test("BG-7: full accuracy granted for the time of use ends with it")
  func temporary() throws {
    var permissions = reduced
    permissions.replies.temporaryFullAccuracy = .allows
    let manifest = AppManifest(
      name: "map", backgroundModes: [.location],
      usageDescriptions: [.locationWhenInUse, .temporaryFullAccuracy])
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.requestTemporaryFullAccuracyAuthorization(purposeKey: "route")
    })
    let bench = try Bench(
      World([.drive(minutes: 60)]), permissions: permissions, manifest: manifest,
      person: .opens(atMinute: 0, forSeconds: 120), script: script
    ).run()
    // Full accuracy is granted after 4 s; the cold start takes up to 20 s; use lasts 2 to 5 s
    // beyond leaving.
    let fine = bench.log.fixes.filter { $0.fix.horizontalAccuracyMeters <= 50 }
    #expect((90...125).contains(fine.count))
    #expect(fine.allSatisfy { $0.at < .second(126) })
    #expect(!bench.log.fixes(from: .minute(15)).isEmpty)
  }

  @Test("BG-7: taking the precise position away in Settings leaves the area, and no older position")
  func takenAway() throws {
    let bench = try Bench(
      World([.drive(minutes: 60)]),
      person: .opensAndLeaves + .does(.changes(.accuracy(.reduced)), atMinute: 20),
      script: tracking(.best)
    ).run()
    #expect(bench.log.fixes(from: .minute(10), to: .minute(20)).count > 590)
    let later = bench.log.fixes(from: .second(1201))
    #expect((3...5).contains(later.count))
    #expect(later.allSatisfy { $0.fix.horizontalAccuracyMeters >= 1000 })
    #expect(bench.log.count("authorization always") == 2)
  }
}
