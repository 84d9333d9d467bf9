import EventKernel
import MotionSensing
import PhoneAPI
import Timekeeping
import World

/// Works through the accelerometer's signal, window by window, and keeps what it made of it.
///
/// On a real phone it runs always. Here it runs when somebody asks: a window of signal is a function of
/// the day's chance, its number and how the phone moves, so that what is worked through late is what
/// would have been worked through at once, and a phone that nobody asks spends no time on it. What has
/// happened meanwhile that bears on it (the phone was off, or on a charger) is written down as it happens.
///
/// While the phone lies still only a sentinel runs, which costs less, and no windows are made: the work
/// follows the time in motion. The phone's own bearing decides, so a phone that was left behind rests.
final class MotionCoprocessor {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: MotionParameters
  private let source: AccelerometerSource
  private var recognizer = ActivityRecognizer()
  private var window = AccelerometerWindow()
  private var cursor = TrajectoryCursor()
  private var judge: ActivityJudge
  private(set) var history: MotionHistory
  private var lastTold: ActivityJudge.Verdict?
  /// The first window that has not been worked through.
  private var nextWindow: Int64
  private var circumstances: [Circumstance]
  private var circumstance = 0

  /// What holds from an instant on.
  private struct Circumstance {
    var since: Instant
    var isOn: Bool
    var isPluggedIn: Bool
  }

  init(
    phone: SimulatedPhone, parameters: MotionParameters, recorded: RecordedSignal?, chance: Chance
  ) {
    self.phone = phone
    self.parameters = parameters
    source = recorded.map(AccelerometerSource.recorded) ?? .synthetic(MotionSignal(chance: chance))
    judge = ActivityJudge(parameters: parameters)
    history = MotionHistory(days: parameters.historyDays)
    nextWindow = Self.window(at: phone.stretch.start) + 1
    circumstances = [Circumstance(since: phone.stretch.start, isOn: true, isPluggedIn: false)]
  }

  // MARK: Windows

  private static func window(at instant: Instant) -> Int64 {
    instant.nanoseconds / AccelerometerWindow.span.nanoseconds
  }
  private static func start(of window: Int64) -> Instant {
    Instant(nanoseconds: window * AccelerometerWindow.span.nanoseconds)
  }

  /// When the next window is full, or nil while the phone rests and nothing can change.
  var nextEnd: Instant? {
    isResting(phone.span) ? nil : Self.start(of: Self.window(at: phone.now) + 1)
  }

  /// What is told now.
  var current: MotionActivity {
    judge.verdict.activity(since: history.activities.last?.start ?? phone.stretch.start)
  }

  /// Works through every window that is full by `instant`.
  func catchUp(to instant: Instant) {
    let through = Self.window(at: instant)
    while nextWindow < through {
      let start = Self.start(of: nextWindow)
      adoptCircumstances(at: start)
      let span = cursor.span(at: start, on: phone.trajectory)
      if !circumstances[circumstance].isOn {
        nextWindow += 1
      } else if isResting(span) {
        nextWindow = max(nextWindow + 1, min(through, Self.window(at: span.end)))
      } else {
        work(through: nextWindow, span)
        nextWindow += 1
      }
    }
  }

  /// A recording may stir at any time; what is made up does not.
  private func isResting(_ span: Span) -> Bool {
    guard case .synthetic = source else { return false }
    return !span.mode.isMoving && judge.isAtRest
  }

  private func work(through index: Int64, _ span: Span) {
    let start = Self.start(of: index)
    let truth = cursor.position(at: start, on: phone.trajectory)
    let movement = MotionSignal.Movement(
      mode: span.mode, speedMetersPerSecond: Double(truth.speedMetersPerSecond),
      carried: span.carried)
    guard source.fill(&window, index: index, movement) else { return }
    let reading = recognizer.reading(of: window)
    judge.take(
      reading,
      isFixed: span.carried == .mount || circumstances[circumstance].isPluggedIn,
      isLaidDown: span.carried == .table || span.carried == .left)
    let end = start + AccelerometerWindow.span
    history.append(steps: reading.steps, at: end)
    guard judge.verdict != lastTold else { return }
    lastTold = judge.verdict
    history.append(judge.verdict.activity(since: end))
  }

  // MARK: Circumstances

  /// The phone goes off or on, or its charger is plugged in or out.
  func note(isOn: Bool, isPluggedIn: Bool) {
    let last = circumstances[circumstances.count - 1]
    guard last.isOn != isOn || last.isPluggedIn != isPluggedIn else { return }
    circumstances.append(Circumstance(since: phone.now, isOn: isOn, isPluggedIn: isPluggedIn))
  }

  private func adoptCircumstances(at instant: Instant) {
    while circumstance + 1 < circumstances.count, circumstances[circumstance + 1].since <= instant {
      circumstance += 1
      // What a phone that starts up was told of before is over.
      if !circumstances[circumstance - 1].isOn { judge = ActivityJudge(parameters: parameters) }
    }
  }
}
