import Foundation
import MotionSensing
import Testing

func recording(
  rate: Double, seconds: Double, _ value: (Double) -> SIMD3<Double>
) -> RecordedSignal {
  RecordedSignal(
    samples: (0..<Int(rate * seconds)).map {
      .init(seconds: Double($0) / rate, acceleration: value(Double($0) / rate))
    })
}

struct RecordedSignalTests {
  @Test(
    "A slow movement is the same at any rate of recording",
    arguments: [20, 25.6, 50, 100, 104.3])
  func rates(rate: Double) {
    let signal = recording(rate: rate, seconds: 6) {
      SIMD3(sin(2 * .pi * 1.5 * $0), 0, 9.8 + 2 * cos(2 * .pi * 1.5 * $0))
    }
    var window = AccelerometerWindow()
    #expect(signal.windowCount == 2)
    let isFilled = signal.fill(&window, from: 1)
    #expect(isFilled)
    for index in 0..<AccelerometerWindow.sampleCount {
      // A window's sample represents the middle of its 39 ms. Interpolation and averaging lose some
      // percent of the amplitude at 20 Hz.
      let middle = 1 + (Double(index) + 0.5) / AccelerometerWindow.rateHertz
      #expect(abs(Double(window[index].x) - sin(2 * .pi * 1.5 * middle)) < 0.04)
      #expect(abs(Double(window[index].z) - 9.8 - 2 * cos(2 * .pi * 1.5 * middle)) < 0.08)
    }
  }

  @Test("A fast recording's vibration beyond the window's own rate is damped, not folded")
  func aliasing() {
    // 24.6 Hz would alias to 1 Hz at 25.6 Hz. The mean over 39 ms leaves sinc(24.6 ÷ 25.6) = 4 % of
    // it.
    let signal = recording(rate: 200, seconds: 4) { SIMD3(0, 0, 9.8 + sin(2 * .pi * 24.6 * $0)) }
    var window = AccelerometerWindow()
    let isFilled = signal.fill(&window, from: 0.5)
    #expect(isFilled)
    #expect(features(window).verticalDeviation < 0.04)
  }

  @Test("Windows over a hole are refused, those beside it are not")
  func holes() {
    let all = (0..<500).map { index in
      RecordedSignal.Sample(seconds: Double(index) / 50, acceleration: SIMD3(0, 0, 9.8))
    }
    let signal = RecordedSignal(samples: Array(all[..<200] + all[250...]))  // none from 4 to 5 s
    var window = AccelerometerWindow()
    let filled = [1.4, 2, 4.2, 5.1].map { signal.fill(&window, from: $0) }
    #expect(filled == [true, false, false, true])
  }

  @Test("Zeros before the sensor starts, samples out of order and broken numbers are left out")
  func unmeasured() {
    var samples = (0..<50).map {
      RecordedSignal.Sample(seconds: Double($0) / 50, acceleration: .zero)
    }
    samples += (50..<400).map { .init(seconds: Double($0) / 50, acceleration: SIMD3(0, 9.8, 0)) }
    samples[100].acceleration.x = .nan
    samples[200].seconds = 0.1
    let signal = RecordedSignal(samples: samples)
    #expect(signal.startSeconds == 1)
    var window = AccelerometerWindow()
    let filled = [0, 1.5].map { signal.fill(&window, from: $0) }
    #expect(filled == [false, true])
    #expect(features(window).verticalDeviation < 1e-3)
  }
}
