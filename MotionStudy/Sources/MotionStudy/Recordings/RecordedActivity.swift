import MotionSensing

/// The classifier's activities for the labels of the recordings.
enum RecordedActivity {
  /// Returns the activity of a label; nil for labels that are left out: transitions, turning,
  /// kicking, playing catch and no label.
  static func activity(of label: Substring) -> Activity? {
    switch label.lowercased() {
    case "sitting", "standing", "typing", "seated", "stationary", "still": .stationary
    case "walking", "stairs", "walking_upstairs", "walking_downstairs": .walking
    case "jogging", "running": .running
    case "cycling", "biking": .cycling
    case "driving", "automotive", "train": .automotive
    default: nil
    }
  }
}
