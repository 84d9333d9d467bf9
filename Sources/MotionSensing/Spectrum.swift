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
  /// The sums of two samples at the same distance before and after the middle of the window. `odd`
  /// has their differences.
  private var even = [Float](repeating: 0, count: half)
  private var odd = [Float](repeating: 0, count: half)
  private var power = [Block](repeating: .zero, count: binBlocks)
  private let taper = Self.hann
  private let cosines = Self.cosineTable
  private let sines = Self.sineTable

  init() { tapered = Array(repeating: .zero, count: AccelerometerWindow.blockCount) }

  // Computed once per program, since for a phone of one day they cost more than its windows.

  private static let hann: [Block] = (0..<AccelerometerWindow.blockCount).map { block in
    Self.block { lane in
      let place = Double(block * 16 + lane) + 0.5
      return Float(0.5 - 0.5 * cos(2 * .pi * place / Double(count)))
    }
  }
  /// The cosines of the transform. The first index is the block of 16 frequencies. The second is
  /// the distance of the samples from the middle of the window.
  private static let cosineTable = table { cos($0) }
  private static let sineTable = table { sin($0) }

  private static func block(_ value: (Int) -> Float) -> Block {
    var block = Block.zero
    for lane in 0..<Block.scalarCount { block[lane] = value(lane) }
    return block
  }

  /// Returns the values of a function for every bin and distance. The window's middle is between
  /// two samples, so the distances from the middle are 0.5, 1.5, …
  private static func table(_ function: (Double) -> Double) -> [Block] {
    (0..<binBlocks * half).map { entry in
      let (binBlock, distance) = (entry / half, Double(entry % half) + 0.5)
      return block { lane in
        let bin = Double(binBlock * Block.scalarCount + lane)
        return Float(function(2 * .pi * bin * distance / Double(count)))
      }
    }
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
      even.withUnsafeMutableBufferPointer { even in
        odd.withUnsafeMutableBufferPointer { odd in
          for distance in 0..<Self.half {
            let (after, before) = (samples[Self.half + distance], samples[Self.half - 1 - distance])
            even[distance] = after + before
            odd[distance] = after - before
          }
        }
      }
    }
  }

  private mutating func transform() {
    for block in 0..<Self.binBlocks {
      var (real, imaginary) = (Block.zero, Block.zero)
      for distance in 0..<Self.half {
        real += cosines[block * Self.half + distance] * even[distance]
        imaginary += sines[block * Self.half + distance] * odd[distance]
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
