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
/// these states are therefore recorded at once. After ten minutes without a question the result is
/// nearly always the same: see `SteadyMovement`.
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
  let parameters: MotionParameters
  @exclusivity(unchecked) private var analyzer: WindowAnalyzer
  private let remembered: RememberedWindows?
  @exclusivity(unchecked) var cursor = TrajectoryCursor()
  @exclusivity(unchecked) var analysis: MotionAnalysis
  /// The history of the time that was not passed over.
  @exclusivity(unchecked) var history: MotionHistory
  /// The time that was passed over, in order.
  var passedOver: [PassedOverTime] = []
  @exclusivity(unchecked) private(set) var circumstances: MotionCircumstances

  /// The plan for the next window; nil until it is determined.
  @exclusivity(unchecked) var plan: MotionPlan?
  /// The plan from which `nextEnd` returned its last result; nil if the result needs no plan.
  @exclusivity(unchecked) var awaited: MotionPlan?

  /// The number of windows to analyze one by one after a change of movement. They last twenty
  /// seconds, enough for activities that are detected within seconds (MOT-2).
  static let looksAtNew = 8
  static let firstLook: Int64 = 12
  private static let unsteadyLook: Int64 = 4
  static let lookMax: Int64 = 120

  init(
    phone: SimulatedPhone, parameters: MotionParameters, recorded: RecordedSignal?,
    remembered: RememberedWindows?, chance: SeededRandom
  ) {
    self.remembered = remembered
    self.parameters = parameters
    let start = phone.segment.start
    let first = Self.window(at: start) + 1
    analyzer = WindowAnalyzer(
      recorded.map { .recorded($0, first: first) } ?? .synthetic(MotionSignal(chance: chance)))
    analysis = MotionAnalysis(parameters, since: start, nextWindow: first)
    history = MotionHistory(days: parameters.historyDays)
    circumstances = MotionCircumstances(since: start)
    super.init(phone: phone)
  }

  // MARK: Windows

  static func window(at instant: Instant) -> Int64 {
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
    let due = due(from: analysis.nextWindow)
    awaited = plan?.due == due ? plan : nil
    return Self.start(of: due + 1)
  }

  /// True if the phone rests, according to the windows analyzed so far.
  var isPhoneResting: Bool { analysis.rest.isResting }

  /// The activity that the coprocessor reports now.
  var current: MotionActivity {
    analysis.judge.verdict.activity(since: analysis.verdictSince)
  }

  /// Analyzes the windows that are complete by `instant` and can change the result.
  func catchUp(to instant: Instant) {
    passOver(to: instant)
    analyze(to: instant)
  }

  func analyze(to instant: Instant) {
    let through = Self.window(at: instant)
    while analysis.nextWindow < through {
      let next = analysis.nextWindow
      adoptCircumstances(at: Self.start(of: next))
      let span = cursor.span(at: Self.start(of: next), on: phone.trajectory)
      if !circumstances[analysis.circumstance].isOn {
        analysis.nextWindow += 1
      } else if isResting(span) {
        analysis.nextWindow = max(next + 1, min(through, Self.window(at: span.end)))
      } else {
        let due = min(due(from: next), max(next, windowOfNextCircumstance))
        guard due < through else { return }
        work(through: due, passedOver: due - next)
        analysis.nextWindow = due + 1
      }
    }
  }

  /// Returns the first window from `window` on that may show a different result.
  private func due(from window: Int64) -> Int64 {
    guard isSynthetic, let movement = analysis.lastMovement, let pause else { return window }
    if let plan, plan.due >= window { return plan.due }
    let plan = newPlan(for: window..<(window + pause - 1), after: movement)
    self.plan = plan
    return plan.due
  }

  func firstWindow(
    in windows: Range<Int64>, differingFrom movement: MotionSignal.Movement
  ) -> Int64? {
    var window = windows.lowerBound
    while window < windows.upperBound {
      if differs(self.movement(in: window), movement) { return window }
      window = max(window + 1, Self.window(at: cursor.nextChange(on: phone.trajectory)))
    }
    return nil
  }

  /// The number of windows to skip until the next check; nil if the next window has to be analyzed.
  private var pause: Int64? {
    guard analysis.judge.isSteady, analysis.rest.isSteady, analysis.looks > 1 else {
      return analysis.isStray || analysis.looks < Self.looksAtNew ? nil : Self.unsteadyLook
    }
    return analysis.judge.verdict.activity?.isOnFoot == true ? Self.firstLook : analysis.lookAgain
  }

  func movement(in window: Int64) -> MotionSignal.Movement {
    let start = Self.start(of: window)
    let span = cursor.indexOfSpan(at: start, on: phone.trajectory)
    let knot = cursor.indexOfKnot(at: start, on: phone.trajectory)
    return MotionSignal.Movement(
      mode: phone.trajectory.spans[span].mode,
      speedMetersPerSecond: Double(phone.trajectory.knots[knot].speedMetersPerSecond),
      carried: phone.trajectory.spans[span].carried)
  }

  var isSynthetic: Bool { analyzer.isSynthetic }

  /// Returns true if the phone rests and no window can show a change. The synthetic signal of a
  /// phone that lies on an object cannot change. A recorded signal may change at any time.
  private func isResting(_ span: Span) -> Bool {
    isSynthetic && !span.mode.isMoving && analysis.isCertainOfRest
  }

  func work(through index: Int64, passedOver: Int64) {
    let movement = movement(in: index)
    guard analyze(index, movement) else { return }
    let end = Self.start(of: index + 1)
    var reading = analyzer.latest.estimate
    reading.steps = analysis.stepCounter.steps(in: analyzer.latest.features, reading: reading)
    let speed = satelliteSpeed(at: end)
    reading.consider(speed: speed, cyclingAlone: parameters.cyclingWithoutSatellites)
    let isNew = analysis.lastMovement.map { differs($0, movement) } ?? true
    analysis.looks = isNew ? 0 : analysis.looks + 1
    analysis.lastMovement = movement
    analysis.take(
      reading, of: analyzer.latest.features, passedOver: passedOver,
      isFixed: circumstances[analysis.circumstance].isAttached || reading.isVehicle(at: speed))
    plan = nil
    // The windows before a new movement belong to the movement before.
    history.append(steps: reading.steps * (isNew ? 1 : Int(passedOver + 1)), at: end)
    if analysis.reportsNewVerdict(at: end) {
      history.append(analysis.judge.verdict.activity(since: end))
    }
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

  /// Puts the window's features and their activity into the analyzer. Returns false where a
  /// recording has no data.
  private func analyze(_ index: Int64, _ movement: MotionSignal.Movement) -> Bool {
    if let known = remembered?.analyzed(index, movement) {
      analyzer.latest = known
      return true
    }
    guard analyzer.analyze(index, movement) else { return false }
    remembered?.remember(analyzer.latest, of: index, movement)
    return true
  }

  // MARK: Circumstances

  /// Records that the phone goes off or on, or that a charger or a car is attached or
  /// detached (MOT-3).
  func note(isOn: Bool, isAttached: Bool) {
    circumstances.note(isOn: isOn, isAttached: isAttached, at: phone.now)
  }

  private var windowOfNextCircumstance: Int64 {
    circumstances.end(of: analysis.circumstance).map(Self.window) ?? .max
  }

  private func adoptCircumstances(at instant: Instant) {
    while let end = circumstances.end(of: analysis.circumstance), end <= instant {
      // A phone that starts up begins without results from before.
      if !circumstances[analysis.circumstance].isOn { analysis.startUp(parameters) }
      analysis.circumstance += 1
      plan = nil
    }
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
