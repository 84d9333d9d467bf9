/// A recognizer that turns each window into a reading, as a motion coprocessor does every 2.5 s.
///
/// It keeps only the fraction of a step from earlier windows, so windows may be left out. The
/// motion service handles everything that lasts over several windows.
public struct ActivityRecognizer: Sendable {
  private var extractor = FeatureExtractor()
  private let classifier = ActivityClassifier()
  private var stepCounter = StepCounter()

  public init() {}

  public mutating func reading(of window: borrowing AccelerometerWindow) -> ActivityReading {
    reading(of: features(of: window))
  }

  /// Returns the features, which is the expensive half and depends only on the window.
  public mutating func features(of window: borrowing AccelerometerWindow) -> WindowFeatures {
    extractor.features(of: window)
  }

  public mutating func reading(of features: WindowFeatures) -> ActivityReading {
    var reading = classifier.classify(features)
    reading.steps = stepCounter.steps(in: features, reading: reading)
    return reading
  }
}
