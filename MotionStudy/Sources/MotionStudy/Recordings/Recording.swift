import Foundation
import MotionSensing

/// A stretch of one label in a recording.
struct LabeledStretch {
  var activity: Activity
  var startSeconds: Double
  var endSeconds: Double
}

/// One uninterrupted measurement of one person, with its labels.
struct Recording {
  /// The person, by set: `accel-wisdm/1600`.
  var subject: String
  var signal: RecordedSignal
  var stretches: [LabeledStretch]
}

/// Thrown where a file is not what this package reads; says what and where.
struct RecordingError: Error, CustomStringConvertible {
  var file: String
  var found: String
  var description: String { "\(file): \(found)" }
}
