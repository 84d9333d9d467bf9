import Foundation
import MotionSensing
import Synchronization
import Timekeeping

/// A thread that measures motion and recognizes activities while an app listens.
///
/// The thread works like the simulated phone's motion coprocessor. It passes each window's reading
/// to an `ActivityJudge`, and reports the judge's verdict when the verdict changes.
final class MotionThread: Sendable {
  /// The result that the thread reports for a window.
  struct Finding: Sendable, Hashable {
    /// The machine's uptime at the end of the window.
    var end: TimeSpan
    var steps = 0
    /// The new verdict; nil if the verdict has not changed.
    var verdict: ActivityJudge.Verdict?
    /// The reason why the sensor is lost; nil if it is not. The thread tries to find a lost sensor
    /// again.
    var loss: String?
  }

  /// The rate at which the thread reads the sensor.
  static let rateHertz = AccelerometerWindow.rateHertz
  /// The time between two attempts to find a lost sensor.
  static let retry = TimeSpan.seconds(10 as Int64)

  private let source: LiveMotionSource
  private let machine: Machine
  private let isOver = Atomic(false)
  private let isFixed = Atomic(false)

  init(_ source: LiveMotionSource, on machine: Machine) {
    self.source = source
    self.machine = machine
  }

  /// Sets whether the machine is connected to a charger.
  func set(isFixed: Bool) { self.isFixed.store(isFixed, ordering: .relaxed) }

  /// Starts the thread. The thread itself calls `notify`.
  func start(_ notify: @escaping @Sendable (Finding) -> Void) {
    let thread = Thread { [self] in work(notify) }
    thread.name = "motion"
    thread.start()
  }

  /// Ends the thread after the current window. The thread reports nothing more.
  func end() { isOver.store(true, ordering: .relaxed) }

  private var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  private func work(_ notify: (Finding) -> Void) {
    while goesOn {
      let reason = follow(notify)
      guard goesOn else { return }
      notify(Finding(end: machine.time.uptime, loss: reason))
      machine.time.sleep(until: machine.time.uptime + Self.retry)
    }
  }

  /// Reads windows from the sensor until the sensor is lost.
  ///
  /// - Returns: The reason for the loss.
  private func follow(_ notify: (Finding) -> Void) -> String {
    var feed: any AccelerometerFeed
    do throws(IndustrialAccelerometer.Absence) {
      feed = try source.makeFeed(on: machine)
    } catch { return error.reason }
    var window = AccelerometerWindow()
    var recognizer = ActivityRecognizer()
    var judge = ActivityJudge(delays: ActivityDelays())
    var hold = HoldSensor()
    var reported: ActivityJudge.Verdict?
    while goesOn {
      switch feed.next(&window, mayRest: judge.isAtRest) {
      case .window(let end):
        let features = recognizer.features(of: window)
        hold.take(features)
        let reading = recognizer.reading(of: features)
        judge.take(
          reading,
          isFixed: hold.isFixed || isFixed.load(ordering: .relaxed), isLaidDown: hold.isLaidDown)
        let isNews = judge.verdict != reported
        reported = judge.verdict
        guard goesOn else { break }
        notify(Finding(end: end, steps: reading.steps, verdict: isNews ? reported : nil))
      case .nothing: break
      case .lost(let reason): return reason
      }
    }
    return "no listener"
  }
}
