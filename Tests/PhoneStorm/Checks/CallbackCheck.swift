import Geodesy
import PhoneAPI
import Timekeeping

/// The rules that PhoneAPI states for callbacks, over all processes of a day.
///
/// Callbacks come one at a time, and never from inside a call into the phone. The launch comes
/// first and once, and no callback follows the process's end. The changes of the foreground come in
/// order, time never goes back, and no position comes without permission.
package final class CallbackCheck {
  package private(set) var problems = Problems("callbacks")
  package private(set) var count = 0
  /// The newest fix that the app received or has read.
  package private(set) var newestFix: Location?
  private var running: String?
  private var process = 0
  private var isDead = true

  package init() {}

  /// Begins a new process, and ends the one before.
  package func begin() -> ProcessCallbacks {
    process += 1
    isDead = false
    return ProcessCallbacks(self, number: process)
  }

  /// Notes that the phone reported the end of the app's process.
  package func died() { isDead = true }

  package func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    problems.expect(condition, sentence())
  }

  fileprivate func hands(_ fix: Location) { newestFix = fix }

  fileprivate func receive(_ name: StaticString, of number: Int, _ body: () -> Void) {
    count += 1
    expect(number == process, "“\(name)” reached process \(number) after \(process) was launched")
    expect(!isDead, "“\(name)” reached a dead process")
    expect(running == nil, "“\(name)” was called from inside “\(running ?? "")”")
    let outer = running
    running = "\(name)"
    body()
    running = outer
  }
}

/// The callbacks of one process.
package final class ProcessCallbacks {
  private enum Face: String { case notLaunched, background, entering, active, resigned }

  private let check: CallbackCheck
  private let number: Int
  private var face = Face.notLaunched
  private var lastTime = Instant.distantPast
  private var lastUptime = TimeSpan.zero

  fileprivate init(_ check: CallbackCheck, number: Int) {
    self.check = check
    self.number = number
  }

  package func receive(_ name: StaticString, at clock: any Clock, _ body: () -> Void) {
    check.expect(face != .notLaunched, "“\(name)” came before the launch")
    receiveAny(name, at: clock, body)
  }

  private func receiveAny(_ name: StaticString, at clock: any Clock, _ body: () -> Void) {
    let now = clock.now
    let uptime = clock.uptime
    check.expect(now >= lastTime, "“\(name)” at \(now.iso8601()) after \(lastTime.iso8601())")
    check.expect(uptime >= lastUptime, "“\(name)” at an uptime of \(uptime), after \(lastUptime)")
    lastTime = now
    lastUptime = uptime
    check.receive(name, of: number, body)
  }

  // MARK: The app's life

  package func makes(at clock: any Clock, _ body: () -> Void) {
    receiveAny("init", at: clock, body)
  }

  package func launches(at clock: any Clock, _ body: () -> Void) {
    check.expect(face == .notLaunched, "launched a second time")
    face = .background
    receiveAny("launch", at: clock, body)
  }

  package func entersForeground() { turn(from: [.background], to: .entering) }
  package func becomesActive() { turn(from: [.background, .entering, .resigned], to: .active) }
  package func resignsActive() { turn(from: [.active], to: .resigned) }
  package func entersBackground() { turn(from: [.resigned, .entering], to: .background) }

  private func turn(from faces: [Face], to next: Face) {
    check.expect(faces.contains(face), "from \(face.rawValue) to \(next.rawValue)")
    face = next
  }

  // MARK: What is delivered

  package func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    check.expect(condition, sentence())
  }

  /// - Parameter status: the status of the manager that delivers.
  package func holds(_ locations: [Location], status: AuthorizationStatus, now: Instant) {
    check.expect(!locations.isEmpty, "a delivery of no positions")
    if let newest = locations.last { hands(newest) }
    check.expect(
      status == .always || status == .whenInUse, "positions while location is \(status.rawValue)")
    for (index, location) in locations.enumerated() {
      check.expect(location.coordinate.isValid, "a position at \(location.coordinate)")
      check.expect(
        location.timestamp <= now, "a position of \(location.timestamp.iso8601()), too early")
      check.expect(
        location.horizontalAccuracyMeters.isFinite,
        "an accuracy of \(location.horizontalAccuracyMeters)")
      check.expect(
        index == 0 || locations[index - 1].timestamp <= location.timestamp,
        "a delivery that is not in the order of time")
    }
  }

  /// Notes that the app has read the phone's newest fix.
  package func hands(_ fix: Location) { check.hands(fix) }

  package func holds(_ visit: Visit, now: Instant) {
    check.expect(visit.arrival <= visit.departure, "a visit departs before it arrives")
    check.expect(visit.coordinate.isValid, "a visit at \(visit.coordinate)")
    check.expect(
      visit.departure <= now || visit.departure == .distantFuture, "a visit that ends later")
  }
}
