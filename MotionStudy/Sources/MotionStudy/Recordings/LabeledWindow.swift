import MotionSensing

/// A window with its activity and person.
struct LabeledWindow {
  var activity: Activity
  var subject: String
  var features: WindowFeatures

  var set: Substring { subject.prefix { $0 != "/" } }
}

extension Recording {
  /// The minimum share of a window that a label has to cover. It is below 1 because walks across a
  /// room last less than a window.
  static let labeledShareMin = 0.8

  /// Returns as many windows as fit into each stretch, one after the other, centered in it.
  func windows(_ extractor: inout FeatureExtractor) -> [LabeledWindow] {
    var window = AccelerometerWindow()
    var windows: [LabeledWindow] = []
    for segment in segments {
      for start in segment.windowStarts where signal.fill(&window, from: start) {
        let features = extractor.features(of: window)
        guard features.isUsable else { continue }
        windows.append(
          LabeledWindow(activity: segment.activity, subject: subject, features: features))
      }
    }
    return windows
  }
}

extension LabeledStretch {
  var windowStarts: [Double] {
    let span = AccelerometerWindow.span.seconds
    let length = endSeconds - startSeconds
    guard length >= span * Recording.labeledShareMin else { return [] }
    let count = max(1, Int(length / span))
    let first = startSeconds + (length - Double(count) * span) / 2
    return (0..<count).map { first + Double($0) * span }
  }
}

extension RecordingSet {
  func windows() -> [LabeledWindow] {
    var extractor = FeatureExtractor()
    return recordings.flatMap { $0.windows(&extractor) }
  }
}
