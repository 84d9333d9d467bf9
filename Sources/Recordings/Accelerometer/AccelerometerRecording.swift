import MotionSensing
import Text

/// The signal of a real phone's accelerometer. It replaces the synthetic signal.
///
/// The recording determines how the phone is shaken, and so what its motion service reports. The
/// scenario still determines where the phone is. The recording is played repeatedly from the start
/// of the scenario, or from the start of each segment of a recorded day.
package struct AccelerometerRecording: Sendable, Hashable {
  package var file: String
  package var signal: RecordedSignal
  /// The sampling rate in hertz, from the median time between samples.
  package var rateHertz: Double

  /// Reads an accelerometer recording from a file that the user names, such as on the command line.
  package static func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> AccelerometerRecording {
    try AccelerometerReader.read(path: path, mention: mention)
  }

  package var lengthSeconds: Double { signal.endSeconds - signal.startSeconds }
  /// The number of gaps in the signal. The phone's motion service reports nothing during a gap.
  package var holeCount: Int { signal.gapCount }
}
