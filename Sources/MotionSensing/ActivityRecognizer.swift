/// A recognizer that turns each window into an `ActivityEstimate`, as a motion coprocessor does
/// every 2.5 s.
///
/// From earlier windows the recognizer keeps only the fraction of a step (`StepCounter`), so a
/// caller may skip windows. `ActivityJudge` combines the results of several windows.
public struct ActivityRecognizer: Sendable {
  private var extractor = FeatureExtractor()
  private let classifier = ActivityClassifier()
  private var stepCounter = StepCounter()

  public init() {}

  public mutating func reading(of window: borrowing AccelerometerWindow) -> ActivityEstimate {
    reading(of: features(of: window))
  }

  /// Returns the window's features. This is the expensive half of the recognition, and it depends
  /// only on the window.
  public mutating func features(of window: borrowing AccelerometerWindow) -> WindowFeatures {
    extractor.features(of: window)
  }

  /// Replaces `features` by those of the window, without a copy.
  public mutating func extract(
    _ features: inout WindowFeatures, of window: borrowing AccelerometerWindow
  ) {
    extractor.extract(&features, of: window)
  }

  public mutating func reading(of features: WindowFeatures) -> ActivityEstimate {
    var reading = estimate(of: features)
    reading.steps = stepCounter.steps(in: features, reading: reading)
    return reading
  }

  /// Returns the activity that these features show, without steps. It depends only on the features.
  public func estimate(of features: WindowFeatures) -> ActivityEstimate {
    classifier.classify(features)
  }
}
