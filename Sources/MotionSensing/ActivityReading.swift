import PhoneAPI

/// What one stretch of accelerometer signal says about how its bearer moves.
///
/// The flags are independent: a phone on the dashboard of a car at a traffic light is stationary and
/// automotive at once, and one that moves like nothing known has none (MOT-1, MOT-4). `unknown` means
/// that there was no usable signal.
public struct ActivityReading: Sendable, Hashable {
  public var stationary = false
  public var walking = false
  public var running = false
  public var cycling = false
  public var automotive = false
  public var unknown = false
  public var confidence: MotionActivity.Confidence
  /// Steps taken within the stretch.
  public var steps = 0
  /// What the stretch resembles most, whether or not enough for a flag; nil without a usable signal.
  public var likeliest: Activity?
  /// The probability of `likeliest` by the classifier's own account.
  public var probability: Float = 0
  /// The probability of each activity, at the place of its raw value; all zero if nothing stated
  /// them.
  public var probabilities = SIMD8<Float>()

  public init(confidence: MotionActivity.Confidence) { self.confidence = confidence }

  /// The probability of one activity. A reading that states none is certain of its likeliest.
  func probability(of activity: Activity) -> Float {
    guard probabilities == .zero else { return probabilities[activity.rawValue] }
    return activity == likeliest ? 1 : 0
  }

  /// What comes of a signal that is no signal.
  static var unusable: ActivityReading {
    var reading = ActivityReading(confidence: .low)
    reading.unknown = true
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
