import PhoneAPI
import Timekeeping

/// From readings of single windows to the activity that apps are told.
///
/// Each window's reading is evidence for what it resembles. An activity has to gather as many seconds of
/// it as the facts say it takes to be told: some for walking and running (MOT-2), up to minutes for
/// driving with the phone in a pocket and for cycling (MOT-3). What has been told holds over for a while:
/// half a minute for walking, and as long as a red light for driving, during which the phone is stationary
/// and automotive at once (MOT-4). A phone that has been laid down, and does not even sway, is stationary
/// within seconds whatever it was.
public struct ActivityJudge: Sendable {
  /// What is told of one moment.
  public struct Verdict: Sendable, Hashable {
    /// Nil as long as nothing has been recognised: all flags false (MOT-1).
    public var activity: Activity?
    /// In a car that stands.
    public var isHalted = false
    public var isUnknown = false
    public var confidence = MotionActivity.Confidence.low
  }

  public private(set) var verdict = Verdict()
  private let delays: ActivityDelays
  /// Seconds of evidence, by activity.
  private var evidence: [Double]
  /// Since the verdict's activity last showed in a window.
  private var secondsSinceShown = 0.0
  /// For how long the verdict's activity has been confirmed.
  private var secondsConfirmed = 0.0

  /// An activity gains confidence as it goes on (MOT-1); when is judgement.
  private static let mediumSeconds = 10.0
  private static let highSeconds = 30.0
  /// Of what a red light and a slow start in a pocket take together.
  private static let evidenceSecondsMax = 300.0

  public init(delays: ActivityDelays) {
    self.delays = delays
    evidence = Array(repeating: 0, count: Activity.allCases.count)
  }

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
    gather(shown, seconds)
    secondsSinceShown = shown == verdict.activity ? 0 : secondsSinceShown + seconds
    if let next = successor(isFixed: isFixed, isLaidDown: isLaidDown), next != verdict.activity {
      turn(to: next)
    } else if shown == verdict.activity {
      secondsConfirmed += seconds
    }
    verdict.isHalted =
      verdict.activity == .automotive && (shown == .stationary || reading.stationary)
    verdict.confidence =
      secondsConfirmed >= Self.highSeconds
      ? .high : secondsConfirmed >= Self.mediumSeconds ? .medium : .low
  }

  /// What spoke for others spoke of a time that is over.
  private mutating func turn(to next: Activity) {
    verdict.activity = next
    secondsSinceShown = 0
    secondsConfirmed = 0
    for activity in Activity.allCases where activity != next { evidence[activity.rawValue] = 0 }
  }

  private mutating func gather(_ shown: Activity, _ seconds: Double) {
    for activity in Activity.allCases {
      let gain = activity == shown ? seconds : -seconds
      // Capped, so that a long drive does not outweigh the walk after it.
      let cap = activity.isOnFoot ? delays.holdOverSeconds : Self.evidenceSecondsMax
      evidence[activity.rawValue] = max(0, min(cap, evidence[activity.rawValue] + gain))
    }
  }

  /// What has gathered enough evidence to be told now, once what was told no longer holds over.
  private func successor(isFixed: Bool, isLaidDown: Bool) -> Activity? {
    let ready = Activity.allCases.filter {
      $0 != verdict.activity && evidence[$0.rawValue] > 0
        && evidence[$0.rawValue] >= needed($0, isFixed: isFixed)
    }
    guard let next = ready.max(by: { evidence[$0.rawValue] < evidence[$1.rawValue] }) else {
      return nil
    }
    return holdsOver(against: next, isLaidDown: isLaidDown) ? nil : next
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

  private func holdsOver(against next: Activity, isLaidDown: Bool) -> Bool {
    guard let current = verdict.activity else { return false }
    // A brisk walk looks like a run for some windows, and back: most of the last half minute decides.
    if current.isOnFoot, next.isOnFoot {
      return evidence[next.rawValue] <= evidence[current.rawValue]
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
