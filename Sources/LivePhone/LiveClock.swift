import Foundation
import PhoneAPI
import Timekeeping

/// The clock of an app on a live phone, which follows the machine's clock.
package final class LiveClock: Clock {
  private let loop: LiveLoop
  package let calendar: LocalCalendar

  init(_ loop: LiveLoop, calendar: LocalCalendar) {
    self.loop = loop
    self.calendar = calendar
  }

  package var now: Instant { loop.time.wallClock }
  package var uptime: TimeSpan { loop.time.uptime }

  package func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> TimerToken {
    TimerToken(rawValue: loop.schedule(after: delay, repeats: repeats, callback))
  }

  package func cancel(_ timer: TimerToken) { loop.cancel(timer.rawValue) }

  /// The current time of the machine's wall clock.
  package static var wallClockTime: Instant { Instant(nanoseconds: read(CLOCK_REALTIME)) }

  /// The time since the machine was started, including the time in which the machine slept.
  package static var machineUptime: TimeSpan {
    #if canImport(Darwin)
      TimeSpan(nanoseconds: read(CLOCK_MONOTONIC))
    #else
      TimeSpan(nanoseconds: read(CLOCK_BOOTTIME))
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
