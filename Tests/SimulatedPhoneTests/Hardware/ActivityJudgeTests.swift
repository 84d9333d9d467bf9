import EventKernel
import MotionSensing
import PhoneAPI
import PhoneProfiles
import Testing

@testable import SimulatedPhone

/// Delays are counted in windows, which are 2.5 s long.
@Suite("From windows to an activity")
struct ActivityJudgeTests {
  /// Delays in the middle of the facts' ranges.
  static let delays = PhoneModel(
    device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0],
    chance: SeededRandom(seed: 1),
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
    var reading = ActivityEstimate(confidence: .high)
    reading.likeliest = activity
    for _ in 0..<windows { judge.take(reading, isFixed: isFixed, isLaidDown: isLaidDown) }
  }

  /// Returns the number of windows of `activity` until it is reported.
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
    // The third window completes 6 s, the second 4 s, and the second 5 s.
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
    var reading = ActivityEstimate(confidence: .low)
    reading.unknown = true
    judge.take(reading, isFixed: false, isLaidDown: false)
    let reported = judge.verdict.activity(since: morning)
    #expect(reported.unknown && reported.walking)
  }

  /// Passes one window in which `activity` has this probability and `other` the rest.
  mutating func take(_ activity: Activity, probability: Float, other: Activity) {
    var reading = ActivityEstimate(confidence: .low)
    reading.likeliest = activity
    reading.probability = probability
    reading.probabilities[activity.rawValue] = probability
    reading.probabilities[other.rawValue] = 1 - probability
    judge.take(reading, isFixed: false, isLaidDown: false)
  }

  @Test("MOT-2: after a long walk a run is told in 3 to 5 s, if its windows are sure")
  mutating func walkToRun() {
    take(.walking, 40)
    #expect(windows(until: .running) == 2)
  }

  @Test("A brisk walk that looks like a run for some windows is told as a walk")
  mutating func briskWalk() {
    take(.walking, 40)
    for _ in 0..<40 {
      take(.walking)
      take(.running, probability: 0.8, other: .walking)
      take(.walking)
      take(.running)
      #expect(judge.verdict.activity == .walking)
    }
    // Unsure windows decide too, if they last for more than half of the half minute.
    for _ in 0..<12 { take(.running, probability: 0.8, other: .walking) }
    #expect(judge.verdict.activity == .running)
  }

  @Test("A rider who has been at rest is not stationary for the minutes until cycling is told")
  mutating func restToRide() {
    take(.stationary, 40)
    take(.cycling, 3)
    #expect(judge.verdict.activity == .stationary)
    // The fourth window completes 10 s.
    take(.cycling)
    #expect(judge.verdict.activity == nil && judge.verdict.activity(since: morning).isEmpty)
    // 120 s are 48 windows; 4 have passed.
    #expect(windows(until: .cycling) == 44)
  }

  @Test("A walk holds over for half a minute of a ride, and is then told no more")
  mutating func walkToRide() {
    take(.walking, 40)
    take(.cycling, 11)
    #expect(judge.verdict.activity == .walking)
    take(.cycling)
    #expect(judge.verdict.activity == nil)
  }

  @Test("A drive in a pocket is told in spite of red lights, even if each is told as rest")
  mutating func stopAndGo() {
    take(.walking, 20)
    // 45 s of driving count as 45 s. 20 s at a light subtract a quarter of 20 s. A round adds 40 s,
    // so 180 s are reached in the fifth.
    for round in 1...5 {
      #expect(judge.verdict.activity != .automotive, "round \(round)")
      take(.automotive, 18)
      if round < 5 { take(.stationary, 8) }
    }
    #expect(judge.verdict.activity == .automotive)
  }

  @Test("A parked car is not driven on by what its drive has left of evidence")
  mutating func parked() {
    take(.automotive, 400)
    take(.stationary, 100)
    #expect(judge.verdict.activity == .stationary)
    // Passes a wrong window now and then while the car is parked.
    for _ in 0..<30 {
      take(.automotive)
      take(.stationary, 9)
      #expect(judge.verdict.activity == .stationary)
    }
  }

  @Test("A window between two activities takes little evidence from either")
  mutating func undecided() {
    take(.walking, 2)
    // A window with 55 % walking and 45 % running counts 0.2 of 2.5 s. The sum is 5.5 s, short of 6
    // s.
    take(.walking, probability: 0.55, other: .running)
    #expect(judge.verdict.activity == nil)
    take(.walking, probability: 0.55, other: .running)
    #expect(judge.verdict.activity == .walking)
  }
}

extension MotionActivity {
  /// True if no flag is set.
  fileprivate var isEmpty: Bool {
    !(stationary || walking || running || cycling || automotive || unknown)
  }
}
