import EventKernel
import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Heading")
struct HeadingTests {
  private let walk = World([.walk(minutes: 30, course: 90)])

  private func watching(filterDegrees: Double?, tracks: Bool = true) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      app.manager.headingFilterDegrees = filterDegrees
      app.manager.startUpdatingHeading()
      if tracks { app.startTracking() }
    })
  }

  @Test("Headings come each second, point along the way, and two in three within their accuracy")
  func headings() throws {
    var within = 0
    var all = 0
    for seed in UInt64(1)...20 {
      let bench = try Bench(walk, seed: seed, script: watching(filterDegrees: nil)).run()
      #expect((1799...1801).contains(bench.log.headings.count))
      // One heading every five minutes, since iron nearby turns the field for about as long.
      for heading in bench.log.headings.dropFirst(60).map({ $0 }).striding(by: 300) {
        all += 1
        if abs(heading.trueDegrees - 90) <= heading.accuracyDegrees { within += 1 }
      }
    }
    // 120 draws: the standard error of the share is 0.04.
    #expect(all == 120)
    #expect(abs(Double(within) / Double(all) - 0.68) < 0.13)
  }

  @Test("A delegate that hears no headings is told none, pays the compass, and may ask for one")
  func notDelivered() throws {
    var script = watching(filterDegrees: nil)
    let received = try Bench(walk, script: script).run()
    script.hearsHeadings = false
    let bench = Bench(walk, script: script)
    try bench.run(toMinute: 10)
    #expect(bench.phone.heading.current != nil)
    try bench.run()
    #expect(bench.log.headings.isEmpty)
    #expect(bench.joules(.heading) > 0)
    // The same compass was on for the same time.
    #expect(abs(bench.joules(.heading) - received.joules(.heading)) < 1e-9)
  }

  @Test("The filter holds headings back until the phone has turned that far")
  func filter() throws {
    let bench = try Bench(walk, script: watching(filterDegrees: 10)).run()
    let turns = zip(bench.log.headings, bench.log.headings.dropFirst())
      .map { abs($0.magneticDegrees - $1.magneticDegrees) }
    #expect(!turns.isEmpty)
    #expect(turns.allSatisfy { min($0, 360 - $0) >= 10 })
    #expect(bench.log.headings.count < 300)
  }

  @Test("True north is not known before a position is; magnetic north differs by the declination")
  func declination() throws {
    let bench = try Bench(
      walk, person: .opens(atMinute: 0), script: watching(filterDegrees: nil, tracks: false)
    ).run()
    #expect(bench.log.headings.allSatisfy { $0.trueDegrees < 0 })
    let tracked = try Bench(walk, script: watching(filterDegrees: nil)).run()
    let last = try #require(tracked.log.headings.last)
    // In Oregon a compass points 15 degrees east of north; the model's dipole gives 19.
    #expect(abs(last.trueDegrees - last.magneticDegrees - 15) < 8)
  }

  @Test(
    "Headings do not keep the app running, and come in the background while something else does")
  func background() throws {
    let alone = try Bench(walk, script: watching(filterDegrees: nil, tracks: false)).run()
    // The app is left after a second and suspended 5 to 10 s later.
    #expect((6...12).contains(alone.log.headings.count))
    #expect(alone.phone.power.ledger.watts(.motion, .heading) == 0)
    let tracked = try Bench(walk, script: watching(filterDegrees: nil)).run()
    #expect(tracked.log.headings.count > 1700)
  }

  @Test("The compass draws its power while it is wanted")
  func energy() throws {
    let bench = try Bench(walk, script: watching(filterDegrees: nil)).run()
    let expected = bench.model.device.compass.watts * 1800
    #expect(abs(bench.joules(.heading) - expected) < 0.02 * expected)
  }

  @Test("A denied app has headings all the same")
  func withoutPermission() throws {
    let bench = try Bench(
      walk, permissions: AppPermissions(location: .denied), person: .opens(atMinute: 0),
      script: watching(filterDegrees: nil)
    ).run()
    #expect(bench.log.headings.count > 1700)
  }
}
