import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("One-shot requests")
struct OneShotTests {
  private func requesting(_ accuracy: DesiredAccuracy) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      app.manager.desiredAccuracy = accuracy
      _ = app.schedule(after: .minutes(1), "request") { app.manager.requestLocation() }
    })
  }

  @Test("A request under the sky gets one satellite fix, and the receiver goes off again")
  func oneFix() throws {
    let bench = try Bench(
      World([.walk(minutes: 30)]), fixed: ["gnss.coldStartSeconds": 6],
      person: .opens(atMinute: 0), script: requesting(.best)
    ).run()
    let fix = try #require(bench.log.fixes.first)
    #expect(bench.log.fixes.count == 1)
    #expect(fix.fix.hasSpeed)
    #expect(fix.at == .second(66))
    // 6 s of acquisition and at most 30 s of tail (GNSS-5), with the power that this phone drew.
    let gnss = bench.model.device.gnss
    #expect(bench.joules(.gnss) <= 6 * gnss.acquiringWatts + 30 * gnss.trackingGoodWatts + 1e-9)
    #expect(bench.joules(.locationRequest) > 0)
    #expect(bench.phone.ledger.joules(.gnss, .standardUpdates, at: bench.phone.now) == 0)
  }

  @Test("A request that finds no satellites in ten seconds gets a network position")
  func timesOut() throws {
    let bench = try Bench(
      World([.still(minutes: 30)]), person: .opens(atMinute: 0), script: requesting(.best)
    ).run()
    #expect(bench.log.fixes.count == 1)
    #expect(bench.log.fixes.first?.at == .second(70))
    #expect(bench.log.fixes.first?.fix.hasSpeed == false)
  }

  @Test("A request with neither satellites nor network fails after ten seconds")
  func fails() throws {
    let bench = try Bench(
      World([.still(minutes: 30, sky: .none, network: .none)]), person: .opens(atMinute: 0),
      script: requesting(.best)
    ).run()
    #expect(bench.log.fixes.isEmpty)
    #expect(bench.log.times("error locationUnknown") == [.second(70)])
  }

  @Test("Two managers that ask at once get a fix each")
  func twoManagers() throws {
    var other: (any LocationManager)?
    let script = TestApp.Script(launched: { app, _ in
      let second = app.phone.makeLocationManager()
      second.delegate = app
      second.desiredAccuracy = .hundredMeters
      other = second
      app.manager.requestLocation()
      second.requestLocation()
    })
    let bench = try Bench(
      World([.walk(minutes: 10, sky: .urban)]),
      fixed: ["gnss.coldStartSeconds": 6, "gnss.hardSkySeconds": 7, "gnss.urbanAccuracyMeters": 8],
      person: .opens(atMinute: 0), script: script
    ).run()
    #expect(other != nil)
    #expect(bench.log.fixes.count == 2)
    #expect(bench.phone.location.demand == .nothing)
  }

  @Test("Stopping cancels a request; starting updates takes its place")
  func cancelled() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.requestLocation()
      app.manager.stopUpdatingLocation()
    })
    let bench = try Bench(
      World([.walk(minutes: 10)]), person: .opens(atMinute: 0), script: script
    ).run()
    #expect(bench.log.fixes.isEmpty)
    #expect(bench.log.count("error locationUnknown") == 0)
  }
}
