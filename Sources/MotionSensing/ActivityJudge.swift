import PhoneAPI
import Timekeeping

/// From readings of single windows to the activity that apps are told.
///
/// Each window's reading is evidence for what it resembles (`ActivityEvidence`). An activity has to
/// gather as many seconds of it as the facts say it takes to be told: some for walking and running
/// (MOT-2), up to minutes for driving with the phone in a pocket and for cycling (MOT-3). What has
/// been told holds over for a while: half a minute for walking, and as long as a red light for
/// driving, during which the phone is stationary and automotive at once (MOT-4). A phone that has
/// been laid down, and does not even sway, is stationary within seconds whatever it was.
///
/// An activity that windows have contradicted for as long is not reported any more, even if no
/// other has gathered enough yet: then no flag is raised (MOT-1). Real phones raise none for a
/// sixth of a bicycle ride and a third of a drive through town (`MotionStudy/README.md`, from
/// MobilityNet).
public struct ActivityJudge: Sendable {
  /// What is told of one moment.
  public struct Verdict: Sendable, Hashable {
    /// Nil while nothing is recognized: all flags false (MOT-1).
    public var activity: Activity?
    /// In a car that stands.
    public var isHalted = false
    public var isUnknown = false
    public var confidence = MotionActivity.Confidence.low
  }

  public private(set) var verdict = Verdict()
  private let delays: ActivityDelays
  private var evidence = ActivityEvidence()
  /// Since the verdict's activity last showed in a window.
  private var secondsSinceShown = 0.0
  /// Seconds since a window last agreed with the verdict's activity; a window at rest agrees with a
  /// drive.
  private var secondsContradicted = 0.0
  /// For how long the verdict's activity has been confirmed.
  private var secondsConfirmed = 0.0

  /// An activity gains confidence as it goes on (MOT-1); when is judgement.
  private static let mediumSeconds = 10.0
  private static let highSeconds = 30.0

  public init(delays: ActivityDelays) { self.delays = delays }

  /// What is told is certain, and the last window bore it out.
  public var isSteady: Bool { verdict.confidence == .high && secondsSinceShown == 0 }

  /// Nothing more can change while the phone lies still.
  public var isAtRest: Bool { verdict == Verdict(activity: .stationary, confidence: .high) }

  /// - Parameters:
  ///   - isFixed: the phone is in a mount or on a charger.
  ///   - isLaidDown: the window has not even the sway of a body in it.
  ///   - windows: how many alike the reading stands for.
  public mutating func take(
    _ reading: ActivityReading, isFixed: Bool, isLaidDown: Bool, windows: Int64 = 1
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

  /// Drops the evidence of other activities, as its time is over. But a vehicle that halts, or that
  /// windows contradict, may go on: one that has not been recognized yet keeps its evidence, and
  /// one that was is recognized again in half the time.
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

  /// True if the window shows another activity than is told, there is enough evidence of it, and
  /// what was told no longer holds over.
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

  /// How long windows may contradict what is told.
  private var holdSeconds: Double {
    verdict.activity == .stationary ? delays.stationaryHoldSeconds : delays.holdOverSeconds
  }

  private func holdsOver(against next: Activity, isLaidDown: Bool) -> Bool {
    guard let current = verdict.activity else { return false }
    // A brisk walk looks like a run for some windows, and back: either the last windows are all
    // sure, or most of the last half minute decides.
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
  /// As apps see it.
  public func activity(since start: Instant) -> MotionActivity {
    var told = MotionActivity(confidence: confidence, start: start)
    told.unknown = isUnknown
    switch activity {
    case .stationary: told.stationary = true
    case .walking: told.walking = true
    case .running: told.running = true
    case .cycling: told.cycling = true
    case .automotive:
      told.automotive = true
      told.stationary = isHalted
    case nil: break
    }
    return told
  }
}
