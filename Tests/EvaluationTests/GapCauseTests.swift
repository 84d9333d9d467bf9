import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

@Suite("Causes of gaps")
struct GapCauseTests {
  /// A phase for each cause. Causes before it in the list must not apply; those after it may.
  static let phases: [(GapCause, TrackingPhase)] = [
    (
      .phoneOff,
      .delivering.with {
        $0.isPhoneOn = false
        $0.isPermitted = false
      }
    ),
    (
      .notPermitted,
      .delivering.with {
        $0.isPermitted = false
        $0.app = .suspended
      }
    ),
    (.appDeadForceQuit, .delivering.with { $0.app = .dead(.forceQuit, mayBeWoken: false) }),
    (
      .appDeadMemoryPressure, .delivering.with { $0.app = .dead(.memoryPressure, mayBeWoken: true) }
    ),
    (.appDeadReboot, TrackingPhase().with { $0.app = .dead(.reboot, mayBeWoken: false) }),
    (
      .appDeadSystemUpdate,
      TrackingPhase().with { $0.app = .dead(.systemUpdate, mayBeWoken: false) }
    ),
    (
      .stalled,
      .delivering.with {
        $0.isStalled = true
        $0.app = .dead(.memoryPressure, mayBeWoken: false)
        $0.requests = .significantChanges
      }
    ),
    (.nothingAsked, TrackingPhase()),
    (.nothingAsked, .delivering.with { $0.requests = [] }),
    (
      .nothingAsked,
      .delivering.with {
        $0.app = .dead(.crash, mayBeWoken: true)
        $0.requests = []
      }
    ),
    (
      .pausedAutomatically,
      .delivering.with {
        $0.isPaused = true
        $0.app = .suspended
      }
    ),
    (
      .suspended,
      .delivering.with {
        $0.app = .suspended
        $0.receiver = .acquiring
      }
    ),
    (.belowServiceResolution, .delivering.with { $0.requests = [.significantChanges, .visits] }),
    (
      .belowServiceResolution,
      TrackingPhase().with {
        $0.app = .dead(.memoryPressure, mayBeWoken: true)
        $0.requests = .regions
      }
    ),
    (
      .acquiring,
      .delivering.with {
        $0.receiver = .acquiring
        $0.holding = .engine
      }
    ),
    (
      .acquiring,
      .delivering.with {
        $0.requests = [.oneShot, .visits]
        $0.receiver = .acquiring
      }
    ),
    (
      .noSignal,
      .delivering.with {
        $0.receiver = .noSignal
        $0.holding = .engine
      }
    ),
    (.heldByOperatingSystem, .delivering.with { $0.holding = .operatingSystem }),
    (.heldByEngine, .delivering.with { $0.holding = .engine }),
    // The system holds back the first fix of a request, in case a better one comes.
    (.acquiring, .delivering.with { $0.requests = [.oneShot] }),
    (.unexplained, .delivering),
  ]

  @Test("A phase of phone and app explains the time without a position", arguments: phases)
  func byPhase(cause: GapCause, phase: TrackingPhase) {
    let assessment = Evaluator.judge(SmallWorld.walk.world()) { $0.phase(phase, at: 0) }
    let uncovered = assessment.coverage.judgedSeconds
    #expect(isClose(assessment.seconds(cause), uncovered))
    #expect(isClose(assessment.gapCauses.recorded.reduce(0) { $0 + $1.seconds }, uncovered))
  }

