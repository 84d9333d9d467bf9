import Foundation
import MotionSensing

/// A continuous part of a recording with one label.
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
  var segments: [LabeledStretch]
}

/// An error thrown for a file that this package cannot read. It names the file and the reason.
struct RecordingError: Error, CustomStringConvertible {
  var file: String
  var found: String
  var description: String { "\(file): \(found)" }
}
