import MotionSensing

/// From windows of acceleration to whether the phone rests, as the system believes it.
///
/// Apps and system have one stream of motion (MOT-8): the same windows, read by the same
/// classifier. Some seconds of windows without motion are rest, and some seconds with motion, of
/// whatever kind, are its end (MOT-2). A walk or a ride that was recognized holds over, so that a
/// moment's pause is no rest. It errs as its windows do: a jam looks like rest, and a body's
/// stirring like motion.
struct RestDetector {
  private(set) var isResting = false
  private let stillSeconds: Double
  private let movingSeconds: Double
  /// Evidence for rest and for motion, each taken back by the other.
  private var still = 0.0
  private var moving = 0.0

  /// More than this much evidence changes nothing (judgement): the other side is heard soon.
  private static let evidenceSecondsMax = 15.0

  init(stillSeconds: Double, movingSeconds: Double) {
    self.stillSeconds = stillSeconds
    self.movingSeconds = movingSeconds
  }

  /// - Parameters:
  ///   - shown: what the window resembles most; nil without a usable signal.
  ///   - activity: what has been recognized by now.
  ///   - seconds: how long the window stands for.
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

  /// Nothing speaks for the other side.
  var isSteady: Bool { isResting ? moving == 0 : still == 0 }

  /// A walk or a ride is over when the judge says so; a car that stands may stand for long.
  private func holdsOver(_ activity: Activity?) -> Bool {
    switch activity {
    case .walking, .running, .cycling: true
    case .stationary, .automotive, nil: false
    }
  }
}
