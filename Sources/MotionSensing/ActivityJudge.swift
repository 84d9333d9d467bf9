import PhoneAPI
import Timekeeping

/// A judge that derives the reported activity from the classifier's results for single windows.
///
/// Each window is evidence for the activities that the window resembles (`ActivityEvidence`). The
/// judge reports an activity once it has as many seconds of evidence as FACTS.md states: some
/// seconds for walking and running (MOT-2), and up to minutes for cycling and for driving with the
/// phone in a pocket (MOT-3).
///
/// The judge continues to report an activity for a while after its end: half a minute for walking,
/// and the length of a red light for driving. During the red light the phone is stationary and
/// automotive at once (MOT-4). A phone that was laid down does not even sway. The judge reports
/// such a phone as stationary within seconds, unless a drive was reported before.
///
/// Windows may contradict the reported activity for some seconds (`holdSeconds`). Then the judge
/// stops reporting the activity, even if no other activity has enough evidence yet. In that case no
/// flag is set (MOT-1). Real phones report no flag for a sixth of a bicycle ride and a third of a
/// drive through town (`MotionStudy/README.md`, from MobilityNet).
public struct ActivityJudge: Sendable {
  /// The activity that the judge reports at one moment, with its confidence.
  public struct Verdict: Sendable, Hashable {
    /// The reported activity. Nil while no activity is recognized; apps then receive no flag
    /// (MOT-1).
    public var activity: Activity?
    /// True if the phone is in a car that stands.
    public var isHalted = false
    public var isUnknown = false
    public var confidence = MotionActivity.Confidence.low
  }

  public private(set) var verdict = Verdict()
  private let delays: ActivityDelays
  private var evidence = ActivityEvidence()
  /// The seconds since the last window that showed the verdict's activity.
  private var secondsSinceShown = 0.0
  /// The seconds since the last window that agreed with the verdict's activity.
  ///
  /// A window at rest also agrees with a drive.
  private var secondsContradicted = 0.0
  /// The seconds for which the classifier has repeated the activity of `verdict`.
  private var secondsConfirmed = 0.0

  /// The seconds of confirmation after which the confidence becomes medium (MOT-1). After
  /// `highSeconds` it becomes high. Both values are judgments without a source.
  private static let mediumSeconds = 10.0
  private static let highSeconds = 30.0

  public init(delays: ActivityDelays) { self.delays = delays }

  /// Returns a judge for which all windows of this many seconds certainly showed one activity.
  package static func certain(
    of activity: Activity, forSeconds seconds: Double, delays: ActivityDelays
  ) -> ActivityJudge {
    var judge = ActivityJudge(delays: delays)
    let all = Int64(seconds / AccelerometerWindow.span.seconds)
    for windows in [judge.windowsUntilRecognized(activity), all] {
      judge.take(.certain(of: activity), isFixed: false, isLaidDown: false, windows: windows)
    }
    return judge
  }

  /// Returns the time from the begin of an activity until its confidence is high.
  package static func certainty(of activity: Activity, delays: ActivityDelays) -> TimeSpan {
    let windows = ActivityJudge(delays: delays).windowsUntilRecognized(activity)
    return .seconds(Double(windows) * AccelerometerWindow.span.seconds + highSeconds)
  }

  private func windowsUntilRecognized(_ activity: Activity) -> Int64 {
    let windows = needed(activity, isFixed: false) / AccelerometerWindow.span.seconds
    return Int64(max(1, windows.rounded(.up)))
  }

  /// True if the verdict has high confidence and the last window showed its activity.
  public var isSteady: Bool { verdict.confidence == .high && secondsSinceShown == 0 }

  /// True if the verdict cannot change any more while the phone lies still.
  public var isAtRest: Bool { verdict == Verdict(activity: .stationary, confidence: .high) }

