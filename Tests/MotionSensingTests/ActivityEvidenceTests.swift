import EventKernel
import Testing

@testable import MotionSensing

@Suite("Evidence of an activity")
struct ActivityEvidenceTests {
  /// The rule of `ActivityEvidence` for one activity: the window's seconds times 4p − 2, at most
  /// the whole window either way, a quarter of it against a vehicle at rest, from none to the most.
  private func gathered(
    _ seconds: Double, _ probability: Float, _ activity: Activity, isAtRest: Bool, span: Double,
    onFootMax: Double
  ) -> Double {
    var gain = span * Double(max(-1, min(1, 4 * probability - 2)))
    let isVehicle = activity == .cycling || activity == .automotive
    if gain < 0, isVehicle, isAtRest { gain *= 0.25 }
    let most = activity == .walking || activity == .running ? onFootMax : 300
    return max(0, min(most, seconds + gain))
  }

  @Test("It grows and shrinks by the probability, for each activity by itself", arguments: 1...20)
  func rule(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var evidence = ActivityEvidence()
    var expected = [Double](repeating: 0, count: Activity.allCases.count)
    for window in 0..<200 {
      let place = Int64(window) * 8
      var reading = ActivityEstimate(confidence: .high)
      reading.likeliest = Activity.allCases[Int(chance.bits(at: place) % 5)]
      let span = chance.uniform(in: 1...20, at: place + 1)
      // From the caps of a short hold to one above that of vehicles.
      let onFootMax = chance.uniform(in: 50...400, at: place + 2)
      for activity in Activity.allCases {
        let index = activity.rawValue
        reading.probabilities[index] = Float(
          chance.uniform(in: 0...1, at: place + 3 + Int64(index)))
        expected[index] = gathered(
          expected[index], reading.probabilities[index], activity,
          isAtRest: reading.likeliest == .stationary, span: span, onFootMax: onFootMax)
      }
      evidence.gather(reading, seconds: span, onFootMax: onFootMax)
      for activity in Activity.allCases {
        #expect(evidence[activity] == expected[activity.rawValue])
      }
    }
  }

  @Test("A probability that is no number does not stay in the evidence")
  func notANumber() {
    var reading = ActivityEstimate(confidence: .low)
    reading.likeliest = .walking
    reading.probabilities = SIMD8(repeating: 0.1)
    reading.probabilities[Activity.automotive.rawValue] = .nan
    var evidence = ActivityEvidence()
    evidence.gather(reading, seconds: 10, onFootMax: 100)
    // As if it were certain.
    #expect(evidence[.automotive] == 10)
  }
}
