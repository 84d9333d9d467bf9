import PhoneAPI

/// The classifier's result for one window of acceleration: how the phone's user moves.
///
/// Several flags can be true at once. A phone on the dashboard of a car at a traffic light is
/// stationary and automotive. A phone with an unrecognized motion has no flag (MOT-1, MOT-4).
/// `unknown` means that there was no usable signal.
public struct ActivityEstimate: Sendable, Hashable {
  public var stationary = false
  public var walking = false
  public var running = false
  public var cycling = false
  public var automotive = false
  public var unknown = false
  public var confidence: MotionActivity.Confidence
  /// The number of steps taken within the window.
  public var steps = 0
  /// The activity that the window resembles most, even if its flag is not set; nil without a usable
  /// signal.
  public var likeliest: Activity?
  /// The probability of `likeliest` according to the classifier.
  public var probability: Float = 0
  /// The probability of each activity, at the index of the activity's raw value; all zero if the
  /// probabilities are not known.
  public var probabilities = SIMD8<Float>()

  public init(confidence: MotionActivity.Confidence) { self.confidence = confidence }

  /// The probability of each activity. If `probabilities` are not known, the probability is 1 for
  /// `likeliest` and 0 for the others.
  var probabilitiesOrLikeliest: SIMD8<Float> {
    guard probabilities == .zero, let likeliest else { return probabilities }
    var certain = SIMD8<Float>()
    certain[likeliest.rawValue] = 1
    return certain
  }

  /// Returns the probability of one activity, as in `probabilitiesOrLikeliest`.
  func probability(of activity: Activity) -> Float { probabilitiesOrLikeliest[activity.rawValue] }

  /// The result for a window without a usable signal.
  static var unusable: ActivityEstimate {
    var reading = ActivityEstimate(confidence: .low)
    reading.unknown = true
    return reading
  }

  /// Returns the result for a window that certainly shows one activity.
  static func certain(of activity: Activity) -> ActivityEstimate {
    var reading = ActivityEstimate(confidence: .high)
    reading.raiseFlag(of: activity)
    reading.likeliest = activity
    reading.probability = 1
    return reading
  }

  mutating func raiseFlag(of activity: Activity) {
    switch activity {
    case .stationary: stationary = true
    case .walking: walking = true
    case .running: running = true
    case .cycling: cycling = true
    case .automotive: automotive = true
    }
  }
}
