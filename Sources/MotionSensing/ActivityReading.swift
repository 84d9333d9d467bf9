import PhoneAPI

/// What one stretch of accelerometer signal says about how its bearer moves.
///
/// The flags are independent: a phone on the dashboard of a car at a traffic light is stationary and
/// automotive at once (MOT-1, MOT-4).
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

  public init(confidence: MotionActivity.Confidence) { self.confidence = confidence }
}
