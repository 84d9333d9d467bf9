import EventKernel
import MotionSensing
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Motion that no app asks for")
struct UnaskedMotionTests {
  /// The minutes of the questions: in a stay, in a walk, in a drive, in the second stay, in the
  /// second walk and in the last stay. All walks and stays are long enough for checkpoints.
  private static let seldom: [Double] = [38, 62, 75, 125, 141, 176]
  private static let eachMinute = (1...177).map { Double($0) }

  /// Returns a phone without an app, and the answers to questions about its activity.
  private func asked(
    at minutes: [Double], seed: UInt64 = 1, carried: Carrying = .pocket,
    remembered: RememberedWindows? = nil
  ) throws -> (bench: Bench, answers: [String]) {
    let pieces: [Piece] = [
      .still(minutes: 40), .walk(minutes: 25), .drive(minutes: 12), .still(minutes: 50),
      .walk(minutes: 16), .still(minutes: 35),
    ]
    let bench = Bench(
      World(pieces.map { $0.carried(carried) }), seed: seed, remembered: remembered, script: nil)
    let answers = try minutes.map { minute in
      try bench.run(toMinute: minute)
      bench.phone.motion.coprocessor.catchUp(to: bench.phone.now)
      return bench.phone.motion.coprocessor.current.flags
    }
    return (bench, answers)
  }

  @Test("After a long silence the answer is that of a phone which was asked each minute")
  func answers() throws {
    var (equal, all) = (0, 0)
    for carried in [Carrying.pocket, .hand, .bag] {
      for seed in 1...60 as ClosedRange<UInt64> {
        let late = try asked(at: Self.seldom, seed: seed, carried: carried).answers
        let known = try asked(at: Self.eachMinute, seed: seed, carried: carried).answers
        for (minute, answer) in zip(Self.seldom, late) {
          all += 1
          if answer == known[Int(minute) - 1] { equal += 1 }
        }
      }
    }
    // 3 of 1080 differ, two of them in a walk whose gait is between a walk and a run.
    #expect(all == 1080 && equal >= 1070)
  }

  @Test("The history of a silent time is nearly always that of a phone which was asked each minute")
  func history() throws {
    var equal = 0
    for seed in 1...30 as ClosedRange<UInt64> {
      let (often, _) = try asked(at: Self.eachMinute, seed: seed)
      let (seldom, _) = try asked(at: Self.seldom + [177], seed: seed)
      let (known, late) = (often.phone.motion.coprocessor, seldom.phone.motion.coprocessor)
      #expect(known.passedOver.isEmpty && !late.passedOver.isEmpty)
      let history = late.history(from: .distantPast)
      #expect(late.passedOver.isEmpty)
      if history.activities == known.history.activities { equal += 1 }
      // About 4700 steps in 41 minutes of walking, ± 6 %, since other windows are analyzed.
      let steps = Double(history.totalSteps)
      #expect(abs(steps / Double(known.history.totalSteps) - 1) < 0.06)
    }
    #expect(equal >= 25)
  }

  @Test("A walk counts no steps for the stay before it, however long it was", arguments: 1...20)
  func firstSteps(seed: UInt64) throws {
    let (bench, _) = try asked(at: Self.eachMinute, seed: seed)
    let steps = bench.phone.motion.coprocessor.history(from: .distantPast)
      .steps(from: .distantPast, to: .minute(42))
    // Two minutes at 1.8 to 2 steps a second are at most 240, and 20 % more by gait and chance.
    #expect(steps > 0 && steps <= 288)
  }

  @Test("A question about the last hour leaves the hours before it unanalyzed")
  func recentHistory() throws {
    let (bench, _) = try asked(at: Self.seldom)
    let coprocessor = bench.phone.motion.coprocessor
    let count = coprocessor.passedOver.count
    _ = coprocessor.history(from: .minute(116))
    // Passed over: up to minute 30 or so, 59, 108 to 123, 139 and 173.
    #expect(count >= 4 && (1..<count).contains(coprocessor.passedOver.count))
    #expect(coprocessor.passedOver.allSatisfy { $0.steady.checkpoint <= .minute(116) })
  }

  @Test("Most windows of a silent time are not analyzed")
  func windows() throws {
    func count(askedAt minutes: [Double]) throws -> Int {
      let windows = RememberedWindows()
      _ = try asked(at: minutes, remembered: windows)
      return windows.count
    }
    #expect(try count(askedAt: Self.seldom) * 2 < count(askedAt: Self.eachMinute))
  }

  @Test("The windows of a stay in which the phone was off are not passed over")
  func off() throws {
    func passedOver(isOffFor minutes: Double) throws -> Int {
      let bench = Bench(World([.still(minutes: 90)]), script: nil)
      let coprocessor = bench.phone.motion.coprocessor
      for (minute, isOn) in [(50, false), (50 + minutes, true)] where minutes > 0 {
        try bench.run(toMinute: minute)
        coprocessor.note(isOn: isOn, isAttached: false)
      }
      try bench.run(toMinute: 80)
      coprocessor.catchUp(to: bench.phone.now)
      return coprocessor.passedOver.count
    }
    #expect(try passedOver(isOffFor: 0) == 1)
    #expect(try passedOver(isOffFor: 5) == 0)
  }
}
