/// A detector of motion that runs while everything else sleeps, and wakes the classification.
///
/// Accelerometer chips compare each sample with the one before. They raise a line if the difference
/// exceeds a threshold several times in succession ("any motion": Bosch BMI160 data sheet, section
/// 2.6.1, and InvenSense's wake-on-motion). Here the difference is that of the vectors, so that the
/// phone's orientation does not matter. Once awake, the pipeline runs until the signal has been
/// quiet for a while.
public struct WakeOnMotion: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case asleep
    case awake(quietWindows: Int)
  }

  public private(set) var state: State
  /// The threshold of 40 mg, within the 20 to 80 mg that manufacturers suggest for carried devices.
  public var thresholdMetersPerSecondSquared: Float = 0.4
  /// The number of successive differences above the threshold, so that a tap on the table is
  /// ignored.
  public var consecutiveSamples = 3
  /// The number of windows without motion after which the pipeline sleeps again.
  public var quietWindowsMax = 4

  /// The sample before, and the successive differences above the threshold so far, while asleep.
  private var previous: SIMD3<Float>?
  private var run = 0

  public init(isAwake: Bool = false) { state = isAwake ? .awake(quietWindows: 0) : .asleep }

  public var isAwake: Bool { state != .asleep }

  /// Handles the next window; returns true if the pipeline has to process it.
  public mutating func needsPipeline(for window: borrowing AccelerometerWindow) -> Bool {
    if hasMotion(window) {
      state = .awake(quietWindows: 0)
    } else if case .awake(let quiet) = state {
      state = quiet + 1 < quietWindowsMax ? .awake(quietWindows: quiet + 1) : .asleep
    }
    return isAwake
  }

  /// Handles the next sample, at any rate, while the pipeline sleeps; returns true if it wakes.
  public mutating func wakes(on sample: SIMD3<Float>) -> Bool {
    let change = sample - (previous ?? sample)
    run = exceeds(change) ? run + 1 : 0
    previous = sample
    guard run >= consecutiveSamples else { return false }
    state = .awake(quietWindows: 0)
    (previous, run) = (nil, 0)
    return true
  }

  /// Returns true if the window alone would wake the pipeline.
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
