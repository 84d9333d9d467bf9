import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let clock: [ConformanceCheck] = [
    ConformanceCheck("Timers fire once, in the order of their times, never early") { trial in
      trial.open { app, _ in
        let start = app.services.clock.now
        for seconds in [3, 1, 2] as [Int64] {
          app.schedule(after: .seconds(seconds), "after \(seconds)") {
            trial.expect(
              app.services.clock.now >= start + .seconds(seconds), "after \(seconds) s was early")
          }
        }
      }
      trial.phone.run(for: .seconds(10 as Int64))
      trial.expect(
        trial.received.filter { $0.hasPrefix("after") } == ["after 1", "after 2", "after 3"],
        "timers after 1, 2 and 3 s: \(trial.received)")
    },
    ConformanceCheck("Timers that are due at the same time fire in the order they were set") {
      trial in
      trial.open { app, _ in
        for number in 1...5 { app.schedule(after: .milliseconds(1500), "number \(number)") }
      }
      trial.phone.run(for: .seconds(3 as Int64))
      trial.expect(
        trial.received.filter { $0.hasPrefix("number") } == (1...5).map { "number \($0)" },
        "order was \(trial.received)")
    },
    ConformanceCheck("A negative delay counts as zero, and the callback still uses the queue") {
      trial in
      trial.open { app, _ in app.schedule(after: .seconds(-5 as Int64), "late") }
      trial.expect(trial.count("late") == 1, "it fired \(trial.count("late")) times")
    },
    ConformanceCheck("A repeating timer repeats until it is canceled, from inside or outside") {
      trial in
      trial.open { app, _ in
        var token: TimerToken?
        var count = 0
        token = app.schedule(after: .seconds(1 as Int64), repeats: true, "tick") {
          count += 1
          if count == 3, let token { app.services.clock.cancel(token) }
        }
      }
      trial.phone.run(for: .seconds(20 as Int64))
      trial.expect(trial.count("tick") == 3, "it ticked \(trial.count("tick")) times, not 3")
    },
    ConformanceCheck("Canceling a timer that fired, or was canceled, is harmless") { trial in
      trial.open { app, _ in
        let fired = app.schedule(after: .zero, "fired")
        let cancelled = app.schedule(after: .seconds(2 as Int64), "cancelled")
        app.schedule(after: .seconds(1 as Int64), "cancel") {
          for token in [fired, cancelled, cancelled] { app.services.clock.cancel(token) }
        }
      }
      trial.phone.run(for: .seconds(5 as Int64))
      trial.expect(trial.count("fired") == 1 && trial.count("cancelled") == 0, "\(trial.received)")
    },
    ConformanceCheck("Uptime grows as fast as the clock") { trial in
      trial.open()
      guard let clock = trial.app?.services.clock else { return }
      let (wall, uptime) = (clock.now, clock.uptime)
      trial.phone.run(for: .seconds(30 as Int64))
      let passed = clock.now - wall
      trial.expect(passed >= .seconds(30 as Int64), "the clock moved by \(passed.seconds) s of 30")
      trial.expect(
        abs((clock.uptime - uptime - passed).seconds) < 1, "uptime and clock drifted apart")
    },
  ]
}