  /// Adds the classifier's result for one window, or for several equal windows.
  ///
  /// - Parameters:
  ///   - isFixed: True if the phone is in a mount or on a charger.
  ///   - isLaidDown: True if the window contains no motion, not even the sway of a body.
  ///   - windows: The number of equal windows.
  public mutating func take(
    _ reading: ActivityEstimate, isFixed: Bool, isLaidDown: Bool, windows: Int64 = 1
  ) {
    verdict.isUnknown = reading.unknown
    guard let shown = reading.likeliest else { return }
    let seconds = Double(windows) * AccelerometerWindow.span.seconds
    evidence.gather(reading, seconds: seconds, onFootMax: delays.holdOverSeconds)
    compare(shown, seconds)
    if isRecognized(shown, isFixed: isFixed, isLaidDown: isLaidDown) {
      turn(to: shown, isFixed: isFixed)
    } else if verdict.activity != nil, secondsContradicted >= holdSeconds {
      turn(to: nil, isFixed: isFixed)
    } else if shown == verdict.activity {
      secondsConfirmed += seconds
    }
    verdict.isHalted =
      verdict.activity == .automotive && (shown == .stationary || reading.stationary)
    verdict.confidence =
      secondsConfirmed >= Self.highSeconds
      ? .high : secondsConfirmed >= Self.mediumSeconds ? .medium : .low
  }

  private mutating func compare(_ shown: Activity, _ seconds: Double) {
    let isShown = shown == verdict.activity
    secondsSinceShown = isShown ? 0 : secondsSinceShown + seconds
    let agrees = isShown || (verdict.activity == .automotive && shown == .stationary)
    secondsContradicted = agrees ? 0 : secondsContradicted + seconds
  }

  /// Changes the verdict's activity, and removes the evidence of other activities.
  ///
  /// If the next activity is stationary or nil, a trip in a vehicle may continue, so the evidence
  /// of vehicles remains. The evidence of a former vehicle is limited to half of the amount needed
  /// for recognition. If the trip continues, at least the other half must be gathered again.
  private mutating func turn(to next: Activity?, isFixed: Bool) {
    let mayGoOn = next == nil || next == .stationary
    evidence.keep { $0 == next || (mayGoOn && $0.isVehicle) }
    if let left = verdict.activity, left.isVehicle {
      evidence.limit(left, to: needed(left, isFixed: isFixed) / 2)
    }
    verdict.activity = next
    secondsSinceShown = 0
    secondsContradicted = 0
    secondsConfirmed = 0
  }

  /// Returns true if the window shows a new activity that the judge must now report.
  ///
  /// The new activity must have enough evidence. In addition, the judge must no longer hold over
  /// the former activity (`holdsOver`).
  private func isRecognized(_ shown: Activity, isFixed: Bool, isLaidDown: Bool) -> Bool {
    shown != verdict.activity && evidence[shown] > 0
      && evidence[shown] >= needed(shown, isFixed: isFixed)
      && !holdsOver(against: shown, isLaidDown: isLaidDown)
  }

  private func needed(_ activity: Activity, isFixed: Bool) -> Double {
    switch activity {
    case .stationary: delays.stationarySeconds
    case .walking: delays.walkingSeconds
    case .running: delays.runningSeconds
    case .cycling: delays.cyclingSeconds
    case .automotive:
      isFixed ? delays.automotiveFixedSeconds : delays.automotiveCarriedSeconds
    }
  }

  /// The seconds for which windows may contradict the reported activity before the judge stops
  /// reporting it.
  private var holdSeconds: Double {
    verdict.activity == .stationary ? delays.stationaryHoldSeconds : delays.holdOverSeconds
  }

  private func holdsOver(against next: Activity, isLaidDown: Bool) -> Bool {
    guard let current = verdict.activity else { return false }
    // A brisk walk looks like a run for some windows, and the reverse. Either all of the last
    // windows are sure, or the majority of the last half minute decides.
    if current.isOnFoot, next.isOnFoot {
      return evidence.sureSeconds(of: next) < needed(next, isFixed: false)
        && evidence[next] <= evidence[current]
    }
    guard next == .stationary else { return false }
    switch current {
    case .stationary: return false
    case .walking, .running, .cycling:
      return !isLaidDown && secondsSinceShown < delays.holdOverSeconds
    case .automotive: return secondsSinceShown < delays.automotiveHoldSeconds
    }
  }
}

extension ActivityJudge.Verdict {
  /// Returns the verdict as the `MotionActivity` that apps receive.
  public func activity(since start: Instant) -> MotionActivity {
    var reported = MotionActivity(confidence: confidence, start: start)
    reported.unknown = isUnknown
    switch activity {
    case .stationary: reported.stationary = true
    case .walking: reported.walking = true
    case .running: reported.running = true
    case .cycling: reported.cycling = true
    case .automotive:
      reported.automotive = true
      reported.stationary = isHalted
    case nil: break
    }
    return reported
  }
}
