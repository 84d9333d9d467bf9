import EventKernel
import Foundation
import MotionSensing
import PhoneAPI
import SimulatedPhone
import Testing
import World

struct ActivityRecognizerTests {
  @Test("MOT-1: flags are independent, and a reading may have none at all")
  func emptyReading() {
    let reading = ActivityEstimate(confidence: .low)
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

  @Test("A drive is automotive in a mount and in a pocket", arguments: [Carrying.mount, .pocket])
  func drive(carried: Carrying) {
    #expect(share(of: .automotive, .automotive, speed: 14, carried: carried, seed: 1) > 0.85)
  }

  @Test("A bicycle ride is cycling", arguments: 1...5)
  func ride(seed: UInt64) {
    #expect(share(of: .cycling, .cycling, speed: 5, carried: .pocket, seed: seed) > 0.8)
  }

  @Test("MOT-4: what is half a phone at rest and half a car raises both flags")
  func standingCar() {
    // A vibration between that of a table (0.02 m/s²) and that of a road (0.4 m/s²): at some
    // strength both are plausible.
    let classifier = ActivityClassifier()
    let table = features(syntheticWindows(.still, speed: 0, carried: .table, count: 1)[0])
    let road = features(syntheticWindows(.automotive, speed: 14, carried: .mount, count: 1)[0])
    let readings = (0...100).map { share in
      classifier.classify(mixture(table, road, share: Float(share) / 100))
    }
    #expect(readings[0].stationary && !readings[0].automotive)
    #expect(readings[100].automotive && !readings[100].stationary)
    #expect(readings.contains { $0.stationary && $0.automotive })
  }

  private func mixture(_ a: WindowFeatures, _ b: WindowFeatures, share: Float) -> WindowFeatures {
    var mixed = b
    func between(_ x: Float, _ y: Float) -> Float { x * (1 - share) + y * share }
    mixed.verticalDeviation = between(a.verticalDeviation, b.verticalDeviation)
    mixed.horizontalDeviation = between(a.horizontalDeviation, b.horizontalDeviation)
    mixed.jerk = between(a.jerk, b.jerk)
    mixed.bandShares = a.bandShares * (1 - share) + b.bandShares * share
    mixed.tiltChangeRadians = between(a.tiltChangeRadians, b.tiltChangeRadians)
    return mixed
  }

  @Test("MOT-1: a movement like nothing known raises no flag")
  func noFlag() {
    let classifier = ActivityClassifier(model: ActivityModel(weights: []))
    // A model without weights finds all five activities equally likely.
    let reading = classifier.classify(features(syntheticWindows(.walking, speed: 1, count: 1)[0]))
    #expect(!reading.stationary && !reading.walking && !reading.running)
    #expect(!reading.cycling && !reading.automotive && !reading.unknown)
    #expect(reading.confidence == .low && abs(reading.probability - 0.2) < 1e-5)
  }

  @Test("Confidence follows the probability: 75 % is medium, 95 % high")
  func confidence() {
    let input = features(syntheticWindows(.walking, speed: 1, count: 1)[0])
    for (probability, expected) in [
      (0.6, MotionActivity.Confidence.low), (0.8, .medium), (0.96, .high),
    ] {
      // One activity has this bias and the four others zero: p = e^b ÷ (e^b + 4).
      let bias = Float(log(4 * probability / (1 - probability)))
      let reading = ActivityClassifier(model: ActivityModel(weights: [[], [bias]])).classify(input)
      #expect(reading.confidence == expected && reading.walking)
    }
  }

  @Test("Steps over minutes of walking follow the rate of the speed", arguments: 1...8)
  func steps(seed: UInt64) {
    var recognizer = ActivityRecognizer()
    let windows = syntheticWindows(.walking, speed: 1.3, seed: seed, count: 48)
    let steps = windows.map { recognizer.reading(of: $0).steps }.reduce(0, +)
    // 1.3 m/s is 1.89 steps/s by Wheeler's curve: 227 in two minutes. People differ by 4 %, here by
    // up to 3.5 standard deviations. Windows classified as something else lose their steps.
    #expect(abs(steps - 227) < 45)
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
