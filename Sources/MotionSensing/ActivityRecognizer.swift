/// A window in, a reading out: what a motion coprocessor does every two and a half seconds.
///
/// It remembers nothing of former windows but the fraction of a step, so that windows may be left out.
/// What holds over from window to window is the motion service's affair.
public struct ActivityRecognizer: Sendable {
  private var extractor = FeatureExtractor()
  private let classifier = ActivityClassifier()
  private var stepCounter = StepCounter()

  public init() {}

  public mutating func reading(of window: borrowing AccelerometerWindow) -> ActivityReading {
    reading(of: features(of: window))
  }

  /// The dear half of it, which the window alone decides.
  public mutating func features(of window: borrowing AccelerometerWindow) -> WindowFeatures {
    extractor.features(of: window)
  }

  public mutating func reading(of features: WindowFeatures) -> ActivityReading {
    var reading = classifier.classify(features)
    reading.steps = stepCounter.steps(in: features, reading: reading)
    return reading
  }
}
