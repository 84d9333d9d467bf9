import EventKernel
import Foundation
import MotionSensing
import SimulatedPhone
import World

/// Windows of made-up people, for activities that no recording at hand shows.
///
/// Recordings have rates of 20 to 104 Hz. A slow recording lacks the fast part of a vibration. So
/// every second window is first sampled at 20 Hz, as in the largest set of recordings: otherwise
/// the classifier would learn the recorder instead of the movement.
struct SyntheticWindows {
  var chance: SeededRandom
  private var extractor = FeatureExtractor()
  private var window = AccelerometerWindow()

  init(seed: UInt64) { chance = SeededRandom(seed: seed) }

  /// Returns windows of many people, each with their own speeds.
  mutating func windows(
    _ activity: Activity, mode: MotionMode, speeds: ClosedRange<Double>, carried: [Carrying],
    people: Int, each: Int
  ) -> [LabeledWindow] {
    var windows: [LabeledWindow] = []
    let chance = chance.stream(mode.rawValue)
    for person in 0..<people {
      let own = chance.stream(person)
      let signal = MotionSignal(chance: own)
      for index in 0..<each {
        let movement = MotionSignal.Movement(
          mode: mode, speedMetersPerSecond: own.uniform(in: speeds, at: Int64(index)),
          carried: carried[(person + index) % carried.count])
        signal.fill(&window, index: Int64(index * 24), movement)
        if index % 2 == 1 { sampleSlowly() }
        windows.append(
          LabeledWindow(
            activity: activity, subject: "synthetic-\(mode.rawValue)/\(person)",
            features: extractor.features(of: window)))
      }
    }
    return windows
  }

  /// Samples the window again as a recorder of 20 Hz would.
  private mutating func sampleSlowly() {
    let span = AccelerometerWindow.span.seconds
    let samples = (-1...Int(span * 20) + 1).map { tick in
      let place = Double(tick) / 20 * AccelerometerWindow.rateHertz - 0.5
      let index = max(0, min(AccelerometerWindow.sampleCount - 1, Int(place.rounded())))
      return RecordedSignal.Sample(
        seconds: Double(tick) / 20, acceleration: SIMD3<Double>(window[index]))
    }
    let signal = RecordedSignal(samples: samples)
    _ = signal.fill(&window, from: 0)
  }

  /// Returns the made-up windows for training: every speed and way of carrying that the phone has
  /// to recognize.
  static func forTraining() -> [LabeledWindow] {
    var synthesis = SyntheticWindows(seed: 7)
    let everywhere: [Carrying] = [.pocket, .bag, .hand, .mount]
    return synthesis.windows(
      .automotive, mode: .automotive, speeds: 0.5...35, carried: everywhere, people: 80, each: 12)
      + synthesis.windows(
        .automotive, mode: .train, speeds: 5...60, carried: everywhere, people: 20, each: 6)
      + synthesis.windows(
        .cycling, mode: .cycling, speeds: 1...9, carried: everywhere, people: 80, each: 12)
      + synthesis.windows(
        .stationary, mode: .still, speeds: 0...0, carried: [.table], people: 20, each: 6)
      // All recorded people had the phone in a pocket or at the hip.
      + synthesis.windows(
        .walking, mode: .walking, speeds: 0.5...1.8, carried: [.pocket, .bag, .hand], people: 30,
        each: 12)
      + synthesis.windows(
        .running, mode: .running, speeds: 1.8...4.5, carried: [.pocket, .bag, .hand], people: 30,
        each: 12)
  }

  /// Returns the windows that are compared with the recordings: phones in pockets, and one on a
  /// car's windshield.
  static func forLikeness() -> [LabeledWindow] {
    var synthesis = SyntheticWindows(seed: 11)
    return synthesis.windows(
      .stationary, mode: .still, speeds: 0...0, carried: [.pocket], people: 40, each: 12)
      + synthesis.windows(
        .walking, mode: .walking, speeds: 0.9...1.6, carried: [.pocket], people: 40, each: 12)
      + synthesis.windows(
        .running, mode: .running, speeds: 2...3.5, carried: [.pocket], people: 40, each: 12)
      + synthesis.windows(
        .automotive, mode: .automotive, speeds: 8...20, carried: [.mount], people: 40, each: 12)
  }
}
