#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The classifier's input, computed from a window's features: 32 numbers, the first always 1.
///
/// Deviations enter as logarithms, since a deviation in one pocket can be several times the
/// deviation in another pocket. The squares of the logarithms enter too. With the squares, the
/// probability of an activity can be highest at medium deviations. The shares of power in the bands
/// enter as square roots.
public struct ModelInput: Sendable, Hashable {
  public typealias Block = SIMD16<Float>

  public static let count = 32
  public var low = Block.zero
  public var high = Block.zero

  public subscript(index: Int) -> Float { index < 16 ? low[index] : high[index - 16] }

  public init(_ features: WindowFeatures) {
    let vertical = log(features.verticalDeviation + 0.02)
    let horizontal = log(features.horizontalDeviation + 0.02)
    let jerk = log(features.jerk + 0.3)
    let periodicity = features.periodicity
    let cadence = features.cadenceHertz
    let shares = features.bandShares.squareRoot()
    low.lowHalf = SIMD8(
      1, vertical, horizontal, jerk, vertical * vertical, horizontal * horizontal, jerk * jerk,
      vertical * horizontal)
    low.highHalf = SIMD8(
      vertical * jerk, periodicity, periodicity * vertical, cadence, cadence * cadence,
      periodicity * cadence, cadence * vertical, features.dominantHertz)
    high.lowHalf = shares
    high.highHalf = SIMD8(
      features.dominantShare, max(-3, min(3, features.skewness)), min(10, features.kurtosis),
      log(features.tiltChangeRadians + 0.01), features.dominantHertz * features.dominantHertz,
      shares[1] * vertical, shares[2] * vertical, features.weightlessShare.squareRoot())
  }
}
