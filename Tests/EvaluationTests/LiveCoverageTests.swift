import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

@Suite("Position coverage")
struct LiveCoverageTests {
  /// The seconds of the walk, 1000 m at 1.4 m/s.
  let walk = 1000 / 1.4

  @Test("A fix covers until the person is a radius away")
  func oneFix() {
    let report = Evaluator.judge(SmallWorld.walk.world()) { $0.record(at: 0, east: 0) }.coverage
    // The fix covers the first hour and the first 100 m of the walk's 1000 m.
    let judged = 7200 + walk
    #expect(isClose(report.judgedSeconds, judged))
    #expect(isClose(report.positionCoverage, (3600 + 0.1 * walk) / judged))
    #expect(isClose(report.positionCoverageMoving, 0.1))
    #expect(isClose(report.positionCoverageStill, 0.5))
    #expect(isClose(report.longestGapSeconds, 3600 + 0.9 * walk))
    #expect(isClose(report.gapP95Seconds, 3600 + 0.9 * walk, within: 0.002))
  }

  @Test("A person who walks on after a row of fixes is covered until a radius from the last")
  func silenceAfterFixes() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      // Fixes after 10, 20 and 200 s of the walk, at its 14th, 28th and 280th meter.
      for second in [10.0, 20, 200] { $0.record(at: 3600 + second, east: 1.4 * second) }
    }.coverage
    // Covered are the meters from 14 to 128 and from 280 to 380, of 1000.
    #expect(isClose(report.positionCoverageMoving, 0.214))
  }

  @Test("No quantile of the gaps is longer than the longest gap")
  func quantile() {
    // A quantile is the middle of a class of lengths, which lies above the length in half of them.
    for second in stride(from: 0.0, to: 1000, by: 37) {
      let report = Evaluator.judge(SmallWorld.walk.world()) {
        $0.record(at: second, east: 0)
      }.coverage
      #expect((report.gapP95Seconds ?? 0) <= report.longestGapSeconds, "\(second)")
    }
  }

  @Test("A position counts from when it was recorded, and before the person comes near it")
  func ahead() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      // A record 500 m out after 1800 s. The walker is within 100 m of it from 400 m to 600 m.
      $0.record(at: 1800, east: 500)
    }.coverage
    #expect(isClose(report.positionCoverageMoving, 0.2))
    #expect(isClose(report.positionCoverageStill, 0))
  }

  @Test("A fix that passes 60 m beside the way covers the chord of its disc")
  func chord() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 500, north: 60)
    }.coverage
    // Half of the chord is √(100² − 60²) = 80 m.
    #expect(isClose(report.positionCoverageMoving, 0.16, within: 1e-4))
  }

  @Test("A record with an older stamp than the newest changes nothing")
  func olderStamp() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 0)
      $0.record(at: 1800, stamped: -1, east: 1000)
      $0.record(at: 5000, stamped: 0, east: 1000)
    }.coverage
    // The second record is ignored. The third has the newest timestamp again and comes later, so it
    // covers the rest.
    #expect(isClose(report.positionCoverageMoving, 0.1))
    #expect(isClose(report.positionCoverageStill, (3600 + (7200 + walk - 5000)) / 7200))
  }

  @Test("Time in which the app could not have known is covered, but not alive")
  func alive() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 0)
      $0.phase(TrackingPhase.delivering.with { $0.isPhoneOn = false }, at: 600)
      $0.phase(.delivering, at: 1200)
      $0.phase(
        TrackingPhase.delivering.with { $0.app = .dead(.forceQuit, mayBeWoken: false) }, at: 1800)
      $0.phase(
        TrackingPhase.delivering.with { $0.app = .dead(.memoryPressure, mayBeWoken: true) },
        at: 2400)
    }.coverage
    let judged = 7200 + walk
    #expect(isClose(report.positionCoverage, (3600 + 0.1 * walk) / judged))
    // The phone is off for ten minutes, and the app is dead for ten minutes and cannot be woken.
    #expect(isClose(report.aliveCoverage, (3600 - 1200 + 0.1 * walk) / judged))
  }

  @Test("A day of which nothing was recorded covers nothing, and claims no precision")
  func nothing() {
    let assessment = Evaluator.judge(SmallWorld.walk.world()) { _ in }
    let report = assessment.coverage
    #expect(report.positionCoverage == 0)
    #expect(report.aliveCoverage == 0)
    #expect(report.reconstructedCoverage == 0)
    #expect(report.pathCoverage == 0)
    #expect(report.epochCoverage == 0)
    #expect(report.stayRecall == 0)
    #expect(report.stayPrecision == nil)
    #expect(report.tripPrecision == nil)
    #expect(report.tripStartDelaySeconds == nil)
    #expect(report.positionErrorMeters == nil)
    #expect(report.fixCount == 0)
    #expect(isClose(assessment.seconds(.unexplained), 7200 + walk))
  }

  @Test("Time of which the truth is not known is in no measure")
  func unknownTruth() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 1000, at: 1.4, isTruthKnown: false)
    day.stay(.hours(1))
    let assessment = Evaluator.judge(day.world()) {
      $0.record(at: 0, east: 0)
      // A record far off during the unknown walk. It counts in no error and no epoch, but is the
      // newest position.
      $0.record(at: 3700, east: 9000)
    }
    let report = assessment.coverage
    #expect(report.judgedSeconds == 7200)
    #expect(isClose(report.simulatedSeconds, 7200 + walk))
    #expect(isClose(report.judgedShare, 7200 / (7200 + walk)))
    #expect(report.positionCoverage == 0.5)
    #expect(report.positionCoverageMoving == nil)
    #expect(report.pathCoverage == nil)
    #expect(report.tripRecall == nil)
    // One epoch of the first hour has a record. The second hour fills 5 epochs fully and two
    // partly: more than half of the first one, from 4314 s to 4800 s, and 114 s of the last one. So
    // 6 + 1 + 5 epochs are judged.
    #expect(isClose(report.epochCoverage, 1.0 / 12))
    #expect(isClose(report.positionErrorMeters?.p95, 0))
    #expect(assessment.seconds(.recordedTooInaccurate) == 3600)
  }

  @Test("Two stretches years apart are judged each from a fresh phone")
  func twoStretches() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.skip(.days(900))
    day.stay(.hours(1))
    let world = day.world()
    let evaluator = Evaluator(world: world)
    for segment in world.segments {
      evaluator.beginSegment(segment)
      if segment == world.segments[0] { evaluator.record(at: 0, east: 0) }
      evaluator.endSegment(at: segment.end)
    }
    let assessment = evaluator.report()
    let report = assessment.coverage
    #expect(report.judgedSeconds == 7200)
    #expect(report.simulatedSeconds == 7200)
    #expect(report.positionCoverage == 0.5)
    #expect(report.reconstructedCoverage == 0.5)
    #expect(report.longestGapSeconds == 3600)
    #expect(isClose(report.epochCoverage, 1.0 / 12))
    #expect(report.missingness.byStudyDay.map(\.day) == [1, 901])
    // In the second segment the app has not been opened.
    #expect(assessment.seconds(.nothingAsked) == 3600)
  }
}