  @Test("With all delivering, a record beyond the radius is inaccurate, one left behind is stale")
  func byRecord() {
    let walk = 1000 / 1.4
    let assessment = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 600, east: 101)
      $0.record(at: 1200, east: 0)
    }
    // No record for 10 min, one 101 m off for 10 min, then a correct one until the walker is 100 m
    // away.
    #expect(assessment.seconds(.unexplained) == 600)
    #expect(assessment.seconds(.recordedTooInaccurate) == 600)
    #expect(isClose(assessment.seconds(.stale), 0.9 * walk + 3600))
    let uncovered =
      assessment.coverage.judgedSeconds * (1 - (assessment.coverage.positionCoverage ?? 0))
    #expect(isClose(assessment.gapCauses.recorded.reduce(0) { $0 + $1.seconds }, uncovered))
    #expect(assessment.gapCauses.recorded.map(\.cause).last == .unexplained)
  }

  @Test("Time goes to the phase in which it passed")
  func changes() {
    let assessment = Evaluator.judge(SmallWorld.walk.world()) {
      $0.phase(.delivering.with { $0.receiver = .acquiring }, at: 0)
      $0.phase(.delivering.with { $0.receiver = .noSignal }, at: 100)
      $0.phase(.delivering, at: 350)
      $0.record(at: 400, east: 0)
    }
    #expect(assessment.seconds(.acquiring) == 100)
    #expect(assessment.seconds(.noSignal) == 250)
    #expect(assessment.seconds(.unexplained) == 50)
  }

  @Test("A phone left at home explains the time in which the person is 30 m and more away")
  func phoneLeftBehind() {
    var phone = SmallWorld()
    phone.stay(.hours(1))
    phone.stay(.seconds(1000 / 1.4))
    phone.stay(.hours(1))
    let assessment = Evaluator.judge(SmallWorld.walk.world(phone: phone)) {
      $0.record(at: 0, east: 0)
    }
    // Covered until the person is 100 m away, when the phone is farther than 30 m from them.
    #expect(isClose(assessment.seconds(.phoneNotWithPerson), 3600 + 900 / 1.4))
    #expect(assessment.seconds(.stale) == 0)
  }

  @Test("Where no record covers, the gap is split where the phone leaves the person")
  func phoneLeaves() {
    var phone = SmallWorld()
    phone.stay(.hours(1))
    phone.stay(.seconds(1000 / 1.4))
    phone.stay(.hours(1))
    let assessment = Evaluator.judge(SmallWorld.walk.world(phone: phone)) { _ in }
    // Phone and person are together in the first hour and in the walk's first 30 m.
    #expect(isClose(assessment.seconds(.unexplained), 3600 + 30 / 1.4))
    #expect(isClose(assessment.seconds(.phoneNotWithPerson), 3600 + 970 / 1.4))
  }

  @Test("On the way back to the phone the gap is split where they meet")
  func phoneMeets() {
    var person = SmallWorld()
    person.move(east: 500, at: 1)
    person.move(east: -500, at: 1)
    var phone = SmallWorld()
    phone.stay(.seconds(1000 as Int64))
    let assessment = Evaluator.judge(person.world(phone: phone)) { _ in }
    #expect(isClose(assessment.seconds(.unexplained), 60))
    #expect(isClose(assessment.seconds(.phoneNotWithPerson), 940))
  }

  @Test("A phone that lies where its person is not carrying it is not with the person")
  func carriedLeft() {
    var day = SmallWorld()
    day.stay(.hours(1), carried: .left)
    let assessment = Evaluator.judge(day.world()) { _ in }
    #expect(assessment.seconds(.phoneNotWithPerson) == 3600)
  }

  @Test("What the server lacks is not yet sent, or lost, or uncovered for the tracker's own reason")
  func received() {
    var options = EvaluationOptions()
    options.tracksDelivery = true
    let start = SmallWorld.midnight
    let assessment = Evaluator.judge(SmallWorld.walk.world(), options) {
      $0.record(at: 600, east: 0, identity: 1)
      $0.received(identity: 1, at: start + .seconds(900 as Int64))
      $0.record(at: 4400, east: 1000, identity: 2)
      $0.lost(identity: 2, at: start + .seconds(5000 as Int64))
      $0.record(at: 6000, east: 1000, identity: 3)
    }
    let walk = 1000 / 1.4
    let staleUntil4400 = 4400 - 3600 - 0.1 * walk
    #expect(isClose(assessment.seconds(.stale), staleUntil4400))
    #expect(assessment.receivedSeconds(.unexplained) == 600)
    #expect(isClose(assessment.receivedSeconds(.stale), staleUntil4400))
    // From 600 to 900, 4400 to 5000, and 6000 to the end, when the third record still waits.
    #expect(
      isClose(assessment.receivedSeconds(.notYetSent), 300 + 600 + (7200 + walk - 6000)))
    #expect(assessment.receivedSeconds(.lost) == 1000)
    #expect(assessment.delivery?.recorded == 3)
    #expect(assessment.delivery?.received == 1)
    #expect(assessment.delivery?.lost == 1)
    #expect(isClose(assessment.delivery?.latencyP50Seconds, 300, within: 0.002))
    // The server's records cover from 900 s to the walk's first 100 m.
    let covered = 3600 + 0.1 * walk - 900
    let total = assessment.gapCauses.received?.reduce(0) { $0 + $1.seconds }
    #expect(isClose(total, 7200 + walk - covered))
  }

  @Test("A record that the tracker takes for delivered and the server never had is lost")
  func acknowledgedForNothing() {
    var options = EvaluationOptions()
    options.tracksDelivery = true
    let start = SmallWorld.midnight
    let assessment = Evaluator.judge(SmallWorld.walk.world(), options) {
      for identity: UInt64 in 1...3 {
        $0.record(at: 600 * Double(identity), east: 0, identity: identity)
      }
      $0.received(identity: 1, at: start + .seconds(1900 as Int64))
      for identity: UInt64 in [1, 2, 2, 9] {
        $0.acknowledged(identity: identity, at: start + .seconds(2000 as Int64))
      }
    }
    // The first record arrived, the second did not, though acknowledged twice; the third still
    // waits.
    #expect(assessment.delivery?.received == 1)
    #expect(assessment.delivery?.lost == 1)
    #expect(assessment.delivery?.recorded == 3)
  }

  @Test("What arrives from an earlier stretch says nothing of the present one")
  func lateFromEarlierStretch() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.skip(.hours(1))
    day.stay(.hours(1))
    let world = day.world()
    var options = EvaluationOptions()
    options.tracksDelivery = true
    let evaluator = Evaluator(world: world, options: options)
    evaluator.beginSegment(world.segments[0])
    evaluator.record(at: 0, east: 0, identity: 1)
    evaluator.endSegment(at: world.segments[0].end)
    evaluator.beginSegment(world.segments[1])
    evaluator.received(identity: 1, at: world.segments[1].start)
    evaluator.endSegment(at: world.segments[1].end)
    #expect(evaluator.report().delivery?.received == 1)
    #expect(evaluator.report().receivedSeconds(.nothingAsked) == 3600)
  }

  @Test("Without reports from a server there is no second partition")
  func noDelivery() {
    let assessment = Evaluator.judge(SmallWorld.walk.world()) { $0.record(at: 0, east: 0) }
    #expect(assessment.gapCauses.received == nil)
    #expect(assessment.delivery == nil)
  }

  @Test("Long gaps are listed in time order with the cause that took most of them")
  func longGaps() {
    let assessment = Evaluator.judge(SmallWorld.walk.world()) {
      $0.phase(.delivering.with { $0.receiver = .acquiring }, at: 0)
      $0.phase(.delivering.with { $0.receiver = .noSignal }, at: 100)
      $0.record(at: 900, east: 0)
    }
    let start = SmallWorld.midnight
    #expect(assessment.longGaps.count == 2)
    #expect(
      assessment.longGaps.first
        == GapInterval(start: start, end: start + .seconds(900 as Int64), cause: .noSignal))
    #expect(assessment.longGaps.last?.cause == .noSignal)
  }

  @Test("Of too many long gaps the longest are listed")
  func longestGaps() {
    var gaps = GapList(longerThan: .minutes(10), countMax: 3)
    for (index, minutes) in [30, 11, 50, 9, 40, 12].enumerated() {
      let start = SmallWorld.midnight + .hours(Int64(index))
      gaps.extend(Interval(start, start + .minutes(Int64(minutes))), cause: .stale)
    }
    gaps.close()
    #expect(gaps.longGaps.map { Int($0.length.seconds / 60) } == [30, 50, 40])
    #expect(gaps.lengths.count == 6)
    #expect(gaps.longestSeconds == 3000)
  }

  @Test("Every cause has a name of its own that reads back")
  func names() throws {
    #expect(Set(GapCause.allCases.map(\.name)).count == GapCause.allCases.count)
    #expect(GapCause.appDeadForceQuit.name == "appDead.forceQuit")
    #expect(GapCause.stale.name == "stale")
  }
}
