import MotionSensing

/// What the labels of the recordings mean to the classifier.
enum RecordedActivity {
  /// Nil for what is left out: transitions, turning, kicking, playing catch and what is unlabeled.
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
