import MotionSensing

/// The features of an acceleration window, and the activity that they show. Both depend on the
/// window alone.
struct AnalyzedWindow {
  var features = WindowFeatures()
  var estimate = ActivityEstimate(confidence: .low)
}

/// Fills windows from a source and analyzes them, with buffers that it uses again.
///
/// The buffers are in one value, so that Swift counts no references for a window.
struct WindowAnalyzer {
  private let source: AccelerometerSource
  private var recognizer = ActivityRecognizer()
  private var window = AccelerometerWindow()
  private var drawn: MotionSignal.DrawnPose?
  /// The window that was analyzed last, or taken from the remembered windows.
  var latest = AnalyzedWindow()

  init(_ source: AccelerometerSource) { self.source = source }

  var isSynthetic: Bool {
    if case .synthetic = source { true } else { false }
  }

  /// Replaces `latest` by the window's features and their activity. Returns false where a recording
  /// has no data.
  mutating func analyze(_ index: Int64, _ movement: MotionSignal.Movement) -> Bool {
    guard source.fill(&window, index: index, movement, &drawn) else { return false }
    recognizer.extract(&latest.features, of: window)
    latest.estimate = recognizer.estimate(of: latest.features)
    return true
  }
}
