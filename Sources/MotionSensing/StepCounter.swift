/// Counts steps by their rate: a window of walking or running holds its step rate times its length.
///
/// Rates lose less to the odd shapes of a swinging pocket than peaks do. What is left of a step at a
/// window's end is carried into the next, so that the sum over minutes is right.
public struct StepCounter: Sendable {
  private var remainder: Float = 0

  public init() {}

  public mutating func steps(in features: WindowFeatures, reading: ActivityReading) -> Int {
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

  /// A phone in one leg's pocket sees the stride of two steps rather than the step. Nobody walks at less
  /// than 1.3 or runs at less than 2 steps a second for long, so a slower rate is that of strides; a
  /// walker's rate beyond 2.7 is an overtone.
  private static func stepHertz(_ features: WindowFeatures, _ activity: Activity) -> Float {
    let cadence = features.cadenceHertz
    if activity == .walking && cadence > 2.7 { return cadence / 2 }
    return cadence < (activity == .running ? 2 : 1.3) ? 2 * cadence : cadence
  }
}
