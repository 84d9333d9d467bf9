import EventKernel
import MotionSensing
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The motion coprocessor: analyzes the accelerometer's signal window by window, and stores the
/// results.
///
/// A real coprocessor always runs. This model runs on demand, so a phone without requests spends no
/// time on it. Late analysis gives the same result, because a window depends only on the day's
/// random numbers, the window's index and the movement of the phone. The analysis also depends on
/// two states: the phone is on or off, and it is attached to a charger or a car or not. Changes of
/// these states are therefore recorded at once.
///
/// Most windows are skipped to save time. While the phone rests on an object, every window is
/// skipped. After a change of movement, every window is analyzed for twenty seconds. Then every
/// fourth window is analyzed until the result is certain. From then on, a window is analyzed each
/// half minute. While the person goes on foot, the interval stays at half a minute, because steps
/// are counted. In all other activities, the interval grows to some minutes.
///
/// A window represents the skipped windows before it, if the result before them was the same.
///
/// Swift's exclusivity checks are off for the state that each window reads and changes.
final class MotionCoprocessor: PhonePart {
  private let parameters: MotionParameters
  private let source: AccelerometerSource
  @exclusivity(unchecked) private var recognizer = ActivityRecognizer()
  @exclusivity(unchecked) private var window = AccelerometerWindow()
  private let remembered: RememberedWindows?
  @exclusivity(unchecked) private var cursor = TrajectoryCursor()
  @exclusivity(unchecked) private var judge: ActivityJudge
  /// The detector of rest. The system runs it on the same windows as the recognition of activities.
  @exclusivity(unchecked) private var rest: RestDetector
  /// The detector of how the phone is carried, from the same windows.
  @exclusivity(unchecked) private var hold = HoldSensor()
  @exclusivity(unchecked) private(set) var history: MotionHistory
  @exclusivity(unchecked) private var lastReported: ActivityJudge.Verdict?
  /// The movement of the phone in the last analyzed window.
  @exclusivity(unchecked) private var lastMovement: MotionSignal.Movement?
  /// The number of windows until the next check, as long as nothing changes.
  @exclusivity(unchecked) private var lookAgain = MotionCoprocessor.firstLook
  /// The first window that has not been analyzed.
  @exclusivity(unchecked) private var nextWindow: Int64
  @exclusivity(unchecked) private var circumstances: [Circumstance]
  @exclusivity(unchecked) private var circumstance = 0

  /// The number of checks since the phone's present movement began.
  @exclusivity(unchecked) private var looks = 0
  /// The activity of the last analyzed window. `isStray` is true if the window before it showed
  /// another activity.
  @exclusivity(unchecked) private var lastLikeliest: Activity?
  @exclusivity(unchecked) private var isStray = false
  /// The plan for the next window; nil until it is determined.
  @exclusivity(unchecked) var plan: MotionPlan?
  /// The plan from which `nextEnd` returned its last result; nil if the result needs no plan.
  @exclusivity(unchecked) var awaited: MotionPlan?

  /// The number of windows to analyze one by one after a change of movement. They last twenty
  /// seconds, enough for activities that are detected within seconds (MOT-2).
  private static let looksAtNew = 8
  private static let firstLook: Int64 = 12
  private static let unsteadyLook: Int64 = 4
  private static let lookMax: Int64 = 120

  /// The state of the phone (on or off, attached to a charger or a car or not) from an instant on.
  private struct Circumstance {
    var since: Instant
    var isOn: Bool
    var isAttached: Bool
  }

  init(
    phone: SimulatedPhone, parameters: MotionParameters, recorded: RecordedSignal?,
    remembered: RememberedWindows?, chance: SeededRandom
  ) {
    rest = RestDetector(parameters)
    self.remembered = remembered
    self.parameters = parameters
    let first = Self.window(at: phone.segment.start) + 1
    source =
      recorded.map { .recorded($0, first: first) } ?? .synthetic(MotionSignal(chance: chance))
    judge = ActivityJudge(delays: parameters.delays)
    history = MotionHistory(days: parameters.historyDays)
    nextWindow = first
    circumstances = [Circumstance(since: phone.segment.start, isOn: true, isAttached: false)]
    super.init(phone: phone)
  }

