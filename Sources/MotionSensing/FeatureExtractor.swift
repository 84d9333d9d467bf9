/// An extractor of features from windows. It reuses its buffers, so that a window needs no
/// allocation.
public struct FeatureExtractor: Sendable {
  typealias Block = AccelerometerWindow.Block

  /// The square of 0.4 g, in m²/s⁴.
  private static let weightlessSquare: Float = 15.4

  private var vertical: [Block]
  private var spectrum = Spectrum()
  private var periodicity = Periodicity()

  public init() { vertical = Array(repeating: .zero, count: AccelerometerWindow.blockCount) }

  public mutating func features(of window: borrowing AccelerometerWindow) -> WindowFeatures {
    var features = WindowFeatures()
    let halves = (mean(window, blocks: 0..<2), mean(window, blocks: 2..<4))
    let gravity = (halves.0 + halves.1) / 2
    features.mean = gravity
    features.gravity = length(gravity)
    guard features.gravity > 3, features.gravity.isFinite else { return features }
    features.tiltChangeRadians = angle(halves.0, halves.1)
    measureSpread(window, gravity / features.gravity, &features)
    features.jerk = jerk(window)
    guard features.isUsable, features.verticalDeviation > 1e-4 else { return features }
    spectrum.measure(vertical, &features)
    periodicity.measure(vertical, &features)
    return features
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
    var (across, squares, cubes, fourths) = (Block.zero, Block.zero, Block.zero, Block.zero)
    var weightless = Block.zero
    for block in 0..<AccelerometerWindow.blockCount {
      let (x, y, z) = (window.x[block], window.y[block], window.z[block])
      let along = x * up.x + y * up.y + z * up.z
      let whole = x * x + y * y + z * z
      let deviation = along - features.gravity
      across += whole - along * along
      weightless.replace(with: weightless + 1, where: whole .< Self.weightlessSquare)
      let square = deviation * deviation
      squares += square
      cubes += square * deviation
      fourths += square * square
      vertical[block] = deviation
    }
    let count = Float(AccelerometerWindow.sampleCount)
    let deviation = (total(squares) / count).squareRoot()
    features.verticalDeviation = deviation
    features.horizontalDeviation = max(0, total(across) / count).squareRoot()
    features.weightlessShare = total(weightless) / count
    guard deviation > 1e-4 else { return }
    let variance = deviation * deviation
    features.skewness = total(cubes) / count / (variance * deviation)
    features.kurtosis = total(fourths) / count / (variance * variance)
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
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  return two.x + two.y
}

private func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum().squareRoot() }

private func angle(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
  // The chord is accurate for small angles, unlike the arc cosine.
  let chord = length(a / length(a) - b / length(b))
  return chord.isFinite ? chord : 0
}
