import EventKernel
import MotionSensing
import PhoneAPI
import Testing

@testable import SimulatedPhone

/// Windows are 2.5 s long; what is told is counted in them.
@Suite("From windows to an activity")
struct ActivityJudgeTests {
  /// Middle of the facts' ranges.
  static let delays = PhoneModel(
    device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: Chance(seed: 1),
    fixed: [
      "motion.walkingSeconds": 6, "motion.runningSeconds": 4, "motion.stillNoticedSeconds": 5,
      "motion.automotiveFixedSeconds": 20, "motion.automotiveCarriedSeconds": 180,
      "motion.cyclingSeconds": 120, "motion.automotiveHoldSeconds": 200,
    ]
  ).system.motion.delays

  var judge = ActivityJudge(delays: delays)

  mutating func take(
    _ activity: Activity, _ windows: Int = 1, isFixed: Bool = false, isLaidDown: Bool = false
  ) {
    var reading = ActivityReading(confidence: .high)
    reading.likeliest = activity
    for _ in 0..<windows { judge.take(reading, isFixed: isFixed, isLaidDown: isLaidDown) }
  }

  /// Windows of `activity` until it is told.
  mutating func windows(until activity: Activity, isFixed: Bool = false) -> Int {
    for count in 1...1000 {
      take(activity, isFixed: isFixed)
      if judge.verdict.activity == activity { return count }
    }
    return .max
  }

  @Test("MOT-1: nothing is told at first, and confidence climbs from low over medium to high")
  mutating func confidence() {
    #expect(judge.verdict.activity == nil)
    var seen: [MotionActivity.Confidence] = []
    for _ in 0..<40 {
      take(.walking)
      if seen.last != judge.verdict.confidence { seen.append(judge.verdict.confidence) }
    }
    #expect(seen == [.low, .medium, .high])
  }

  @Test("MOT-2: walking takes 3 to 10 s, running 3 to 5 s, a phone laid down some seconds")
  mutating func quickOnes() {
    // 6 s are filled by the third window, 4 s by the second, 5 s by the second.
    #expect(windows(until: .walking) == 3)
    #expect(windows(until: .running) == 2)
    take(.stationary, 2, isLaidDown: true)
    #expect(judge.verdict.activity == .stationary)
  }

  @Test("MOT-2: walking holds over for 30 s when the walker only stands")
  mutating func holdOver() {
    take(.walking, 10)
    // 11 windows are 27.5 s, 12 are 30 s.
    take(.stationary, 11)
    #expect(judge.verdict.activity == .walking)
    take(.stationary, 1)
    #expect(judge.verdict.activity == .stationary)
  }

  @Test("MOT-3: driving is told within half a minute from a mount, after minutes from a pocket")
  mutating func driving() {
    // 20 s are 8 windows, 180 s are 72.
    #expect(windows(until: .automotive, isFixed: true) == 8)
    var pocket = ActivityJudgeTests()
    #expect(pocket.windows(until: .automotive) == 72)
  }

  @Test("MOT-3: cycling is told after minutes")
  mutating func cycling() { #expect(windows(until: .cycling) == 48) }

  @Test("MOT-4: a car that stands is stationary and automotive at once, until it has stood long")
  mutating func redLight() {
    take(.automotive, 20, isFixed: true)
    take(.stationary, 12, isFixed: true)
    let halted = judge.verdict.activity(since: morning)
    #expect(halted.stationary && halted.automotive)
    take(.automotive, 1, isFixed: true)
    #expect(!judge.verdict.activity(since: morning).stationary)
    // 200 s are 80 windows.
    take(.stationary, 80, isFixed: true)
    let parked = judge.verdict.activity(since: morning)
    #expect(parked.stationary && !parked.automotive)
  }

  @Test("Walking away from a car ends the drive at once")
  mutating func gettingOut() {
    take(.automotive, 400, isFixed: true)
    #expect(windows(until: .walking) == 3)
    take(.walking, 20)
    #expect(judge.verdict.activity == .walking)
  }

  @Test("A window without a signal is unknown and changes nothing else")
  mutating func noSignal() {
    take(.walking, 5)
    var reading = ActivityReading(confidence: .low)
    reading.unknown = true
    judge.take(reading, isFixed: false, isLaidDown: false)
    let told = judge.verdict.activity(since: morning)
    #expect(told.unknown && told.walking)
  }
}
