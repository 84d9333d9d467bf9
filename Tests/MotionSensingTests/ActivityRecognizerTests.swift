import EventKernel
import MotionSensing
import SimulatedPhone
import Testing
import World

struct ActivityRecognizerTests {
  @Test("MOT-1: flags are independent, and a reading may have none at all")
  func emptyReading() {
    let reading = ActivityReading(confidence: .low)
    #expect(!reading.stationary && !reading.walking && !reading.automotive && !reading.unknown)
  }

  @Test("A phone on a table is stationary", arguments: 1...5)
  func table(seed: UInt64) {
    #expect(share(of: .stationary, .still, speed: 0, carried: .table, seed: seed) > 0.95)
  }

  @Test("A walk is walking", arguments: 1...5)
  func walk(seed: UInt64) {
    #expect(share(of: .walking, .walking, speed: 1.3, carried: .pocket, seed: seed) > 0.8)
  }

  @Test("A run is running", arguments: 1...5)
  func run(seed: UInt64) {
    #expect(share(of: .running, .running, speed: 2.8, carried: .pocket, seed: seed) > 0.8)
  }

  @Test("Steps over minutes of walking follow the cadence of the speed", arguments: 1...5)
  func steps(seed: UInt64) {
    var recognizer = ActivityRecognizer()
    let windows = syntheticWindows(.walking, speed: 1.3, seed: seed, count: 48)
    let steps = windows.map { recognizer.reading(of: $0).steps }.reduce(0, +)
    // 1.3 m/s is 1.89 steps/s by Wheeler's curve, people differ by 5 %: 227 ± 2.5 × 11 in two minutes.
    #expect(abs(steps - 227) < 50)
  }

  private func share(
    of activity: Activity, _ mode: MotionMode, speed: Double, carried: Carrying, seed: UInt64
  ) -> Double {
    var recognizer = ActivityRecognizer()
    let windows = syntheticWindows(mode, speed: speed, carried: carried, seed: seed)
    let right = windows.filter { recognizer.reading(of: $0).likeliest == activity }
    return Double(right.count) / Double(windows.count)
  }
}
