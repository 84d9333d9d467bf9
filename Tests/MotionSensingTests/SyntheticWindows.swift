import EventKernel
import MotionSensing
import SimulatedPhone
import World

/// Returns windows of one synthetic person, from number 0 on.
func syntheticWindows(
  _ mode: MotionMode, speed: Double, carried: Carrying = .pocket, seed: UInt64 = 1, count: Int = 40
) -> [AccelerometerWindow] {
  let signal = MotionSignal(chance: SeededRandom(seed: seed))
  let movement = MotionSignal.Movement(
    mode: mode, speedMetersPerSecond: speed, carried: carried)
  return (0..<count).map { index in
    var window = AccelerometerWindow()
    signal.fill(&window, index: Int64(index), movement)
    return window
  }
}

func makeWindow(_ sample: (Double) -> SIMD3<Double>) -> AccelerometerWindow {
  var window = AccelerometerWindow()
  for index in 0..<AccelerometerWindow.sampleCount {
    window[index] = SIMD3<Float>(sample(Double(index) / AccelerometerWindow.rateHertz))
  }
  return window
}

func features(_ window: AccelerometerWindow) -> WindowFeatures {
  var extractor = FeatureExtractor()
  return extractor.features(of: window)
}
