import MotionSensing

/// The features of an acceleration window, and the activity that they show. Both depend on the
/// window alone.
struct AnalyzedWindow {
  var features: WindowFeatures
  var estimate: ActivityEstimate
}

/// Fills windows from a source and analyzes them, with buffers that it uses again.
///
/// The buffers are in one value, so that Swift counts no references for a window.
struct WindowAnalyzer {
  private let source: AccelerometerSource
  private var recognizer = ActivityRecognizer()
  private var window = AccelerometerWindow()

  init(_ source: AccelerometerSource) { self.source = source }

  var isSynthetic: Bool {
    if case .synthetic = source { true } else { false }
  }

  /// Returns the window's features and their activity; nil where a recording has no data.
  mutating func analyze(_ index: Int64, _ movement: MotionSignal.Movement) -> AnalyzedWindow? {
    guard source.fill(&window, index: index, movement) else { return nil }
    let features = recognizer.features(of: window)
    return AnalyzedWindow(features: features, estimate: recognizer.estimate(of: features))
  }
}
