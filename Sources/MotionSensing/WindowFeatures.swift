/// What a window of acceleration is judged by.
///
/// None of it but `mean` depends on how the phone is turned: the mean of the window is taken for
/// gravity, and the rest is split into what lies along it ("vertical") and what lies across it.
/// That is field practice since Mizell (ISWC 2003); the features themselves are those of Bao and
/// Intille (Pervasive 2004) and Reddy et al. (ACM TOSN 2010): spread, spectrum and regularity.
public struct WindowFeatures: Sendable, Hashable {
  /// Standard deviation along gravity, m/s².
  public var verticalDeviation: Float = 0
  /// Standard deviation across gravity, both axes together, m/s².
  public var horizontalDeviation: Float = 0
  /// Root mean square of the change from sample to sample, m/s³.
  public var jerk: Float = 0
  /// Third and fourth standardised moment of the vertical: the blows of feet point upwards, are short
  /// and hard; a normal distribution has 0 and 3.
  public var skewness: Float = 0
  public var kurtosis: Float = 0
  /// Share of the time at which less than 0.4 g is felt: who runs flies between two steps.
  public var weightlessShare: Float = 0
  /// Height of the autocorrelation's peak among the periods of steps, 0 to 1.
  public var periodicity: Float = 0
  /// Frequency of that peak: of steps or of strides, if these are steps; 0 without a peak.
  public var cadenceHertz: Float = 0
  /// Where the spectrum of the vertical is highest, and that line's share of its power.
  public var dominantHertz: Float = 0
  public var dominantShare: Float = 0
  /// Shares of the vertical's power in `bandEdgesHertz`.
  public var bandShares = SIMD8<Float>()
  /// By how much gravity's direction differs between the two halves, radians.
  public var tiltChangeRadians: Float = 0
  /// Mean acceleration along the phone's own axes, m/s²: gravity, and so how the phone is turned.
  /// The classifier does not use it, as a phone may be turned any way; `HoldSensor` does.
  public var mean = SIMD3<Float>()
  /// Mean magnitude, m/s²: near gravity's, unless the sensor is broken or the phone falls.
  public var gravity: Float = 0

  public init() {}

  /// Borders of the bands of `bandShares`.
  public static let bandEdgesHertz: [Float] = [0.2, 1, 1.8, 2.6, 3.8, 5.4, 7.4, 9.8, 12.6]

  /// Whether there was a signal: finite, and with something like gravity in it.
  public var isUsable: Bool {
    gravity > 3 && gravity < 60 && verticalDeviation.isFinite && horizontalDeviation.isFinite
      && jerk.isFinite
  }
}
