/// A measurement of a window's periodicity: its regularity and its frequency, from the highest peak
/// of the autocorrelation.
struct Periodicity: Sendable {
  typealias Block = AccelerometerWindow.Block

  /// The shortest lag, in samples. Lags of 6 to 37 samples are 0.23 to 1.45 s, from a sprinter's
  /// step to a slow walker's stride.
  private static let firstLag = 6
  private static let lagBlocks = 2
  /// The shortest lag of the second block.
  private static let secondLag = firstLag + Block.scalarCount
  private static let lastLag = firstLag + lagBlocks * Block.scalarCount - 1

  /// The window's samples, followed by zeros.
  ///
  /// `correlate` reads past the last sample for long lags. The zeros do not change its sums.
  private var padded = [Block](repeating: .zero, count: AccelerometerWindow.blockCount + 3)
  private var correlation = [Block](repeating: .zero, count: lagBlocks)
  /// The number of pairs of samples at each lag.
  private let overlap: [Block] = (0..<lagBlocks).map { block in
    var overlap = Block.zero
    for lane in 0..<Block.scalarCount {
      let lag = firstLag + block * Block.scalarCount + lane
      overlap[lane] = Float(AccelerometerWindow.sampleCount - lag)
    }
    return overlap
  }

  mutating func measure(_ vertical: [Block], _ features: inout WindowFeatures) {
    for block in 0..<AccelerometerWindow.blockCount { padded[block] = vertical[block] }
    correlate(deviation: features.verticalDeviation)
    correlation.withUnsafeBytes { bytes in
      let correlation = bytes.bindMemory(to: Float.self)
      guard let peak = Self.peak(correlation) else { return }
      features.periodicity = max(0, min(1, correlation[peak]))
      features.cadenceHertz = Float(AccelerometerWindow.rateHertz) / Self.lag(correlation, at: peak)
    }
  }

  private mutating func correlate(deviation: Float) {
    let sums: (Block, Block) = padded.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      func later(_ sample: Int, by lag: Int) -> Block {
        bytes.loadUnaligned(fromByteOffset: (sample + lag) * 4, as: Block.self)
      }
      var (short, long) = (Block.zero, Block.zero)
      let (shortEnd, longEnd) = (
        AccelerometerWindow.sampleCount - Self.firstLag,
        AccelerometerWindow.sampleCount - Self.secondLag
      )
      for sample in 0..<longEnd {
        short += later(sample, by: Self.firstLag) * samples[sample]
        long += later(sample, by: Self.secondLag) * samples[sample]
      }
      // From here on, the second block would read only zeros.
      for sample in longEnd..<shortEnd {
        short += later(sample, by: Self.firstLag) * samples[sample]
      }
      return (short, long)
    }
    let power = deviation * deviation
    correlation[0] = sums.0 / (overlap[0] * power)
    correlation[1] = sums.1 / (overlap[1] * power)
  }

  /// Returns the shortest lag whose peak is almost as high as the highest peak. It is the lag of a
  /// step, not the lag of a stride of two steps.
  private static func peak(_ correlation: UnsafeBufferPointer<Float>) -> Int? {
    let highest = highestPeak(correlation)
    guard highest > 0 else { return nil }
    return (1..<correlation.count - 1).first {
      correlation[$0] >= 0.7 * highest && isPeak(correlation, $0)
    }
  }

  /// Returns the highest peak, or 0 without a peak.
  ///
  /// Four lags at a time take no branches, which a processor could not predict.
  @inline(__always)
  private static func highestPeak(_ correlation: UnsafeBufferPointer<Float>) -> Float {
    let bytes = UnsafeRawBufferPointer(correlation)
    func four(_ index: Int) -> SIMD4<Float> {
      bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD4.self)
    }
    var highest = SIMD4<Float>.zero
    // The last four overlap those before them.
    for start in stride(from: 0, to: correlation.count - 2, by: 4) {
      let index = min(start, correlation.count - 6)
      let (before, at, after) = (four(index), four(index + 1), four(index + 2))
      highest.replace(with: at, where: (at .> before) .& (at .>= after) .& (at .> highest))
    }
    return greatest(highest)
  }

  @inline(__always)
  private static func isPeak(_ correlation: UnsafeBufferPointer<Float>, _ index: Int) -> Bool {
    correlation[index] > correlation[index - 1] && correlation[index] >= correlation[index + 1]
  }

  /// Returns the lag at the vertex of the parabola through the peak and the values beside it.
  private static func lag(_ correlation: UnsafeBufferPointer<Float>, at peak: Int) -> Float {
    let (before, at, after) = (correlation[peak - 1], correlation[peak], correlation[peak + 1])
    let curvature = before - 2 * at + after
    let shift = curvature < 0 ? (before - after) / (2 * curvature) : 0
    return Float(firstLag + peak) + max(-0.5, min(0.5, shift))
  }
}
