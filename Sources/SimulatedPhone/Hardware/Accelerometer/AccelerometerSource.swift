import MotionSensing

/// Where the accelerometer's windows come from: made up, or recorded and played over and over.
package enum AccelerometerSource: Sendable {
  case synthetic(MotionSignal)
  /// Begins with the window of number `first`.
  case recorded(RecordedSignal, first: Int64)

  /// Fills the window with number `index`; false where a recording has nothing to say.
  package func fill(
    _ window: inout AccelerometerWindow, index: Int64, _ movement: MotionSignal.Movement
  ) -> Bool {
    switch self {
    case .synthetic(let signal):
      signal.fill(&window, index: index, movement)
      return true
    case .recorded(let signal, let first):
      guard signal.windowCount > 0, index >= first else { return false }
      let place = Int((index - first) % Int64(signal.windowCount))
      let start = Double(place) * AccelerometerWindow.span.seconds
      return signal.fill(&window, from: signal.startSeconds + start)
    }
  }
}
