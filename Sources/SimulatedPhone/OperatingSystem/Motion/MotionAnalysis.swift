import MotionSensing
import PhoneProfiles
import Timekeeping

/// The state of the coprocessor's analysis after some windows.
struct MotionAnalysis {
  private(set) var judge: ActivityJudge
  /// The detector of rest. The system runs it on the same windows as the recognition of activities.
  private(set) var rest: RestDetector
  /// The detector of how the phone is carried, from the same windows.
  private var hold = HoldSensor()
  var stepCounter = StepCounter()
  /// The verdict that was reported last, and the time since which it applies.
  private(set) var lastReported: ActivityJudge.Verdict?
  var verdictSince: Instant

  /// The first window that has not been analyzed.
  var nextWindow: Int64
  /// The index of the circumstance in `nextWindow`.
  var circumstance = 0
  /// The movement of the phone in the last analyzed window.
  var lastMovement: MotionSignal.Movement?
  /// The number of checks since the phone's present movement began.
  var looks = 0
  /// The number of windows until the next check, as long as nothing changes.
  private(set) var lookAgain = MotionCoprocessor.firstLook
  /// The activity of the last analyzed window. `isStray` is true if the window before it showed
  /// another activity.
  private var lastLikeliest: Activity?
  private(set) var isStray = false

  init(_ parameters: MotionParameters, since start: Instant, nextWindow: Int64) {
    judge = ActivityJudge(delays: parameters.delays)
    rest = RestDetector(parameters)
    verdictSince = start
    self.nextWindow = nextWindow
  }

  /// Makes the state after a steady movement, as if all windows had certainly shown its activity.
  init(
    after steady: SteadyMovement, _ parameters: MotionParameters,
    lastMovement: MotionSignal.Movement?, circumstance: Int
  ) {
    let seconds = (steady.checkpoint - steady.start).seconds
    judge = .certain(of: steady.activity, forSeconds: seconds, delays: parameters.delays)
    rest = RestDetector(parameters)
    rest.take(steady.activity, activity: steady.activity, seconds: seconds)
    lastReported = judge.verdict
    verdictSince =
      steady.start + ActivityJudge.certainty(of: steady.activity, delays: parameters.delays)
    nextWindow = MotionCoprocessor.window(at: steady.checkpoint)
    self.circumstance = circumstance
    self.lastMovement = lastMovement
    looks = MotionCoprocessor.looksAtNew
    lookAgain = MotionCoprocessor.lookMax
    lastLikeliest = steady.activity
  }

  /// True if no window of a phone that lies on an object can change the result.
  var isCertainOfRest: Bool { hold.isLaidDown && judge.isAtRest && rest.isResting }

  /// Forgets what was recognized, as a phone that starts up.
  mutating func startUp(_ parameters: MotionParameters) {
    judge = ActivityJudge(delays: parameters.delays)
    rest = RestDetector(parameters)
    hold = HoldSensor()
  }

  /// Takes the result of a window. `passedOver` is the number of windows before it that it may
  /// represent.
  mutating func take(
    _ reading: ActivityEstimate, of features: WindowFeatures, passedOver: Int64, isFixed: Bool
  ) {
    hold.take(features)
    // If the window differs from the one before, it does not represent the windows between them.
    isStray = reading.likeliest != lastLikeliest
    lastLikeliest = reading.likeliest
    let windows = isStray ? 1 : passedOver + 1
    judge.take(
      reading, isFixed: hold.isFixed || isFixed, isLaidDown: hold.isLaidDown, windows: windows)
    rest.take(
      reading.likeliest, activity: judge.verdict.activity,
      seconds: Double(windows) * AccelerometerWindow.span.seconds)
    lookAgain =
      judge.isSteady && passedOver > 0
      ? min(2 * lookAgain, MotionCoprocessor.lookMax) : MotionCoprocessor.firstLook
  }

  /// Returns true if the verdict differs from the last one that was reported, and reports it.
  mutating func reportsNewVerdict(at end: Instant) -> Bool {
    guard judge.verdict != lastReported else { return false }
    lastReported = judge.verdict
    verdictSince = end
    return true
  }
}

extension RestDetector {
  /// The duration of two windows [s]. A rest begins after at least two windows without motion.
  private static let twoWindowsSeconds = 2 * AccelerometerWindow.span.seconds

  init(_ parameters: MotionParameters) {
    self.init(
      stillSeconds: max(parameters.delays.stationarySeconds, Self.twoWindowsSeconds),
      movingSeconds: parameters.movingNoticedSeconds)
  }
}
