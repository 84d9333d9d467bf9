/// A counter of steps, which multiplies the step rate of a walking or running window by the
/// window's length.
///
/// The irregular signal of a swinging pocket disturbs a rate less than a count of peaks. The
/// fraction of a step at a window's end is carried into the next window, so that sums over minutes
/// are correct.
public struct StepCounter: Sendable {
  private var remainder: Float = 0

  public init() {}

  public mutating func steps(in features: WindowFeatures, reading: ActivityEstimate) -> Int {
    guard let activity = reading.likeliest, activity.isOnFoot else {
      remainder = 0
      return 0
    }
    let rate = Self.stepHertz(features, activity)
    let exact = rate * Float(AccelerometerWindow.span.seconds) + remainder
    let whole = exact.rounded(.down)
    remainder = exact - whole
    return Int(whole)
  }

  /// Returns the step rate in steps per second.
  ///
  /// A phone in a pocket on one leg measures strides of two steps. Walking is rarely slower than
  /// 1.3 steps a second and running rarely slower than 2, so a lower rate counts strides. A walking
  /// rate above 2.7 is an overtone.
  private static func stepHertz(_ features: WindowFeatures, _ activity: Activity) -> Float {
    let cadence = features.cadenceHertz
    if activity == .walking && cadence > 2.7 { return cadence / 2 }
    return cadence < (activity == .running ? 2 : 1.3) ? 2 * cadence : cadence
  }
}
