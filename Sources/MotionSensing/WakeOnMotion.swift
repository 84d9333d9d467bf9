/// A detector of motion that runs while the classifier sleeps, and wakes the classifier.
///
/// Accelerometer chips compare each sample with the one before. They signal motion if the
/// difference exceeds a threshold several times in succession ("any motion": Bosch BMI160 data
/// sheet, section 2.6.1, and InvenSense's wake-on-motion). This detector uses the length of the
/// difference vector, so that the phone's orientation does not matter. Once awake, the classifier
/// runs until the signal has been quiet for a while.
public struct WakeOnMotion: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case asleep
    case awake(quietWindows: Int)
  }

  public private(set) var state: State
  /// The threshold of 0.04 g, in m/s². Manufacturers suggest 0.02 to 0.08 g for carried devices.
  public var thresholdMetersPerSecondSquared: Float = 0.4
  /// The number of successive differences above the threshold that count as motion, so that a tap
  /// on the table is ignored.
  public var consecutiveSamples = 3
  /// The number of windows without motion after which the classifier sleeps again.
  public var quietWindowsMax = 4

  /// The previous sample while the detector waits for motion. `run` is the number of successive
  /// differences above the threshold so far.
  private var previous: SIMD3<Float>?
  private var run = 0

  public init(isAwake: Bool = false) { state = isAwake ? .awake(quietWindows: 0) : .asleep }

  public var isAwake: Bool { state != .asleep }

  /// Processes the next window. Returns true if the classifier has to process the window too.
  public mutating func needsPipeline(for window: borrowing AccelerometerWindow) -> Bool {
    if hasMotion(window) {
      state = .awake(quietWindows: 0)
    } else if case .awake(let quiet) = state {
      state = quiet + 1 < quietWindowsMax ? .awake(quietWindows: quiet + 1) : .asleep
    }
    return isAwake
  }

  /// Processes the next sample while the classifier sleeps. Returns true if the sample wakes the
  /// classifier.
  public mutating func wakes(on sample: SIMD3<Float>) -> Bool {
    let change = sample - (previous ?? sample)
    run = exceeds(change) ? run + 1 : 0
    previous = sample
    guard run >= consecutiveSamples else { return false }
    state = .awake(quietWindows: 0)
    (previous, run) = (nil, 0)
    return true
  }

  /// Returns true if the window alone contains enough motion to wake the classifier.
  public func hasMotion(_ window: borrowing AccelerometerWindow) -> Bool {
    var (previous, run) = (window[0], 0)
    for index in 1..<AccelerometerWindow.sampleCount {
      let sample = window[index]
      let change = sample - previous
      previous = sample
      run = exceeds(change) ? run + 1 : 0
      if run >= consecutiveSamples { return true }
    }
    return false
  }

  private func exceeds(_ change: SIMD3<Float>) -> Bool {
    (change * change).sum() > thresholdMetersPerSecondSquared * thresholdMetersPerSecondSquared
  }
}
