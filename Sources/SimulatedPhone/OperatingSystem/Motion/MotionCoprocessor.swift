import EventKernel
import MotionSensing
import PhoneAPI
import Timekeeping
import World

/// Works through the accelerometer's signal, window by window, and keeps what it made of it.
///
/// On a real phone it runs always. Here it runs when somebody asks: a window of signal is a
/// function of the day's chance, its number and how the phone moves, so that what is worked through
/// late is what would have been worked through at once, and a phone that nobody asks spends no time
/// on it. What has happened meanwhile that bears on it (the phone was off, or on a charger) is
/// written down as it happens.
///
/// While the phone lies still only a sentinel runs, which costs less. A phone that lies on
/// something does not stir it, and no windows are made; one that is carried is looked at now and
/// then. The phone's own bearing decides, so a phone that was left behind rests. A way of moving
/// that is new is looked at window by window, after twenty seconds every fourth as long as they
/// agree. And while the phone moves as it did before, and what is told is certain, the next window
/// would say the same: one is looked at again after half a minute, then ever more rarely (but not a
/// walker's, for the steps), and at once when the way of moving changes. A window that is looked at
/// stands for those that were passed over, if the one before them showed the same.
final class MotionCoprocessor {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: MotionParameters
  private let source: AccelerometerSource
  private var recognizer = ActivityRecognizer()
  private var window = AccelerometerWindow()
  private let remembered: RememberedWindows?
  private var cursor = TrajectoryCursor()
  private var judge: ActivityJudge
  /// The same windows, as the system takes them.
  private var rest: RestDetector
  /// How the phone is held, by its windows.
  private var hold = HoldSensor()
  private(set) var history: MotionHistory
  private var lastTold: ActivityJudge.Verdict?
  /// How the phone moved in the last window that was worked through.
  private var lastMovement: MotionSignal.Movement?
  /// Windows until the next look while nothing changes.
  private var lookAgain = MotionCoprocessor.firstLook
  /// The first window that has not been worked through.
  private var nextWindow: Int64
  private var circumstances: [Circumstance]
  private var circumstance = 0

  /// Looks since the phone began to move as it does.
  private var looks = 0
  /// What the last window that was worked through showed, and whether the one before it showed another.
  private var lastLikeliest: Activity?
  private var isStray = false
  /// The window that is due next, once found out.
  private var planned: Int64?

  /// Twenty seconds: what can be told in seconds has been (MOT-2).
  private static let looksAtNew = 8
  private static let firstLook: Int64 = 12
  private static let unsteadyLook: Int64 = 4
  private static let lookMax: Int64 = 120

  /// What holds from an instant on.
  private struct Circumstance {
    var since: Instant
    var isOn: Bool
    var isPluggedIn: Bool
  }

  init(
    phone: SimulatedPhone, parameters: MotionParameters, recorded: RecordedSignal?,
    remembered: RememberedWindows?, chance: Chance
  ) {
    rest = RestDetector(parameters)
    self.phone = phone
    self.remembered = remembered
    self.parameters = parameters
    let first = Self.window(at: phone.stretch.start) + 1
    source =
      recorded.map { .recorded($0, first: first) } ?? .synthetic(MotionSignal(chance: chance))
    judge = ActivityJudge(delays: parameters.delays)
    history = MotionHistory(days: parameters.historyDays)
    nextWindow = first
    circumstances = [Circumstance(since: phone.stretch.start, isOn: true, isPluggedIn: false)]
  }

  // MARK: Windows

  private static func window(at instant: Instant) -> Int64 {
    instant.nanoseconds / AccelerometerWindow.span.nanoseconds
  }
  private static func start(of window: Int64) -> Instant {
    Instant(nanoseconds: window * AccelerometerWindow.span.nanoseconds)
  }

  /// When the next window that matters is full, or nil while the phone rests and nothing can change.
  func nextEnd() -> Instant? {
    catchUp(to: phone.now)
    guard !isResting(phone.span) else { return nil }
    return Self.start(of: due(from: nextWindow) + 1)
  }

  /// By the windows that have been worked through.
  var isPhoneResting: Bool { rest.isResting }

  /// What is told now.
  var current: MotionActivity {
    judge.verdict.activity(since: history.activities.last?.start ?? phone.stretch.start)
  }

  /// Works through every window that is full by `instant` and matters.
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

  /// The first window from `window` on in which something else than before may be seen.
  private func due(from window: Int64) -> Int64 {
    guard case .synthetic = source, let lastMovement, let pause else { return window }
    if let planned, planned >= window { return planned }
    let last = window + pause - 1
    planned = firstWindow(in: window..<last, differingFrom: lastMovement) ?? last
    return planned ?? last
  }

  private func firstWindow(
    in windows: Range<Int64>, differingFrom movement: MotionSignal.Movement
  ) -> Int64? {
    let trajectory = phone.trajectory
    // A copy: each access to the class's own one is checked.
    var cursor = cursor
    defer { self.cursor = cursor }
    var window = windows.lowerBound
    while window < windows.upperBound {
      if differs(Self.movement(in: window, on: trajectory, &cursor), movement) { return window }
      window = max(window + 1, Self.window(at: cursor.nextChange(on: trajectory)))
    }
    return nil
  }

