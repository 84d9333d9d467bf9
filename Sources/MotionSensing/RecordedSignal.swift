/// Acceleration recorded by a real device, to be cut into windows.
///
/// Recordings come at any rate and with jitter. A window's sample is the mean of the recording, joined
/// by straight lines, over the sample's own 39 ms: exact for slow recordings, and a low-pass against
/// aliasing for fast ones. The recording's integral is summed once, so a window costs no more for a
/// fast recording.
public struct RecordedSignal: Sendable, Hashable {
  public struct Sample: Sendable, Hashable {
    public var seconds: Double
    /// m/s², gravity included.
    public var acceleration: SIMD3<Double>

    public init(seconds: Double, acceleration: SIMD3<Double>) {
      self.seconds = seconds
      self.acceleration = acceleration
    }
  }

  /// Longer holes make the windows that they touch unusable.
  public static let gapSecondsMax = 0.25

  private let samples: [Sample]
  /// At each sample, the acceleration summed up over time since the first.
  private let integrals: [SIMD3<Double>]
  /// At each sample, how many holes lie before it.
  private let gaps: [Int]

  /// Samples that are not finite, exactly zero on all axes (sensors write these before they start) or
  /// older than the one before are left out.
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

  /// Stretches longer than `gapSecondsMax` without a sample.
  public var gapCount: Int { gaps.last ?? 0 }

  /// Whole windows from the start on, one after the other.
  public var windowCount: Int {
    max(0, Int((endSeconds - startSeconds) / AccelerometerWindow.span.seconds))
  }

  /// Fills the window from `start` on; false, with the window untouched, where the recording has not
  /// begun, ends or has a hole.
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

  /// Mean acceleration between two times within the recording.
  public func mean(from start: Double, to end: Double) -> SIMD3<Double> {
    guard samples.count > 1, end > start else { return .zero }
    var place = self.place(of: start)
    let before = integral(at: start, &place)
    return (integral(at: end, &place) - before) / (end - start)
  }

  /// The last sample not after a time.
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
