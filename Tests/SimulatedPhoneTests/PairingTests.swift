import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Pairing and determinism")
struct PairingTests {
  private func day(_ seed: UInt64) -> World {
    World(
      [
        .still(minutes: 60), .walk(minutes: 120), .still(minutes: 60, sky: .open),
        .drive(minutes: 60), .still(minutes: 300),
      ], seed: seed)
  }

  /// A tracker that keeps the receiver on, and one that turns it on now and then.
  private let busy = TestApp.Script(launched: { app, _ in app.startTracking() })
  private let sparing = TestApp.Script(launched: { app, _ in
    _ = app.schedule(after: .minutes(7), repeats: true, "start") { app.startTracking() }
    _ = app.schedule(after: .minutes(9), repeats: true, "stop") {
      app.manager.stopUpdatingLocation()
    }
  })

  @Test("Two apps under one seed meet the same memory pressure")
  func samePressure() throws {
    func pressure(_ script: TestApp.Script?) throws -> [Instant] {
      let bench = Bench(day(3), seed: 3, script: script)
      var pressure: [Instant] = []
      while let event = try bench.phone.kernel.next(until: bench.world.end) {
        if case .lifecycle(.memoryPressure) = event { pressure.append(bench.phone.now) }
        bench.phone.handle(event)
      }
      return pressure
    }
    let first = try pressure(busy)
    let second = try pressure(sparing)
    let bare = try pressure(nil)
    #expect(first.count > 5)
    #expect(first == second)
    // A phone that never has an app has nothing that its memory pressure could kill.
    #expect(bare.isEmpty)
  }

  /// Returns the error of each fix on a walk, by its whole second.
  private func errors(
    startAtSecond start: Double, pause: Range<Double>? = nil, seed: UInt64
  ) throws -> [Int64: Displacement] {
    let world = World([.walk(minutes: 30)])
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(start), "start") { app.startTracking() }
      guard let pause else { return }
      _ = app.schedule(after: .seconds(pause.lowerBound), "stop") {
        app.manager.stopUpdatingLocation()
      }
      _ = app.schedule(after: .seconds(pause.upperBound), "start") { app.startTracking() }
    })
    let bench = try Bench(
      world, fixed: ["gnss.coldStartSeconds": 10, "gnss.errorTimeSeconds": 20], seed: seed,
      person: .opens(atMinute: 0), script: script
    ).run()
    let scale = LocalScale(latitude: home.latitude)
    return Dictionary(
      uniqueKeysWithValues: bench.log.fixes.filter(\.fix.hasSpeed).map {
        (
          $0.at.wholeSeconds,
          scale.displacement(from: world.truth(at: $0.at), to: $0.fix.coordinate)
        )
      })
  }

  @Test("Two apps under one seed meet the same noise at the same seconds")
  func sameNoise() throws {
    let early = try errors(startAtSecond: 10, seed: 5)
    let late = try errors(startAtSecond: 300, seed: 5)
    let paused = try errors(startAtSecond: 10, pause: 100..<300, seed: 5)
    let other = try errors(startAtSecond: 300, seed: 6)
    // The errors differ at first. With a memory of 20 s they are equal after ten minutes.
    // The last second of the paused receiver may come after the end.
    let twentyMinutes = Instant.minute(20).wholeSeconds
    let seconds = late.keys.filter { $0 > twentyMinutes && paused[$0] != nil }
    #expect(seconds.count > 500)
    for second in seconds {
      let expected = try #require(early[second])
      for error in try [#require(late[second]), #require(paused[second])] {
        #expect(abs(expected.eastMeters - error.eastMeters) < 0.01)
        #expect(abs(expected.northMeters - error.northMeters) < 0.01)
      }
    }
    #expect(
      seconds.contains { abs((other[$0]?.eastMeters ?? 0) - (early[$0]?.eastMeters ?? 0)) > 1 })
  }

  @Test("Two apps under one seed that watch significant changes have them at the same times")
  func sameSignificantChanges() throws {
    func times(_ busy: Bool) throws -> [Instant] {
      var watcher: (any LocationManager)?
      let script = TestApp.Script(launched: { app, _ in
        watcher = app.phone.makeLocationManager()
        watcher?.startMonitoringSignificantLocationChanges()
        if busy { app.startTracking() }
      })
      let bench = try Bench(
        day(2), fixed: ["app.memoryKillMeanSeconds": 1e9], seed: 2, script: script
      ).run()
      #expect(watcher != nil)
      return bench.watch.times("SLC-1")
    }
    let first = try times(true)
    #expect(first.count > 4)
    #expect(try times(false) == first)
  }

  @Test(
    "The same configuration twice gives the same log of callbacks and notes; another seed does not")
  func determinism() throws {
    func log(_ seed: UInt64) throws -> ([CallLog.Call], [Delivery], [PhoneNote], Double) {
      let script = TestApp.Script(
        launched: { app, _ in
          app.manager.startMonitoringSignificantLocationChanges()
          app.manager.startMonitoring(
            CircularRegion(identifier: "home", center: home, radiusMeters: 100))
          app.startTracking(.hundredMeters)
          for index in 1...20 {
            _ = app.schedule(after: .seconds(Double(index) * 60), "timer") {
              app.send(HTTPRequest(method: "POST", url: "x"))
            }
          }
        },
        updated: { app, _ in
          if app.log.fixes.count % 50 == 0 { app.manager.requestLocation() }
        })
      let bench = try Bench(
        day(seed), seed: seed, person: .opensAndLeaves + .opens(atMinute: 200, forSeconds: 40),
        server: TestServer(), script: script
      ).run()
      return (bench.log.calls, bench.log.fixes, bench.watch.notes, bench.joules)
    }
    let first = try log(1)
    let second = try log(1)
    let third = try log(2)
    #expect(first.0.count > 1000)
    #expect(first.0 == second.0)
    #expect(first.1 == second.1)
    #expect(first.2 == second.2)
    #expect(first.3 == second.3)
    #expect(first.0 != third.0)
    #expect(first.2 != third.2)
  }
}
