import EventKernel
import Foundation
import MotionSensing
import SimulatedPhone
import Testing
import World

struct HoldSensorTests {
  private let gravity = Double(AccelerometerWindow.standardGravity)

  /// Returns the shares of ten people's windows, after the first four, that are sensed as laid down
  /// and as fixed.
  private func shares(
    _ mode: MotionMode, speed: Double, _ carried: Carrying
  ) -> (laidDown: Double, fixed: Double) {
    var (laidDown, fixed, count) = (0, 0, 0)
    for seed in 101...110 as ClosedRange<UInt64> {
      var sensor = HoldSensor()
      let windows = syntheticWindows(mode, speed: speed, carried: carried, seed: seed, count: 100)
      for (index, window) in windows.enumerated() {
        sensor.take(features(window))
        guard index >= 4 else { continue }
        count += 1
        if sensor.isLaidDown { laidDown += 1 }
        if sensor.isFixed { fixed += 1 }
      }
    }
    return (Double(laidDown) / Double(count), Double(fixed) / Double(count))
  }

  @Test("A phone on a table is laid down and not fixed to a vehicle")
  func table() {
    let shares = shares(.still, speed: 0, .table)
    #expect(shares.laidDown > 0.95)
    #expect(shares.fixed == 0)
  }

  @Test(
    "A phone on a person is not laid down, however still the person sits",
    arguments: [Carrying.pocket, .bag, .hand])
  func onPerson(carried: Carrying) {
    #expect(shares(.still, speed: 0, carried).laidDown < 0.01)
  }

  @Test("A phone in a car's mount is fixed, slow or fast", arguments: [3.0, 8, 14])
  func mount(speed: Double) {
    let shares = shares(.automotive, speed: speed, .mount)
    #expect(shares.fixed > 0.9)
    #expect(shares.laidDown == 0)
  }

  @Test(
    "A phone that a passenger carries is not fixed", arguments: [Carrying.pocket, .bag, .hand],
    [3.0, 14])
  func passenger(carried: Carrying, speed: Double) {
    #expect(shares(.automotive, speed: speed, carried).fixed < 0.05)
  }

  @Test("Walkers, and runners, are no vehicles", arguments: [MotionMode.walking, .running])
  func onFoot(mode: MotionMode) {
    #expect(shares(mode, speed: 2, .pocket).fixed < 0.02)
  }

  @Test("MOT-2: a flat phone is laid down within two windows, a tilted one within eight")
  func delays() {
    func windows(tilt: (SIMD3<Double>)) -> Int? {
      var sensor = HoldSensor()
      let still = makeWindow { _ in tilt * gravity }
      return (1...20).first { _ in
        sensor.take(features(still))
        return sensor.isLaidDown
      }
    }
    #expect(windows(tilt: SIMD3(0, 0, -1)) == 2)
    #expect(windows(tilt: SIMD3(0, 0.6, 0.8)) == 8)
  }

  @Test("A tilted phone that turns slowly is not laid down, until it has stopped turning")
  func slowTurn() {
    var sensor = HoldSensor()
    // At 0.0009 rad a window, neighbors differ by less than the limit, but the first and the third
    // do not.
    for window in 0..<48 {
      let angle = 0.7 + 0.0009 * Double(min(window, 40))
      sensor.take(features(makeWindow { _ in SIMD3(sin(angle), 0, cos(angle)) * gravity }))
      // The 40th window is the first of eight at rest. The one before it may count as the first.
      if window < 46 { #expect(!sensor.isLaidDown) }
    }
    #expect(sensor.isLaidDown)
  }

  @Test("Taking the phone out of its mount ends being fixed at once, a red light does not")
  func takenOut() {
    var sensor = HoldSensor()
    for window in syntheticWindows(.automotive, speed: 14, carried: .mount, seed: 7) {
      sensor.take(features(window))
    }
    #expect(sensor.isFixed)
    for window in syntheticWindows(.automotive, speed: 0, carried: .mount, seed: 7, count: 24) {
      sensor.take(features(window))
    }
    #expect(sensor.isFixed)
    sensor.take(features(makeWindow { _ in SIMD3(gravity, 0, 0) }))
    #expect(!sensor.isFixed)
  }

  @Test("A window that is no signal changes nothing")
  func noSignal() {
    var sensor = HoldSensor()
    for _ in 0..<3 { sensor.take(features(makeWindow { _ in SIMD3(0, 0, gravity) })) }
    let before = sensor
    sensor.take(features(makeWindow { _ in SIMD3(repeating: .nan) }))
    #expect(sensor == before && sensor.isLaidDown)
  }
}