  // MARK: Windows

  private static func window(at instant: Instant) -> Int64 {
    instant.nanoseconds / AccelerometerWindow.span.nanoseconds
  }
  static func start(of window: Int64) -> Instant {
    Instant(nanoseconds: window * AccelerometerWindow.span.nanoseconds)
  }

  /// Returns the end of the next window to analyze; nil while the phone rests and nothing can
  /// change.
  func nextEnd() -> Instant? {
    catchUp(to: phone.now)
    guard !isResting(phone.span) else { return nil }
    let due = due(from: nextWindow)
    awaited = plan?.due == due ? plan : nil
    return Self.start(of: due + 1)
  }

  /// True if the phone rests, according to the windows analyzed so far.
  var isPhoneResting: Bool { rest.isResting }

  /// The activity that the coprocessor reports now.
  var current: MotionActivity {
    judge.verdict.activity(since: history.activities.last?.start ?? phone.segment.start)
  }

  /// Analyzes every window that is complete by `instant` and can change the result.
  func catchUp(to instant: Instant) {
    let through = Self.window(at: instant)
    while nextWindow < through {
      adoptCircumstances(at: Self.start(of: nextWindow))
      let span = cursor.span(at: Self.start(of: nextWindow), on: phone.trajectory)
      if !circumstances[circumstance].isOn {
        nextWindow += 1
      } else if isResting(span) {
        nextWindow = max(nextWindow + 1, min(through, Self.window(at: span.end)))
      } else {
        let due = min(due(from: nextWindow), max(nextWindow, windowOfNextCircumstance))
        guard due < through else { return }
        work(through: due, passedOver: due - nextWindow)
        nextWindow = due + 1
      }
    }
  }

  /// Returns the first window from `window` on that may show a different result.
  private func due(from window: Int64) -> Int64 {
    guard case .synthetic = source, let lastMovement, let pause else { return window }
    if let plan, plan.due >= window { return plan.due }
    let plan = newPlan(for: window..<(window + pause - 1), after: lastMovement)
    self.plan = plan
    return plan.due
  }

  func firstWindow(
    in windows: Range<Int64>, differingFrom movement: MotionSignal.Movement
  ) -> Int64? {
    let trajectory = phone.trajectory
    var window = windows.lowerBound
    while window < windows.upperBound {
      if differs(Self.movement(in: window, on: trajectory, &cursor), movement) { return window }
      window = max(window + 1, Self.window(at: cursor.nextChange(on: trajectory)))
    }
    return nil
  }

  /// The number of windows to skip until the next check; nil if the next window has to be analyzed.
  private var pause: Int64? {
    guard judge.isSteady, rest.isSteady, looks > 1 else {
      return isStray || looks < Self.looksAtNew ? nil : Self.unsteadyLook
    }
    return judge.verdict.activity?.isOnFoot == true ? Self.firstLook : lookAgain
  }

  private static func movement(
    in window: Int64, on trajectory: Trajectory, _ cursor: inout TrajectoryCursor
  ) -> MotionSignal.Movement {
    let start = start(of: window)
    let span = trajectory.spans[cursor.indexOfSpan(at: start, on: trajectory)]
    let knot = trajectory.knots[cursor.indexOfKnot(at: start, on: trajectory)]
    return MotionSignal.Movement(
      mode: span.mode, speedMetersPerSecond: Double(knot.speedMetersPerSecond),
      carried: span.carried)
  }

  /// Returns true if the phone rests and no window can show a change. The synthetic signal of a
  /// phone that lies on an object cannot change. A recorded signal may change at any time.
  private func isResting(_ span: Span) -> Bool {
    guard case .synthetic = source else { return false }
    return !span.mode.isMoving && hold.isLaidDown && judge.isAtRest && rest.isResting
  }

