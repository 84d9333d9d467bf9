import MotionSensing
import Text

/// What a real phone's accelerometer measured, to stand for the signal that is made up otherwise.
///
/// It says how the phone is shaken, and thereby what its motion service tells; where the phone is says
/// the day. Played from the start of the scenario, or of each stretch of a recorded day, over and over.
public struct AccelerometerRecording: Sendable, Hashable {
  public var file: String
  public var signal: RecordedSignal
  /// By the median of the times between samples.
  public var rateHertz: Double

  /// Reads a file that somebody names, on the command line or elsewhere.
  public static func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> AccelerometerRecording {
    try AccelerometerReader.read(path: path, mention: mention)
  }

  public var lengthSeconds: Double { signal.endSeconds - signal.startSeconds }
  /// Holes in which nothing is told.
  public var holeCount: Int { signal.gapCount }
}
