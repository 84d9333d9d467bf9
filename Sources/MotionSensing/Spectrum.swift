#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The power spectrum of a window at 32 frequencies, 0.4 Hz apart.
///
/// With only 64 samples, a plain discrete Fourier transform is faster than a fast Fourier transform
/// (FFT): symmetry halves the work, and the inner step multiplies 16 frequencies at once. A Hann
/// window prevents a strong frequency from leaking into the other frequencies.
struct Spectrum: Sendable {
  typealias Block = AccelerometerWindow.Block

  static let binHertz = Float(AccelerometerWindow.rateHertz) / Float(count)
  private static let count = AccelerometerWindow.sampleCount
  private static let half = count / 2
  private static let binBlocks = half / Block.scalarCount

  private var tapered: [Block]
  /// The two samples at each distance before and after the middle of the window.
  private var folded = [Fold](repeating: Fold(), count: half)
  private var power = [Block](repeating: .zero, count: binBlocks)
  private let taper = Self.hann
  private let waves = Self.waveTable

  /// The sum and the difference of two samples at the same distance from the middle of the window.
  private struct Fold {
    var even: Float = 0
    var odd: Float = 0
  }

  /// The transform's factors for 16 frequencies at one distance from the middle of the window.
  private struct Wave {
    var cosines: Block
    var sines: Block
  }

  init() { tapered = Array(repeating: .zero, count: AccelerometerWindow.blockCount) }

  // Computed once per program, since for a phone of one day they cost more than its windows.

  private static let hann: [Block] = (0..<AccelerometerWindow.blockCount).map { block in
    Self.block { lane in
      let place = Double(block * 16 + lane) + 0.5
      return Float(0.5 - 0.5 * cos(2 * .pi * place / Double(count)))
    }
  }
  /// The factors for every block of 16 frequencies, and within a block for every distance. The
  /// window's middle is between two samples, so the distances from the middle are 0.5, 1.5, …
  private static let waveTable = (0..<binBlocks * half).map { entry in
    let (binBlock, distance) = (entry / half, Double(entry % half) + 0.5)
    func angle(_ lane: Int) -> Double {
      2 * .pi * Double(binBlock * Block.scalarCount + lane) * distance / Double(count)
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
    fold(vertical)
    transform()
    summarize(&features)
  }

  private mutating func fold(_ vertical: [Block]) {
    for block in 0..<AccelerometerWindow.blockCount {
      tapered[block] = vertical[block] * taper[block]
    }
    tapered.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      folded.withUnsafeMutableBufferPointer { folded in
        for distance in 0..<Self.half {
          let (after, before) = (samples[Self.half + distance], samples[Self.half - 1 - distance])
          folded[distance] = Fold(even: after + before, odd: after - before)
        }
      }
    }
  }

  private mutating func transform() {
    for block in 0..<Self.binBlocks {
      var (real, imaginary) = (Block.zero, Block.zero)
      for distance in 0..<Self.half {
        let (wave, fold) = (waves[block * Self.half + distance], folded[distance])
        real += wave.cosines * fold.even
        imaginary += wave.sines * fold.odd
      }
      power[block] = real * real + imaginary * imaginary
    }
  }

  private func summarize(_ features: inout WindowFeatures) {
    var whole: Float = 0
    for block in power { whole += total(block) }
    whole -= power[0][0]  // the mean, which the taper does not fully remove
    guard whole > 0 else { return }
    power.withUnsafeBytes { bytes in
      let power = bytes.bindMemory(to: Float.self)
      var (first, highest) = (1, 1)
      for (band, end) in Self.bandEnds.enumerated() {
        var sum: Float = 0
        for bin in first..<end {
          sum += power[bin]
          if power[bin] > power[highest] { highest = bin }
        }
        features.bandShares[band] = sum / whole
        first = end
      }
      features.dominantHertz = Float(highest) * Self.binHertz
      features.dominantShare = power[highest] / whole
    }
  }

  /// The first frequency bin above each band of `WindowFeatures.bandEdgesHertz`.
  private static let bandEnds: [Int] = WindowFeatures.bandEdgesHertz.dropFirst().map {
    Int(($0 / binHertz).rounded(.up))
  }
}
