import Foundation
import MotionSensing
import Synchronization
import Timekeeping

/// Feels, recognizes and judges on a thread of its own, while somebody listens.
///
/// The same work as the simulated phone's motion coprocessor does: each window's reading goes to the judge, and
/// what it says is told when it changes.
final class MotionThread: Sendable {
  /// What a window brought.
  struct Finding: Sendable, Hashable {
    /// The machine's uptime at the window's end.
    var end: TimeSpan
    var steps = 0
    /// Where it is another than before.
    var verdict: ActivityJudge.Verdict?
    /// The sensor is gone; it is looked for again.
    var loss: String?
  }

  /// So often the sensor has to be asked.
  static let rateHertz = AccelerometerWindow.rateHertz
  /// Between two looks for a sensor that is gone.
  static let retry = TimeSpan.seconds(10 as Int64)

  private let source: LiveMotionSource
  private let machine: Machine
  private let isOver = Atomic(false)
  private let isFixed = Atomic(false)

  init(_ source: LiveMotionSource, on machine: Machine) {
    self.source = source
    self.machine = machine
  }

  /// The machine hangs on a wire, or does not.
  func set(isFixed: Bool) { self.isFixed.store(isFixed, ordering: .relaxed) }

  /// `tell` is called on the thread.
  func start(_ tell: @escaping @Sendable (Finding) -> Void) {
    let thread = Thread { [self] in work(tell) }
    thread.name = "motion"
    thread.start()
  }

  /// The thread ends with the window that it waits for; nobody hears of that any more.
  func end() { isOver.store(true, ordering: .relaxed) }

  private var goesOn: Bool { !isOver.load(ordering: .relaxed) }

  private func work(_ tell: (Finding) -> Void) {
    while goesOn {
      let reason = follow(tell)
      guard goesOn else { return }
      tell(Finding(end: machine.time.uptime, loss: reason))
      machine.time.sleep(until: machine.time.uptime + Self.retry)
    }
  }

  /// Follows the sensor until it is lost.
  ///
  /// - Returns: why there is none.
  private func follow(_ tell: (Finding) -> Void) -> String {
    var feed: any AccelerometerFeed
    do throws(IndustrialAccelerometer.Absence) {
      feed = try source.makeFeed(on: machine)
    } catch { return error.reason }
    var window = AccelerometerWindow()
    var recognizer = ActivityRecognizer()
    var judge = ActivityJudge(delays: ActivityDelays())
    var hold = HoldSensor()
    var told: ActivityJudge.Verdict?
    while goesOn {
      switch feed.next(&window, mayRest: judge.isAtRest) {
      case .window(let end):
        let features = recognizer.features(of: window)
        hold.take(features)
        let reading = recognizer.reading(of: features)
        judge.take(
          reading,
          isFixed: hold.isFixed || isFixed.load(ordering: .relaxed), isLaidDown: hold.isLaidDown)
        let isNews = judge.verdict != told
        told = judge.verdict
        guard goesOn else { break }
        tell(Finding(end: end, steps: reading.steps, verdict: isNews ? told : nil))
      case .nothing: break
      case .lost(let reason): return reason
      }
    }
    return "nobody listens"
  }
}
