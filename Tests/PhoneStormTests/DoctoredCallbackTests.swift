import Geodesy
import PhoneAPI
import PhoneStorm
import Testing
import Timekeeping

/// The rules for callbacks, each broken once.
@Suite("The storm's checks find a callback that may not be")
struct DoctoredCallbackTests {
  private final class TestClock: Clock {
    var now = Instant(nanoseconds: 1_772_434_800_000_000_000)
    var uptime = TimeSpan.zero
    var calendar: LocalCalendar { .utc }
    func schedule(
      after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
    ) -> TimerToken { TimerToken(rawValue: 1) }
    func cancel(_ timer: TimerToken) {}
  }

  private let clock = TestClock()

  /// Returns the problems after a launch and the calls of `body`.
  private func problems(_ body: (CallbackCheck, ProcessCallbacks) -> Void) -> [String] {
    let check = CallbackCheck()
    let process = check.begin()
    process.makes(at: clock) {}
    process.launches(at: clock) {}
    body(check, process)
    return check.problems.sentences
  }

  @Test("One callback after another has no problem")
  func honest() {
    #expect(
      problems { _, process in
        process.entersForeground()
        process.becomesActive()
        process.receive("a", at: clock) {}
        process.resignsActive()
        process.entersBackground()
        process.receive("b", at: clock) {}
      } == [])
  }

  @Test("A callback from inside another")
  func nested() {
    #expect(
      problems { _, process in
        process.receive("a", at: clock) { process.receive("b", at: clock) {} }
      } == ["callbacks: “b” was called from inside “a”"])
  }

  @Test("A callback before the launch, a second launch, and callbacks after death")
  func life() {
    let check = CallbackCheck()
    check.begin().receive("a", at: clock) {}
    #expect(check.problems.count == 1)
    #expect(problems { $1.launches(at: clock) {} }.count == 1)
    #expect(
      problems {
        $0.died()
        $1.receive("a", at: clock) {}
      } == ["callbacks: “a” reached a dead process"])
    #expect(
      problems {
        _ = $0.begin()
        $1.receive("a", at: clock) {}
      }.count == 1)
  }

  @Test("Steps of the foreground out of order")
  func foreground() {
    #expect(problems { $1.resignsActive() }.count == 1)
    #expect(problems { $1.entersBackground() }.count == 1)
    #expect(
      problems {
        $1.becomesActive()
        $1.becomesActive()
      }.count == 1)
    #expect(
      problems {
        $1.becomesActive()
        $1.entersForeground()
      }.count == 1)
  }

  @Test("A clock that goes back")
  func time() {
    #expect(
      problems {
        clock.uptime = .seconds(9 as Int64)
        $1.receive("a", at: clock) {}
        clock.uptime = .seconds(8 as Int64)
        $1.receive("b", at: clock) {}
        clock.now = clock.now - .seconds(1 as Int64)
        $1.receive("c", at: clock) {}
      }.count == 2)
  }

  private func location(_ seconds: Int64, latitude: Double = 45, accuracy: Double = 10) -> Location
  {
    Location(
      coordinate: Coordinate(latitude: latitude, longitude: 0), horizontalAccuracyMeters: accuracy,
      timestamp: clock.now + .seconds(seconds))
  }

  private func delivered(
    _ locations: [Location], _ status: AuthorizationStatus = .always
  ) -> Int {
    problems { $1.holds(locations, status: status, now: clock.now) }.count
  }

  @Test("Positions without permission, of the future, nowhere, of no accuracy, out of order, none")
  func positions() {
    #expect(delivered([location(-2), location(-1)]) == 0)
    #expect(delivered([location(-1)], .denied) == 1)
    #expect(delivered([location(-1)], .notDetermined) == 1)
    #expect(delivered([location(1)]) == 1)
    #expect(delivered([location(-1, latitude: .nan)]) == 1)
    #expect(delivered([location(-1, accuracy: .infinity)]) == 1)
    #expect(delivered([location(-1), location(-2)]) == 1)
    #expect(delivered([]) == 1)
  }

  @Test("A visit that departs before it arrives, or ends later")
  func visits() {
    func visit(_ arrival: Int64, _ departure: Int64) -> Int {
      problems {
        $1.holds(
          Visit(
            coordinate: Coordinate(latitude: 45, longitude: 0), horizontalAccuracyMeters: 20,
            arrival: clock.now + .seconds(arrival), departure: clock.now + .seconds(departure)),
          now: clock.now)
      }.count
    }
    #expect(visit(-20, -10) == 0)
    #expect(visit(-10, -20) == 1)
    #expect(visit(-10, 20) == 1)
  }
}
