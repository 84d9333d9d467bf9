import EventKernel
import MotionSensing
import SimulatedPhone
import Testing
import World

struct MotionSignalTests {
  private let walk = MotionSignal.Movement(
    mode: .walking, speedMetersPerSecond: 1.3, carried: .pocket)

  @Test("A window is the same whenever and however often it is asked for")
  func pure() {
    let signal = MotionSignal(chance: SeededRandom(seed: 3))
    var (first, again, other) = (
      AccelerometerWindow(), AccelerometerWindow(), AccelerometerWindow()
    )
    signal.fill(&first, index: 1000, walk)
    signal.fill(&again, index: 7, walk)
    signal.fill(&again, index: 1000, walk)
    signal.fill(&other, index: 1001, walk)
    #expect(first == again)
    #expect(first != other)
    MotionSignal(chance: SeededRandom(seed: 4)).fill(&other, index: 1000, walk)
    #expect(first != other)
  }

  @Test("A pose that was drawn for another window changes no window")
  func drawnPose() {
    let signal = MotionSignal(chance: SeededRandom(seed: 3))
    var drawn: MotionSignal.DrawnPose?
    // Two places in one minute of 24 windows, then the next minute.
    for (index, carried) in [(240, Carrying.pocket), (241, .hand), (242, .hand), (264, .hand)] {
      let movement = MotionSignal.Movement(
        mode: .walking, speedMetersPerSecond: 1.3, carried: carried)
      var (window, alone) = (AccelerometerWindow(), AccelerometerWindow())
      signal.fill(&window, index: Int64(index), movement, &drawn)
      signal.fill(&alone, index: Int64(index), movement)
      #expect(window == alone)
    }
  }

  @Test(
    "Every movement in every place gives finite values about gravity",
    arguments: MotionMode.allCases, Carrying.allCases)
  func plausible(mode: MotionMode, carried: Carrying) {
    for speed in [-1, 0, 0.1, 1.5, 30, 300, Double.nan, .infinity] {
      for window in syntheticWindows(mode, speed: speed, carried: carried, count: 3) {
        let features = features(window)
        #expect(features.isUsable)
        #expect(features.gravity > 7 && features.gravity < 13)
      }
    }
  }

  @Test("A phone left behind lies still, whatever its owner does")
  func leftBehind() {
    for window in syntheticWindows(.running, speed: 3, carried: .left) {
      #expect(features(window).verticalDeviation < 0.05)
    }
  }

  @Test("Who waits at a kerb stands still", arguments: [MotionMode.walking, .running, .cycling])
  func waiting(mode: MotionMode) {
    for window in syntheticWindows(mode, speed: 0) {
      #expect(features(window).verticalDeviation < 0.5)
    }
  }

  @Test("Faster walkers step faster and shake the phone more")
  func speed() {
    func mean(_ speed: Double, _ value: (WindowFeatures) -> Float) -> Float {
      let windows = syntheticWindows(.walking, speed: speed, count: 100)
      return windows.map { value(features($0)) }.reduce(0, +) / 100
    }
    #expect(mean(1.8) { $0.verticalDeviation } > 1.2 * mean(0.9) { $0.verticalDeviation })
    #expect(mean(1.8) { $0.jerk } > 1.2 * mean(0.9) { $0.jerk })
  }

  @Test("Cars shake more the faster they go, and hardly at a red light")
  func cars() {
    func mean(_ speed: Double) -> Float {
      let windows = syntheticWindows(.automotive, speed: speed, carried: .mount, count: 100)
      return windows.map { features($0).verticalDeviation }.reduce(0, +) / 100
    }
    #expect(mean(0) < 0.15)
    #expect(mean(14) > 2 * mean(0))
    #expect(mean(30) > 1.2 * mean(14))
  }

  @Test("A recorded signal is played over and over, and says nothing where it is empty")
  func recorded() {
    let signal = recording(rate: 50, seconds: 5.5) { SIMD3(0, 0, 9.8 + $0) }
    let source = AccelerometerSource.recorded(signal, first: 7)
    var (first, third) = (AccelerometerWindow(), AccelerometerWindow())
    var drawn: MotionSignal.DrawnPose?
    let isFilled =
      source.fill(&first, index: 7, walk, &drawn) && source.fill(&third, index: 9, walk, &drawn)
    #expect(isFilled && first == third)  // two windows fit into 5.5 s
    #expect(abs(first[0].z - 9.82) < 0.01)  // the beginning, not some window by the clock
    let empty = AccelerometerSource.recorded(RecordedSignal(samples: []), first: 7)
    let isEmptyFilled = empty.fill(&first, index: 7, walk, &drawn)
    #expect(!isEmptyFilled && first == third)
  }

  @Test(
    "A mount and a table hold the phone as it is; in a pocket it turns within ten minutes",
    arguments: [Carrying.mount, .table, .left, .pocket])
  func pose(carried: Carrying) {
    let windows = syntheticWindows(.still, speed: 0, carried: carried, count: 240)
    let first = features(windows[0]).mean
    let turned = windows.contains {
      let change = features($0).mean - first
      return (change * change).sum() > 1
    }
    #expect(turned == (carried == .pocket))
  }

  @Test("A seat and a body keep the fast part of a car's vibration from a pocket")
  func seat() {
    func fastShare(_ carried: Carrying) -> Float {
      let shares = syntheticWindows(.automotive, speed: 14, carried: carried, count: 100).map {
        let bands = features($0).bandShares
        return bands[5] + bands[6] + bands[7]
      }
      return shares.reduce(0, +) / 100
    }
    #expect(fastShare(.mount) > 1.5 * fastShare(.pocket))
  }
}
