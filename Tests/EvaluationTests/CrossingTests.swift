import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

/// Tests on a day with an hour at the origin, a kilometer east at 1.4 m/s, an hour there, and the
/// way back.
@Suite("Fences, gates and trips that a tracker tells of")
struct CrossingTests {
  private let walk = 1000 / 1.4

  private var day: SmallWorld {
    var day = SmallWorld.walk
    day.move(east: -1000, at: 1.4)
    day.stay(.hours(1))
    return day
  }

  private func time(_ seconds: Double) -> Instant { SmallWorld.midnight + .seconds(seconds) }

  private func circle(_ east: Double, radius: Double = 50) -> Circle {
    Circle(center: SmallWorld.place(east), radiusMeters: radius)
  }

  private func fences(_ notify: (Evaluator) -> Void) -> CoverageReport {
    Evaluator.judge(day.world()) { evaluator in
      evaluator.fence(is: circle(0), at: time(60))
      notify(evaluator)
    }.coverage
  }

  @Test("Crossings are told when they are true, of the same sort, and not too late")
  func geofence() {
    // The true exit is at 50 m, after 3600 + 50 / 1.4 s, and the entry on the way back.
    let out = 3600 + 50 / 1.4
    let back = 2 * 3600 + 2 * walk - 50 / 1.4
    var report = fences {
      $0.crossedFence(isEntry: false, at: time(out + 100))
      $0.crossedFence(isEntry: true, at: time(back + 300))
    }
    #expect(report.geofenceRecall == 1 && report.geofencePrecision == 1)
    #expect(isClose(report.geofenceDelaySeconds, 200, within: 1e-4))

    report = fences {
      $0.crossedFence(isEntry: false, at: time(1000))
      $0.crossedFence(isEntry: false, at: time(out - 30))
      $0.crossedFence(isEntry: true, at: time(out + 60))
      $0.crossedFence(isEntry: true, at: time(back + 901))
    }
    #expect(report.geofenceRecall == 0.5 && report.geofencePrecision == 0.25)
    #expect(isClose(report.geofenceDelaySeconds, -30, within: 1e-4))
  }

  @Test("A fence that moves is crossed where it lies; laid around the person it is not entered")
  func moving() {
    let report = Evaluator.judge(day.world()) {
      $0.fence(is: circle(0), at: time(60))
      $0.crossedFence(isEntry: false, at: time(3700))
      $0.fence(is: circle(500), at: time(3700))
      $0.fence(is: circle(1000), at: time(5000))
      $0.fence(is: nil, at: time(6000))
    }.coverage
    // An exit at 0, an entry and an exit at 500. The fence at 1000 contains the person from the
    // start, and is gone before the exit.
    #expect(isClose(report.geofenceRecall, 1 / 3) && report.geofencePrecision == 1)
  }

  @Test("Without a fence, a gate or trips of its own a tracker is not judged by them")
  func notApplicable() {
    let report = Evaluator.judge(day.world()) { _ in }
    #expect(report.coverage.geofenceRecall == nil && report.coverage.geofencePrecision == nil)
    #expect(report.coverage.gateRecall == nil && report.coverage.gateLeadTimeSeconds == nil)
    #expect(report.derivedTrips == nil)
  }

  @Test(
    "A gate counts as open when it was asked within the approach and before the person is there")
  func gate() {
    var options = EvaluationOptions()
    options.gate = SmallWorld.place(500)
    // The approach begins at 300 m and at 700 m, and arrivals are 25 m off: at 475 m on the way
    // out, at 525 m on the way back.
    let out = 3600 + 475 / 1.4
    let back = 2 * 3600 + walk + 475 / 1.4
    func judge(_ requests: Double...) -> CoverageReport {
      Evaluator.judge(day.world(), options) { evaluator in
        for request in requests { evaluator.askedGate(at: time(request)) }
      }.coverage
    }
    let both = judge(out - 20, out - 10, back - 40)
    #expect(both.gateRecall == 1)
    #expect(isClose(both.gateLeadTimeSeconds, 30, within: 1e-4))
    let late = judge(out + 1, back - 10)
    #expect(late.gateRecall == 0.5)
    #expect(isClose(late.gateLeadTimeSeconds, 10, within: 1e-4))
    // The approach takes 125 s until the arrival.
    let early = judge(out - 150)
    #expect(early.gateRecall == 0 && early.gateLeadTimeSeconds == nil)
  }

  @Test("One arrival counts once, although the way out of the ring before it is unknown")
  func gateAfterUnknown() {
    var options = EvaluationOptions()
    options.gate = SmallWorld.place(500)
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 350, at: 1)  // The ring begins at 300 m, after 3900 s.
    day.move(east: -350, at: 1, isTruthKnown: false)
    day.stay(.hours(1))
    day.move(east: 500, at: 1)
    day.stay(.hours(1))
    let report = Evaluator.judge(day.world(), options) { $0.askedGate(at: time(3920)) }.coverage
    // The request belongs to the approach that came to nothing.
    #expect(report.gateRecall == 0)
  }

  @Test("Trips that a tracker tells of are held against the true ones")
  func derivedTrips() throws {
    let report = Evaluator.judge(day.world()) {
      $0.announce(.trip)
      $0.detected(
        .init(
          kind: .trip, start: time(3700), end: time(3600 + walk + 100), lengthMeters: 900))
      $0.detected(.init(kind: .trip, start: time(100), end: time(200), lengthMeters: 10))
    }
    let trips = try #require(report.derivedTrips)
    #expect(trips.tripCount == 2 && trips.tripRecall == 0.5 && trips.tripPrecision == 0.5)
    // The true trip begins and ends at the borders of the stays' discs of 100 m: 71.4 s after 3600
    // s.
    #expect((trips.tripStartDelaySeconds ?? 0) < 100 && (trips.tripStartDelaySeconds ?? 0) > 0)
    #expect((trips.tripDistanceErrorRatio ?? 1) < 0.15)
    #expect(report.coverage.homeAwayErrorMinutesPerDay == nil)
  }
}
