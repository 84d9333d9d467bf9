/// An extractor of features from windows. It reuses its buffers, so that a window needs no
/// allocation.
public struct FeatureExtractor: Sendable {
  typealias Block = AccelerometerWindow.Block
  private typealias Quad = SIMD4<Float>

  /// The square of 0.4 g, in m²/s⁴.
  private static let weightlessSquare: Float = 15.4

  private var vertical: [Block]
  private var spectrum = Spectrum()
  private var periodicity = Periodicity()

  public init() { vertical = Array(repeating: .zero, count: AccelerometerWindow.blockCount) }

  public mutating func features(of window: borrowing AccelerometerWindow) -> WindowFeatures {
    var features = WindowFeatures()
    extract(&features, of: window)
    return features
  }

  /// Replaces `features` by those of the window, without a copy.
  public mutating func extract(
    _ features: inout WindowFeatures, of window: borrowing AccelerometerWindow
  ) {
    features = WindowFeatures()
    let halves = (mean(window, blocks: 0..<2), mean(window, blocks: 2..<4))
    let gravity = (halves.0 + halves.1) / 2
    features.mean = gravity
    features.gravity = length(gravity)
    guard features.gravity > 3, features.gravity.isFinite else { return }
    features.tiltChangeRadians = angle(halves.0, halves.1)
    measureSpread(window, gravity / features.gravity, &features)
    features.jerk = jerk(window)
    guard features.isUsable, features.verticalDeviation > 1e-4 else { return }
    spectrum.measure(vertical, &features)
    periodicity.measure(vertical, &features)
  }

  private func mean(_ window: borrowing AccelerometerWindow, blocks: Range<Int>) -> SIMD3<Float> {
    var sums = (Block.zero, Block.zero, Block.zero)
    for block in blocks {
      sums.0 += window.x[block]
      sums.1 += window.y[block]
      sums.2 += window.z[block]
    }
    let count = Float(blocks.count * Block.scalarCount)
    return SIMD3(total(sums.0), total(sums.1), total(sums.2)) / count
  }

  /// Computes the window's components along and across gravity, and the moments of both.
  private mutating func measureSpread(
    _ window: borrowing AccelerometerWindow, _ up: SIMD3<Float>, _ features: inout WindowFeatures
  ) {
    let gravity = features.gravity
    // The order of the additions is the order of `total(_: Block)`.
    let moments =
      (moments(ofQuad: 0, window, up, gravity) + moments(ofQuad: 2, window, up, gravity))
      + (moments(ofQuad: 1, window, up, gravity) + moments(ofQuad: 3, window, up, gravity))
    let count = Float(AccelerometerWindow.sampleCount)
    let deviation = (total(moments.squares) / count).squareRoot()
    features.verticalDeviation = deviation
    features.horizontalDeviation = max(0, total(moments.across) / count).squareRoot()
    features.weightlessShare = total(moments.weightless) / count
    guard deviation > 1e-4 else { return }
    let variance = deviation * deviation
    features.skewness = total(moments.cubes) / count / (variance * deviation)
    features.kurtosis = total(moments.fourths) / count / (variance * variance)
  }

  /// The sums of one quad of samples over all blocks. A quad is few enough samples for all of the
  /// sums to stay in registers.
  private struct Moments {
    var (across, squares, cubes, fourths) = (Quad.zero, Quad.zero, Quad.zero, Quad.zero)
    var weightless = Quad.zero

    @inline(__always)
    static func + (a: Moments, b: Moments) -> Moments {
      var sum = a
      sum.across += b.across
      sum.squares += b.squares
      sum.cubes += b.cubes
      sum.fourths += b.fourths
      sum.weightless += b.weightless
      return sum
    }
  }

  /// Returns the sums over the samples 4 · `quad` to 4 · `quad` + 3 of each block, and stores these
  /// samples' vertical components.
  private mutating func moments(
    ofQuad quad: Int, _ window: borrowing AccelerometerWindow, _ up: SIMD3<Float>, _ gravity: Float
  ) -> Moments {
    var sums = Moments()
    let (upX, upY, upZ) = (Quad(repeating: up.x), Quad(repeating: up.y), Quad(repeating: up.z))
    vertical.withUnsafeMutableBytes { vertical in
      for block in 0..<AccelerometerWindow.blockCount {
        let place = block * MemoryLayout<Block>.stride + quad * MemoryLayout<Quad>.stride
        let x = window.x.withUnsafeBytes { $0.load(fromByteOffset: place, as: Quad.self) }
        let y = window.y.withUnsafeBytes { $0.load(fromByteOffset: place, as: Quad.self) }
        let z = window.z.withUnsafeBytes { $0.load(fromByteOffset: place, as: Quad.self) }
        let along = x * upX + y * upY + z * upZ
        let whole = x * x + y * y + z * z
        let deviation = along - gravity
        sums.across += whole - along * along
        sums.weightless += Quad.zero.replacing(with: 1, where: whole .< Self.weightlessSquare)
        let square = deviation * deviation
        sums.squares += square
        sums.cubes += square * deviation
        sums.fourths += square * square
        vertical.storeBytes(of: deviation, toByteOffset: place, as: Quad.self)
      }
    }
    return sums
  }

  private func jerk(_ window: borrowing AccelerometerWindow) -> Float {
    let sum = changes(window.x) + changes(window.y) + changes(window.z)
    let meanSquare = sum / Float(AccelerometerWindow.sampleCount - 1)
    return meanSquare.squareRoot() * Float(AccelerometerWindow.rateHertz)
  }

  /// Returns the sum of the squared differences between successive samples.
  private func changes(_ axis: [Block]) -> Float {
    axis.withUnsafeBytes { bytes in
      var sums = Block.zero
      for block in 0..<AccelerometerWindow.blockCount - 1 {
        let next = bytes.loadUnaligned(fromByteOffset: block * 64 + 4, as: Block.self)
        let change = next - axis[block]
        sums += change * change
      }
      let last = axis[AccelerometerWindow.blockCount - 1]
      var sum = total(sums)
      for lane in 1..<Block.scalarCount {
        let change = last[lane] - last[lane - 1]
        sum += change * change
      }
      return sum
    }
  }
}

/// Returns the sum of a block's values.
///
/// The function adds the upper half of the values to the lower half, and repeats this step. That is
/// faster than adding 16 values in sequence.
@inline(__always)
func total(_ block: AccelerometerWindow.Block) -> Float {
  let eight = block.lowHalf + block.highHalf
  return total(eight.lowHalf + eight.highHalf)
}

/// Returns the greatest of a block's values. Quads are compared before single values.
@inline(__always)
func greatest(_ block: AccelerometerWindow.Block) -> Float {
  let (low, high) = (block.lowHalf, block.highHalf)
  return greatest(greater(greater(low.lowHalf, low.highHalf), greater(high.lowHalf, high.highHalf)))
}

@inline(__always)
func greatest(_ quad: SIMD4<Float>) -> Float { max(max(quad.x, quad.y), max(quad.z, quad.w)) }

@inline(__always)
private func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .> a)
}

@inline(__always)
private func total(_ quad: SIMD4<Float>) -> Float {
  let two = quad.lowHalf + quad.highHalf
  return two.x + two.y
}

private func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum().squareRoot() }

private func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
  // The chord is accurate for small angles, unlike the arc cosine.
  let chord = length(a / length(a) - b / length(b))
  return chord.isFinite ? chord : 0
}
