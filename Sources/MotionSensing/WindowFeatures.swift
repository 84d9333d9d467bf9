/// The features of a window of acceleration, by which it is classified.
///
/// Except for `mean`, they do not depend on the phone's orientation. The window's mean is used as
/// gravity, and the rest is split into the part along it ("vertical") and the part across it. This
/// has been field practice since Mizell (ISWC 2003). The features are those of Bao and Intille
/// (Pervasive 2004) and Reddy et al. (ACM TOSN 2010): spread, spectrum and regularity.
public struct WindowFeatures: Sendable, Hashable {
  /// The standard deviation along gravity, m/s².
  public var verticalDeviation: Float = 0
  /// The standard deviation across gravity, both axes together, m/s².
  public var horizontalDeviation: Float = 0
  /// The root mean square of the change from sample to sample, m/s³.
  public var jerk: Float = 0
  /// The third standardized moment of the vertical; `kurtosis` is the fourth.
  ///
  /// The impacts of feet point upward and are short and hard. A normal distribution has 0 and 3.
  public var skewness: Float = 0
  public var kurtosis: Float = 0
  /// The share of the time with less than 0.4 g: a runner is in the air between two steps.
  public var weightlessShare: Float = 0
  /// The height of the autocorrelation's peak among the periods of steps, 0 to 1.
  public var periodicity: Float = 0
  /// The frequency of that peak, of steps or strides if it comes from steps; 0 without a peak.
  public var cadenceHertz: Float = 0
  /// The frequency of the highest line in the vertical's spectrum, and its share of the power.
  public var dominantHertz: Float = 0
  public var dominantShare: Float = 0
  /// The shares of the vertical's power in the bands of `bandEdgesHertz`.
  public var bandShares = SIMD8<Float>()
  /// The difference of gravity's direction between the two halves, in radians.
  public var tiltChangeRadians: Float = 0
  /// The mean acceleration along the phone's axes, m/s²: gravity, and thus the orientation.
  ///
  /// The classifier does not use it, since a phone may have any orientation; `HoldSensor` does.
  public var mean = SIMD3<Float>()
  /// The mean magnitude, m/s²: near gravity's, unless the sensor is broken or the phone falls.
  public var gravity: Float = 0

  public init() {}

  /// The edges of the bands of `bandShares`.
  public static let bandEdgesHertz: [Float] = [0.2, 1, 1.8, 2.6, 3.8, 5.4, 7.4, 9.8, 12.6]

  /// True if there was a signal, with finite values and about the magnitude of gravity.
  public var isUsable: Bool {
    gravity > 3 && gravity < 60 && verticalDeviation.isFinite && horizontalDeviation.isFinite
      && jerk.isFinite
  }
}
