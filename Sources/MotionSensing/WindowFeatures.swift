/// The features of a window of acceleration, from which the classifier derives the activity.
///
/// Except for `mean`, the features do not depend on the phone's orientation. The window's mean
/// serves as gravity. The remaining acceleration is split into a component along gravity
/// ("vertical") and a component across it ("horizontal"). This is common practice since Mizell
/// (ISWC 2003). The features are those of Bao and Intille (Pervasive 2004) and Reddy et al. (ACM
/// TOSN 2010): spread, spectrum and regularity.
public struct WindowFeatures: Sendable, Hashable {
  /// The standard deviation of the acceleration along gravity, in m/s².
  public var verticalDeviation: Float = 0
  /// The standard deviation of the acceleration across gravity, both axes together, in m/s².
  public var horizontalDeviation: Float = 0
  /// The root mean square of the acceleration's rate of change between samples, in m/s³.
  public var jerk: Float = 0
  /// The third standardized moment of the vertical acceleration; `kurtosis` is the fourth.
  ///
  /// In a normal distribution the skewness is 0 and the kurtosis is 3. Both are larger on foot,
  /// because the impacts of feet point upward and are short and hard.
  public var skewness: Float = 0
  public var kurtosis: Float = 0
  /// The share of time with an acceleration below 0.4 g. A runner is in the air between two steps.
  public var weightlessShare: Float = 0
  /// The height of the highest peak of the autocorrelation among the periods of steps, 0 to 1.
  public var periodicity: Float = 0
  /// The frequency of the peak that `periodicity` measures; 0 without a peak. If feet cause the
  /// peak, it is the frequency of steps or strides.
  public var cadenceHertz: Float = 0
  /// The frequency with the highest power in the vertical spectrum. `dominantShare` is the share of
  /// the power at that frequency.
  public var dominantHertz: Float = 0
  public var dominantShare: Float = 0
  /// The shares of the vertical power in the bands of `bandEdgesHertz`.
  public var bandShares = SIMD8<Float>()
  /// The change of gravity's direction between the two halves of the window, in radians.
  public var tiltChangeRadians: Float = 0
  /// The mean acceleration along the phone's axes, in m/s². It is gravity, and thus gives the
  /// phone's orientation.
  ///
  /// The classifier does not use the mean, since a phone may have any orientation; `HoldSensor`
  /// uses it.
  public var mean = SIMD3<Float>()
  /// The magnitude of the mean acceleration, in m/s². It is near 9.81 unless the sensor is broken
  /// or the phone falls.
  public var gravity: Float = 0

  public init() {}

  /// The edges of the bands of `bandShares`, in hertz.
  public static let bandEdgesHertz: [Float] = [0.2, 1, 1.8, 2.6, 3.8, 5.4, 7.4, 9.8, 12.6]

  /// True if the signal has finite values and a mean of about gravity's magnitude.
  public var isUsable: Bool {
    gravity > 3 && gravity < 60 && verticalDeviation.isFinite && horizontalDeviation.isFinite
      && jerk.isFinite
  }
}