  private func work(through index: Int64, passedOver: Int64) {
    let movement = Self.movement(in: index, on: phone.trajectory, &cursor)
    guard let analyzed = analyzed(index, movement) else { return }
    let end = Self.start(of: index + 1)
    var reading = recognizer.reading(of: analyzed.features, estimated: analyzed.estimate)
    hold.take(analyzed.features)
    let speed = satelliteSpeed(at: end)
    reading.consider(speed: speed, cyclingAlone: parameters.cyclingWithoutSatellites)
    // If the window differs from the one before, it does not represent the windows between them.
    isStray = reading.likeliest != lastLikeliest
    lastLikeliest = reading.likeliest
    judge.take(
      reading,
      isFixed: hold.isFixed || circumstances[circumstance].isAttached
        || reading.isVehicle(at: speed),
      isLaidDown: hold.isLaidDown, windows: isStray ? 1 : passedOver + 1)
    rest.take(
      reading.likeliest, activity: judge.verdict.activity,
      seconds: Double(isStray ? 1 : passedOver + 1) * AccelerometerWindow.span.seconds)
    lookAgain = judge.isSteady && passedOver > 0 ? min(2 * lookAgain, Self.lookMax) : Self.firstLook
    let isNew = lastMovement.map { differs($0, movement) } ?? true
    looks = isNew ? 0 : looks + 1
    lastMovement = movement
    plan = nil
    history.append(steps: reading.steps * Int(passedOver + 1), at: end)
    guard judge.verdict != lastReported else { return }
    lastReported = judge.verdict
    history.append(judge.verdict.activity(since: end))
  }

  /// Returns the speed from a satellite fix near `end`, which any app may have requested; nil
  /// without such a fix.
  private func satelliteSpeed(at end: Instant) -> Double? {
    guard let fix = phone.location.latestFix, fix.speedMetersPerSecond >= 0,
      abs((end - fix.timestamp).seconds) <= Self.speedAgeSecondsMax
    else { return nil }
    return fix.speedMetersPerSecond
  }

  /// The maximum age of a fix whose speed is used: the length of one window.
  private static let speedAgeSecondsMax = AccelerometerWindow.span.seconds

  /// Returns the window's features and their activity; nil where a recording has no data.
  private func analyzed(_ index: Int64, _ movement: MotionSignal.Movement) -> AnalyzedWindow? {
    if let known = remembered?.analyzed(index, movement) { return known }
    guard source.fill(&window, index: index, movement) else { return nil }
    let features = recognizer.features(of: window)
    let analyzed = AnalyzedWindow(
      features: features, estimate: recognizer.estimate(of: features))
    remembered?.remember(analyzed, of: index, movement)
    return analyzed
  }

  // MARK: Circumstances

  /// Records that the phone goes off or on, or that a charger or a car is attached or
  /// detached (MOT-3).
  func note(isOn: Bool, isAttached: Bool) {
    let last = circumstances[circumstances.count - 1]
    guard last.isOn != isOn || last.isAttached != isAttached else { return }
    circumstances.append(Circumstance(since: phone.now, isOn: isOn, isAttached: isAttached))
  }

  private var windowOfNextCircumstance: Int64 {
    circumstance + 1 < circumstances.count
      ? Self.window(at: circumstances[circumstance + 1].since) : .max
  }

  private func adoptCircumstances(at instant: Instant) {
    while circumstance + 1 < circumstances.count, circumstances[circumstance + 1].since <= instant {
      circumstance += 1
      plan = nil
      // A phone that starts up begins without results from before.
      if !circumstances[circumstance - 1].isOn {
        judge = ActivityJudge(delays: parameters.delays)
        rest = RestDetector(parameters)
        hold = HoldSensor()
      }
    }
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

extension Carrying {
  /// True if the phone moves with the vehicle, as in a mount, instead of with a person's body.
  var isFixed: Bool {
    switch self {
    case .mount: true
    case .pocket, .bag, .hand, .table, .left: false
    }
  }
}
