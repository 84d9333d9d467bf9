import MotionSensing
import Text

/// What a real phone's accelerometer measured, to stand for the signal that is made up otherwise.
///
/// It says how the phone is shaken, and thereby what its motion service tells; where the phone is says
/// the day. Played from the start of the scenario, or of each stretch of a recorded day, over and over.
package struct AccelerometerRecording: Sendable, Hashable {
  package var file: String
  package var signal: RecordedSignal
  /// By the median of the times between samples.
  package var rateHertz: Double

  /// Reads a file that somebody names, on the command line or elsewhere.
  package static func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> AccelerometerRecording {
    try AccelerometerReader.read(path: path, mention: mention)
  }

  package var lengthSeconds: Double { signal.endSeconds - signal.startSeconds }
  /// Holes in which nothing is told.
  package var holeCount: Int { signal.gapCount }
}
