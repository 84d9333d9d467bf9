import Foundation
import MotionSensing
import Testing

/// Tests the signals of broken sensors, short recordings and clipped ranges.
struct OddSignalTests {
  @Test(
    "A window that is no signal reads unknown",
    arguments: [Double.nan, .infinity, 0, 1e30, -1e-30])
  func noSignal(value: Double) {
    var recognizer = ActivityRecognizer()
    let reading = recognizer.reading(of: makeWindow { _ in SIMD3(repeating: value) })
    #expect(reading.unknown && reading.likeliest == nil && reading.steps == 0)
  }

  @Test("One sample that is not a number spoils its window only")
  func oneBadSample() {
    var recognizer = ActivityRecognizer()
    var window = syntheticWindows(.walking, speed: 1.3, count: 1)[0]
    let good = recognizer.reading(of: window)
    window[17].y = .nan
    let spoilt = recognizer.reading(of: window)
    window[17].y = 0
    let next = recognizer.reading(of: window)
    #expect(!good.unknown && spoilt.unknown && !next.unknown)
  }

  @Test("A perfectly constant signal is stationary and without steps")
  func constant() {
    var recognizer = ActivityRecognizer()
    let reading = recognizer.reading(of: makeWindow { _ in SIMD3(0, 0, 9.8) })
    #expect(reading.stationary && reading.steps == 0)
  }

  @Test("A signal cut off at the sensor's range is still read")
  func clipped() {
    var recognizer = ActivityRecognizer()
    for var window in syntheticWindows(.running, speed: 3) {
      for index in 0..<AccelerometerWindow.sampleCount {
        window[index] = window[index].clamped(
          lowerBound: SIMD3(repeating: -19.6), upperBound: SIMD3(repeating: 19.6))
      }
      let reading = recognizer.reading(of: window)
      #expect(!reading.unknown)
    }
  }

  @Test("A recording shorter than a window has none, an empty one too")
  func short() {
    var window = AccelerometerWindow()
    let untouched = window
    for count in [0, 1, 2, 60] {
      let signal = recording(rate: 50, seconds: Double(count) / 50) { _ in SIMD3(0, 0, 9.8) }
      #expect(signal.windowCount == 0)
      let isFilled = signal.fill(&window, from: 0)
      #expect(!isFilled)
    }
    #expect(window == untouched)
  }
}
