import PhoneAPI

/// From features to an activity: first and plain, by thresholds.
public struct ActivityClassifier: Sendable {
  public init() {}

  public func classify(_ features: WindowFeatures) -> ActivityReading {
    guard features.isUsable else { return .unusable }
    let spread = features.verticalDeviation
    let activity: Activity =
      if spread < 0.2 {
        .stationary
      } else if spread > 5 && features.cadenceHertz > 2.2 {
        .running
      } else if spread > 1 && features.periodicity > 0.4 {
        .walking
      } else if spread > 1 {
        .cycling
      } else {
        .automotive
      }
    var reading = ActivityReading(confidence: .medium)
    reading.likeliest = activity
    reading.probability = 0.6
    reading.raiseFlag(of: activity)
    return reading
  }
}
