/// A recording of acceleration from a real device, to be cut into windows.
///
/// A recording may have any sampling rate, with jitter. A window's sample is the mean of the
/// linearly interpolated recording over the 39 ms of that sample. In a recording with a high
/// sampling rate, the mean is a low-pass filter against aliasing. The recording's integral is
/// computed once, so filling a window takes the same time at any sampling rate.
public struct RecordedSignal: Sendable, Hashable {
  public struct Sample: Sendable, Hashable {
    public var seconds: Double
    /// The acceleration in m/s², including gravity.
    public var acceleration: SIMD3<Double>

    public init(seconds: Double, acceleration: SIMD3<Double>) {
      self.seconds = seconds
      self.acceleration = acceleration
    }
  }

  /// The longest allowed time between two samples, in seconds. A window with a longer gap is
  /// unusable.
  public static let gapSecondsMax = 0.25

  private let samples: [Sample]
  /// The integral of the acceleration from the first sample to each sample.
  private let integrals: [SIMD3<Double>]
  /// The number of gaps longer than `gapSecondsMax` before each sample.
  private let gaps: [Int]

  /// Creates a recording from the valid samples.
  ///
  /// A sample is invalid if it is not finite, older than the sample before, or exactly zero on all
  /// axes. Sensors write such zeros before they start.
  public init(samples: [Sample]) {
    var kept: [Sample] = []
    kept.reserveCapacity(samples.count)
    for sample in samples where Self.isMeasured(sample) {
      if let last = kept.last, sample.seconds < last.seconds { continue }
      kept.append(sample)
    }
    var integrals: [SIMD3<Double>] = []
    var gaps: [Int] = []
    for (index, sample) in kept.enumerated() {
      guard index > 0, let integral = integrals.last, let gap = gaps.last else {
        integrals.append(.zero)
        gaps.append(0)
        continue
      }
      let before = kept[index - 1]
      let span = sample.seconds - before.seconds
      integrals.append(integral + (before.acceleration + sample.acceleration) * (span / 2))
      gaps.append(gap + (span > Self.gapSecondsMax ? 1 : 0))
    }
    (self.samples, self.integrals, self.gaps) = (kept, integrals, gaps)
  }

  private static func isMeasured(_ sample: Sample) -> Bool {
    let a = sample.acceleration
    return a.x.isFinite && a.y.isFinite && a.z.isFinite && sample.seconds.isFinite && a != .zero
  }

  public var startSeconds: Double { samples.first?.seconds ?? 0 }
  public var endSeconds: Double { samples.last?.seconds ?? 0 }

  /// The number of gaps longer than `gapSecondsMax`.
  public var gapCount: Int { gaps.last ?? 0 }

  /// The number of complete windows that fit in the recording one after the other.
  public var windowCount: Int {
    Int(max(0, min((endSeconds - startSeconds) / AccelerometerWindow.span.seconds, 1e9)))
  }

  /// Fills the window with the part of the recording that begins at the time `start`, in seconds.
  ///
  /// If the recording does not cover the window or has a gap in it, the function returns false and
  /// leaves the window unchanged.
  public func fill(_ window: inout AccelerometerWindow, from start: Double) -> Bool {
    let end = start + AccelerometerWindow.span.seconds
    guard samples.count > 1, start >= startSeconds, end <= endSeconds else { return false }
    var place = self.place(of: start)
    guard gaps[min(self.place(of: end) + 1, samples.count - 1)] == gaps[place] else { return false }
    let step = 1 / AccelerometerWindow.rateHertz
    var before = integral(at: start, &place)
    for index in 0..<AccelerometerWindow.sampleCount {
      let after = integral(at: start + Double(index + 1) * step, &place)
      window[index] = SIMD3<Float>((after - before) / step)
      before = after
    }
    return true
  }

  /// Returns the mean acceleration between two times within the recording, in seconds.
  public func mean(from start: Double, to end: Double) -> SIMD3<Double> {
    guard samples.count > 1, end > start else { return .zero }
    var place = self.place(of: start)
    let before = integral(at: start, &place)
    return (integral(at: end, &place) - before) / (end - start)
  }

  /// Returns the index of the last sample at or before a time.
  private func place(of seconds: Double) -> Int {
    var (low, high) = (0, samples.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if samples[middle].seconds <= seconds { low = middle } else { high = middle }
    }
    return low
  }

  private func integral(at seconds: Double, _ place: inout Int) -> SIMD3<Double> {
    while place + 1 < samples.count, samples[place + 1].seconds <= seconds { place += 1 }
    let (sample, integral) = (samples[place], integrals[place])
    guard place + 1 < samples.count else { return integral }
    let next = samples[place + 1]
    let (span, elapsed) = (next.seconds - sample.seconds, seconds - sample.seconds)
    let slope = (next.acceleration - sample.acceleration) / span
    return integral + sample.acceleration * elapsed + slope * (elapsed * elapsed / 2)
  }
}