  /// Windows until the next look, or nil if the very next matters.
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

  /// Standing feels another than going, and on foot or on a bicycle twice as fast another than before
  /// (judgement).
  private func differs(_ one: MotionSignal.Movement, _ other: MotionSignal.Movement) -> Bool {
    let (speed, before) = (one.speedMetersPerSecond, other.speedMetersPerSecond)
    if (speed < 0.5) != (before < 0.5) || one.carried.isFixed != other.carried.isFixed {
      return true
    }
    switch (one.mode, other.mode) {
    case (.still, .still), (.automotive, .automotive), (.train, .train), (.flying, .flying):
      return false
    case (.walking, .walking), (.running, .running), (.cycling, .cycling):
      return max(speed, before) > 2 * max(0.5, min(speed, before))
    default: return true
    }
  }

  /// A recording may stir at any time; a phone that is made up to lie on something does not.
  private func isResting(_ span: Span) -> Bool {
    guard case .synthetic = source else { return false }
    return !span.mode.isMoving && hold.isLaidDown && judge.isAtRest && rest.isResting
  }

  private func work(through index: Int64, passedOver: Int64) {
    let movement = Self.movement(in: index, on: phone.trajectory, &cursor)
    guard let features = features(of: index, movement) else { return }
    let end = Self.start(of: index + 1)
    var reading = recognizer.reading(of: features)
    hold.take(features)
    let speed = satelliteSpeed(at: end)
    reading.consider(speed: speed, cyclingAlone: parameters.cyclingWithoutSatellites)
    // A window that shows something else than the one before it says nothing of those between them.
    isStray = reading.likeliest != lastLikeliest
    lastLikeliest = reading.likeliest
    judge.take(
      reading,
      isFixed: hold.isFixed || circumstances[circumstance].isPluggedIn
        || reading.isVehicle(at: speed),
      isLaidDown: hold.isLaidDown, windows: isStray ? 1 : passedOver + 1)
    rest.take(
      reading.likeliest, activity: judge.verdict.activity,
      seconds: Double(isStray ? 1 : passedOver + 1) * AccelerometerWindow.span.seconds)
    lookAgain = judge.isSteady && passedOver > 0 ? min(2 * lookAgain, Self.lookMax) : Self.firstLook
    let isNew = lastMovement.map { differs($0, movement) } ?? true
    looks = isNew ? 0 : looks + 1
    lastMovement = movement
    planned = nil
    history.append(steps: reading.steps * Int(passedOver + 1), at: end)
    guard judge.verdict != lastTold else { return }
    lastTold = judge.verdict
    history.append(judge.verdict.activity(since: end))
  }

  /// By a fix of about that time, whoever asked for it; nil without one.
  private func satelliteSpeed(at end: Instant) -> Double? {
    guard let fix = phone.location.latestFix, fix.speedMetersPerSecond >= 0,
      abs((end - fix.timestamp).seconds) <= Self.speedAgeSecondsMax
    else { return nil }
    return fix.speedMetersPerSecond
  }

  /// A fix of the window itself.
  private static let speedAgeSecondsMax = AccelerometerWindow.span.seconds

  /// Nil where a recording has nothing to say.
  private func features(
    of index: Int64, _ movement: MotionSignal.Movement
  ) -> WindowFeatures? {
    if let known = remembered?.features(of: index, movement) { return known }
    guard source.fill(&window, index: index, movement) else { return nil }
    let features = recognizer.features(of: window)
    remembered?.remember(features, of: index, movement)
    return features
  }

  // MARK: Circumstances

  /// The phone goes off or on, or its charger is plugged in or out.
  func note(isOn: Bool, isPluggedIn: Bool) {
    let last = circumstances[circumstances.count - 1]
    guard last.isOn != isOn || last.isPluggedIn != isPluggedIn else { return }
    circumstances.append(Circumstance(since: phone.now, isOn: isOn, isPluggedIn: isPluggedIn))
  }

  private var windowOfNextCircumstance: Int64 {
    circumstance + 1 < circumstances.count
      ? Self.window(at: circumstances[circumstance + 1].since) : .max
  }

  private func adoptCircumstances(at instant: Instant) {
    while circumstance + 1 < circumstances.count, circumstances[circumstance + 1].since <= instant {
      circumstance += 1
      planned = nil
      // What a phone that starts up was told of before is over.
      if !circumstances[circumstance - 1].isOn {
        judge = ActivityJudge(delays: parameters.delays)
        rest = RestDetector(parameters)
        hold = HoldSensor()
      }
    }
  }
}

extension RestDetector {
  /// A single window is no rest.
  private static let twoWindowsSeconds = 2 * AccelerometerWindow.span.seconds

  init(_ parameters: MotionParameters) {
    self.init(
      stillSeconds: max(parameters.delays.stationarySeconds, Self.twoWindowsSeconds),
      movingSeconds: parameters.movingNoticedSeconds)
  }
}

extension Carrying {
  /// Sharing the movements of the vehicle, rather than those of a body.
  fileprivate var isFixed: Bool {
    switch self {
    case .mount: true
    case .pocket, .bag, .hand, .table, .left: false
    }
  }
}
