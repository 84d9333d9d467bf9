/// The sentinel that watches while everything else sleeps, and says when windows are to be classified.
///
/// Accelerometer chips compare each sample with the one before and raise a line when the difference
/// exceeds a threshold several times running ("any motion": Bosch BMI160 data sheet, section 2.6.1, and
/// InvenSense's wake-on-motion). Here the difference is that of the vectors, so that it does not matter
/// how the phone is turned. Once awake, the pipeline runs until the signal has been quiet for a while.
public struct WakeOnMotion: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case asleep
    case awake(quietWindows: Int)
  }

  public private(set) var state: State
  /// 40 mg, within the 20 to 80 mg that makers suggest for carried devices.
  public var thresholdMetersPerSecondSquared: Float = 0.4
  /// So many differences in succession have to exceed it: a tap on the table does not wake.
  public var consecutiveSamples = 3
  /// So many windows without motion, and the pipeline sleeps again.
  public var quietWindowsMax = 4

  /// The sample before, and how many differences in succession have exceeded the threshold, while asleep.
  private var previous: SIMD3<Float>?
  private var run = 0

  public init(isAwake: Bool = false) { state = isAwake ? .awake(quietWindows: 0) : .asleep }

  public var isAwake: Bool { state != .asleep }

  /// Takes in the next window; true if the pipeline has to work it through.
  public mutating func needsPipeline(for window: borrowing AccelerometerWindow) -> Bool {
    if hasMotion(window) {
      state = .awake(quietWindows: 0)
    } else if case .awake(let quiet) = state {
      state = quiet + 1 < quietWindowsMax ? .awake(quietWindows: quiet + 1) : .asleep
    }
    return isAwake
  }

  /// Takes in the next sample while the pipeline sleeps, at whatever rate; true if it wakes.
  public mutating func wakes(on sample: SIMD3<Float>) -> Bool {
    let change = sample - (previous ?? sample)
    run = exceeds(change) ? run + 1 : 0
    previous = sample
    guard run >= consecutiveSamples else { return false }
    state = .awake(quietWindows: 0)
    (previous, run) = (nil, 0)
    return true
  }

  /// Whether the window alone would wake the pipeline.
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
