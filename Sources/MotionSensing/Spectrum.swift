#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The power spectrum of a window at 32 frequencies, 0.4 Hz apart.
///
/// With only 64 samples, a plain discrete Fourier transform is faster than a fast Fourier transform
/// (FFT): symmetry leaves a quarter of the work, and the inner step multiplies 16 frequencies at
/// once. A Hann window prevents a strong frequency from leaking into the other frequencies.
struct Spectrum: Sendable {
  typealias Block = AccelerometerWindow.Block

  static let binHertz = Float(AccelerometerWindow.rateHertz) / Float(count)
  private static let count = AccelerometerWindow.sampleCount
  /// The number of distances from the middle of the window after folding.
  private static let quarter = count / 4

  private var power = [Block](repeating: .zero, count: 2)
  private let taper = Self.hann
  private let waves = Self.waveTable

  /// Sums of the four samples at the distances d and 32 − d from the middle of the window, before
  /// and after it, at 16 distances d.
  ///
  /// There, the factors of each frequency are equal except for their signs, which depend on whether
  /// the frequency's number is even or odd.
  private struct Folds {
    var evenCosines = Block.zero
    var evenSines = Block.zero
    var oddCosines = Block.zero
    var oddSines = Block.zero
  }

  /// The transform's factors for 16 frequencies at one distance from the middle of the window.
  private struct Wave {
    var cosines: Block
    var sines: Block
  }

  // Computed once per program, since for a phone of one day they cost more than its windows.

  private static let hann: [Block] = (0..<AccelerometerWindow.blockCount).map { block in
    Self.block { lane in
      let place = Double(block * 16 + lane) + 0.5
      return Float(0.5 - 0.5 * cos(2 * .pi * place / Double(count)))
    }
  }
  /// The factors for the even frequencies at every distance, and then those for the odd ones. The
  /// window's middle is between two samples, so the distances from the middle are 0.5, 1.5, …
  private static let waveTable = (0..<2 * quarter).map { entry in
    let (parity, distance) = (entry / quarter, Double(entry % quarter) + 0.5)
    func angle(_ lane: Int) -> Double {
      2 * .pi * Double(2 * lane + parity) * distance / Double(count)
    }
    return Wave(
      cosines: block { Float(cos(angle($0))) }, sines: block { Float(sin(angle($0))) })
  }

  private static func block(_ value: (Int) -> Float) -> Block {
    var block = Block.zero
    for lane in 0..<Block.scalarCount { block[lane] = value(lane) }
    return block
  }

  mutating func measure(_ vertical: [Block], _ features: inout WindowFeatures) {
    transform(fold(vertical))
    summarize(&features)
  }

  @inline(__always)
  private func fold(_ vertical: [Block]) -> Folds {
    let far = (before: vertical[0] * taper[0], after: reversed(vertical[3] * taper[3]))
    let near = (before: reversed(vertical[1] * taper[1]), after: vertical[2] * taper[2])
    let (farSum, farDifference) = (far.after + far.before, far.after - far.before)
    let (nearSum, nearDifference) = (near.after + near.before, near.after - near.before)
    return Folds(
      evenCosines: nearSum + farSum, evenSines: nearDifference - farDifference,
      oddCosines: nearSum - farSum, oddSines: nearDifference + farDifference)
  }

  @inline(__always)
  private mutating func transform(_ folds: Folds) {
    var folds = folds
    let (even, odd) = withUnsafeBytes(of: &folds) { bytes in
      let folds = bytes.bindMemory(to: Float.self)
      return (power(folds, parity: 0), power(folds, parity: 1))
    }
    var all = SIMD32<Float>.zero
    (all.evenHalf, all.oddHalf) = (even, odd)
    (power[0], power[1]) = (all.lowHalf, all.highHalf)
  }

  /// Returns the power at the even frequencies (parity 0) or at the odd ones (parity 1).
  @inline(__always)
  private func power(_ folds: UnsafeBufferPointer<Float>, parity: Int) -> Block {
    var (real, imaginary) = (Block.zero, Block.zero)
    for distance in 0..<Self.quarter {
      let wave = waves[parity * Self.quarter + distance]
      let cosinePlace = 2 * parity * Self.quarter + distance
      real += wave.cosines * folds[cosinePlace]
      imaginary += wave.sines * folds[cosinePlace + Self.quarter]
    }
    return real * real + imaginary * imaginary
  }

  private func summarize(_ features: inout WindowFeatures) {
    var whole: Float = 0
    for block in power { whole += total(block) }
    whole -= power[0][0]  // the mean, which the taper does not fully remove
    guard whole > 0 else { return }
    power.withUnsafeBytes { bytes in
      let power = bytes.bindMemory(to: Float.self)
      var first = 1
      for (band, end) in Self.bandEnds.enumerated() {
        var sum: Float = 0
        for bin in first..<end { sum += power[bin] }
        features.bandShares[band] = sum / whole
        first = end
      }
      let highest = highestPower
      let bin = (1..<power.count).first { power[$0] == highest } ?? 1
      features.dominantHertz = Float(bin) * Self.binHertz
      features.dominantShare = highest / whole
    }
  }

  /// The highest power at a frequency above 0.
  private var highestPower: Float {
    var low = power[0]
    low[0] = 0
    return max(greatest(low), greatest(power[1]))
  }

  /// The first frequency bin above each band of `WindowFeatures.bandEdgesHertz`.
  private static let bandEnds: [Int] = WindowFeatures.bandEdgesHertz.dropFirst().map {
    Int(($0 / binHertz).rounded(.up))
  }
}

@inline(__always)
private func reversed(_ block: AccelerometerWindow.Block) -> AccelerometerWindow.Block {
  let (low, high) = (block.lowHalf, block.highHalf)
  return AccelerometerWindow.Block(lowHalf: reversed(high), highHalf: reversed(low))
}

@inline(__always)
private func reversed(_ eight: SIMD8<Float>) -> SIMD8<Float> {
  SIMD8(
    eight[7], eight[6], eight[5], eight[4], eight[3], eight[2], eight[1], eight[0])
}
