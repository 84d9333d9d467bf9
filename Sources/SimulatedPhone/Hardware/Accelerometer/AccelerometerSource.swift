import MotionSensing

/// The source of the accelerometer's signal: a synthetic signal, or a recording played in a loop.
package enum AccelerometerSource: Sendable {
  case synthetic(MotionSignal)
  /// A recording. The window with number `first` is the first window of the recording.
  case recorded(RecordedSignal, first: Int64)

  /// Fills the window with number `index`. Returns false if the recording has no data for this
  /// window.
  package func fill(
    _ window: inout AccelerometerWindow, index: Int64, _ movement: MotionSignal.Movement,
    _ drawn: inout MotionSignal.DrawnPose?
  ) -> Bool {
    switch self {
    case .synthetic(let signal):
      signal.fill(&window, index: index, movement, &drawn)
      return true
    case .recorded(let signal, let first):
      guard signal.windowCount > 0, index >= first else { return false }
      let place = Int((index - first) % Int64(signal.windowCount))
      let start = Double(place) * AccelerometerWindow.span.seconds
      return signal.fill(&window, from: signal.startSeconds + start)
    }
  }
}
