import EventKernel
import Foundation
import MotionSensing
import Testing

struct WindowFeaturesTests {
  private let gravity = Double(AccelerometerWindow.standardGravity)

  @Test("A pure tone along gravity gives its own frequency, deviation and a perfect period")
  func pureTone() {
    let window = makeWindow { SIMD3(0, 0, gravity + 2 * sin(2 * .pi * 2 * $0)) }
    let features = features(window)
    // A sine of amplitude 2 has a standard deviation of √2.
    #expect(abs(features.verticalDeviation - 1.414) < 0.01)
    #expect(features.horizontalDeviation < 0.01)
    #expect(abs(features.dominantHertz - 2) < 0.01)
    #expect(abs(features.cadenceHertz - 2) < 0.03)
    #expect(features.periodicity > 0.95)
    // The taper spreads a line over three bins, 1 : 4 : 1. The bin at 1.6 Hz belongs to the next
    // band.
    #expect(abs(features.bandShares[2] - 5.0 / 6) < 0.02)
    #expect(abs(features.gravity - Float(gravity)) < 0.05)
  }

  @Test("The period of a tone is found at each lag of steps and strides", arguments: 7...34)
  func period(samples: Int) {
    let hertz = AccelerometerWindow.rateHertz / Double(samples)
    let features = features(makeWindow { SIMD3(0, 0, gravity + 2 * sin(2 * .pi * hertz * $0)) })
    // A window has 64 samples, so it holds fewer than two of the longest periods.
    #expect(abs(Double(features.cadenceHertz) / hertz - 1) < 0.05)
    #expect(features.periodicity > 0.8)
  }

  @Test(
    "Bands and the strongest frequency are those of a Fourier transform by its definition",
    arguments: 1...20)
  func spectrum(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    let samples = (0..<64).map { 2 * chance.uniform(at: $0) - 1 }
    let features = features(
      makeWindow { SIMD3(0, 0, gravity + samples[Int(($0 * 25.6).rounded())]) })
    let mean = samples.reduce(0, +) / 64
    // The frequencies are multiples of 25.6 Hz ÷ 64 = 0.4 Hz; the first, 0 Hz, is left out.
    let power = (0..<32).map { bin in
      let terms = samples.enumerated().map { index, sample in
        let hann = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / 64)
        let angle = 2 * .pi * Double(bin * index) / 64
        return (sample - mean) * hann * SIMD2(cos(angle), sin(angle))
      }
      let sum = terms.reduce(SIMD2<Double>(), +)
      return bin == 0 ? 0 : (sum * sum).sum()
    }
    let whole = power.reduce(0, +)
    for (band, lower) in WindowFeatures.bandEdgesHertz.dropLast().enumerated() {
      let upper = WindowFeatures.bandEdgesHertz[band + 1]
      let bins = (1..<32).filter { Float($0) * 0.4 > lower && Float($0) * 0.4 < upper }
      let share = bins.map { power[$0] }.reduce(0, +) / whole
      #expect(abs(Double(features.bandShares[band]) - share) < 1e-4)
    }
    let strongest = power.indices.max { power[$0] < power[$1] } ?? 0
    #expect(abs(features.dominantHertz - Float(strongest) * 0.4) < 1e-4)
  }

  @Test("The same signal has the same features however the phone is turned", arguments: 1...20)
  func rotation(seed: UInt64) {
    let windows = syntheticWindows(.walking, speed: 1.3, seed: seed, count: 5)
    for (index, window) in windows.enumerated() {
      let turned = rotated(window, by: SeededRandom(seed: seed).stream(index))
      expectNear(features(window), features(turned))
    }
  }

  @Test("A recording in g says the same as one in m/s² once it is multiplied by gravity")
  func units() {
    let window = syntheticWindows(.running, speed: 3, count: 1)[0]
    var inG = window
    for index in 0..<AccelerometerWindow.sampleCount {
      inG[index] = inG[index] / AccelerometerWindow.standardGravity
      inG[index] *= AccelerometerWindow.standardGravity
    }
    expectNear(features(window), features(inG))
  }

  @Test("A tilt within the window shows as the angle between its halves")
  func tilt() {
    let window = makeWindow { time in
      let angle = time < 1.25 ? 0.0 : 0.5
      return SIMD3(gravity * sin(angle), 0, gravity * cos(angle))
    }
    #expect(abs(features(window).tiltChangeRadians - 0.5) < 0.01)
  }

  @Test("The mean is gravity along the phone's own axes")
  func mean() {
    let mean = features(makeWindow { SIMD3(3, -4 + sin(2 * .pi * 2 * $0), 8) }).mean
    #expect(abs(mean.x - 3) < 1e-4 && abs(mean.y + 4) < 1e-3 && abs(mean.z - 8) < 1e-4)
  }

  private func rotated(_ window: AccelerometerWindow, by chance: SeededRandom)
    -> AccelerometerWindow
  {
    let (yaw, pitch) = (
      Float(chance.uniform(in: 0...6.28, at: 1)), Float(chance.uniform(in: 0...6.28, at: 2))
    )
    var turned = window
    for index in 0..<AccelerometerWindow.sampleCount {
      let a = window[index]
      let b = SIMD3(
        a.x * cos(yaw) - a.y * sin(yaw), a.x * sin(yaw) + a.y * cos(yaw), a.z)
      turned[index] = SIMD3(
        b.x, b.y * cos(pitch) - b.z * sin(pitch), b.y * sin(pitch) + b.z * cos(pitch))
    }
    return turned
  }

  private func expectNear(_ a: WindowFeatures, _ b: WindowFeatures) {
    #expect(abs(a.verticalDeviation - b.verticalDeviation) < 1e-3 * (1 + a.verticalDeviation))
    #expect(abs(a.horizontalDeviation - b.horizontalDeviation) < 1e-2)
    #expect(abs(a.jerk - b.jerk) < 1e-2 * (1 + a.jerk))
    #expect(abs(a.periodicity - b.periodicity) < 1e-2)
    #expect(a.dominantHertz == b.dominantHertz)
    #expect(abs(a.gravity - b.gravity) < 1e-3)
  }
}
