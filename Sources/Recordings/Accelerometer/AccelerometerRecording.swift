import MotionSensing
import Text

/// The signal of a real phone's accelerometer, which replaces the synthetic signal.
///
/// It determines how the phone is shaken, and so what its motion service reports; the scenario
/// still determines where the phone is. It is played repeatedly from the start of the scenario, or
/// of each segment of a recorded day.
package struct AccelerometerRecording: Sendable, Hashable {
  package var file: String
  package var signal: RecordedSignal
  /// The sampling rate, from the median time between samples.
  package var rateHertz: Double

  /// Reads a file that the user names on the command line or elsewhere.
  package static func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> AccelerometerRecording {
    try AccelerometerReader.read(path: path, mention: mention)
  }

  package var lengthSeconds: Double { signal.endSeconds - signal.startSeconds }
  /// The number of gaps, in which nothing is reported.
  package var holeCount: Int { signal.gapCount }
}
