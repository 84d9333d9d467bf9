/// Counts steps by their rate: a window of walking or running holds its cadence times its length.
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
    let exact = features.cadenceHertz * Float(AccelerometerWindow.span.seconds) + remainder
    let whole = exact.rounded(.down)
    remainder = exact - whole
    return Int(whole)
  }
}
