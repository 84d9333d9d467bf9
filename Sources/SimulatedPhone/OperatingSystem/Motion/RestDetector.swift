import MotionSensing

/// The system's detection of rest from windows of acceleration.
///
/// Apps and the system use the same windows and the same classifier (MOT-8). A rest begins after
/// some seconds without motion. The rest ends after some seconds with motion of any kind (MOT-2).
/// While the recognized activity is a walk or a bicycle ride, a short pause does not count as rest.
///
/// Errors of the windows are errors of the detector too. A traffic jam looks like rest, and small
/// movements of the body look like motion.
struct RestDetector {
  private(set) var isResting = false
  private let stillSeconds: Double
  private let movingSeconds: Double
  /// The time for which recent windows showed rest [s]; `moving` is the time for which they showed
  /// motion. When one of the times grows, the other shrinks.
  private var still = 0.0
  private var moving = 0.0

  /// The maximum of `still` and of `moving` [s] (a judgment without a source). Without it, a long
  /// rest would delay the detection of motion.
  private static let evidenceSecondsMax = 15.0

  init(stillSeconds: Double, movingSeconds: Double) {
    self.stillSeconds = stillSeconds
    self.movingSeconds = movingSeconds
  }

  /// Takes the result of an analyzed window. The window can also represent skipped windows before
  /// it.
  /// - Parameters:
  ///   - shown: the activity that the window resembles most; nil without a usable signal.
  ///   - activity: the activity recognized so far.
  ///   - seconds: the duration of the window and of the skipped windows that it represents.
  mutating func take(_ shown: Activity?, activity: Activity?, seconds: Double) {
    guard let shown else { return }
    let gain = shown == .stationary ? seconds : -seconds
    still = min(max(0, still + gain), Self.evidenceSecondsMax)
    moving = min(max(0, moving - gain), Self.evidenceSecondsMax)
    if isResting {
      isResting = moving < movingSeconds
    } else {
      isResting = still >= stillSeconds && !holdsOver(activity)
    }
  }

  /// True if no recent window contradicts the present state of rest or motion.
  var isSteady: Bool { isResting ? moving == 0 : still == 0 }

  /// Returns true if the recognized activity prevents rest. A walk or a bicycle ride ends only when
  /// `ActivityJudge` ends it. A car does not prevent rest, because it may stand for long.
  private func holdsOver(_ activity: Activity?) -> Bool {
    switch activity {
    case .walking, .running, .cycling: true
    case .stationary, .automotive, nil: false
    }
  }
}
