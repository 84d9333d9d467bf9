import CVirtualTime
import Foundation
import PhoneAPI
import Timekeeping

/// The phone's clocks as the process sees them, with timers in virtual time.
final class RemoteClock: PhoneAPI.Clock {
  private var timers: [UInt64: Timer] = [:]
  private var count: UInt64 = 0

  /// A timer that has not fired for the last time.
  private final class Timer {
    let period: TimeSpan?
    let callback: () -> Void
    let fire: (Timer) -> Void
    let number: UInt64

    init(
      _ number: UInt64, period: TimeSpan?, _ callback: @escaping () -> Void,
      fire: @escaping (Timer) -> Void
    ) {
      self.number = number
      self.period = period
      self.callback = callback
      self.fire = fire
    }
  }

  var now: Instant { Instant(nanoseconds: virtual_time_wall()) }
  var uptime: TimeSpan { TimeSpan(nanoseconds: virtual_time_uptime()) }
  /// The calendar of the phone's time zone when the process started.
  let calendar =
    ProcessInfo.processInfo.environment["TZ"].flatMap(LocalCalendar.init(identifier:)) ?? .utc

  func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> TimerToken {
    count += 1
    let wait = max(delay, .zero)
    // A repeating timer of zero length would stop virtual time.
    let period = repeats ? max(wait, .milliseconds(1)) : nil
    let timer = Timer(count, period: period, callback) { [weak self] in self?.fire($0) }
    timers[count] = timer
    add(timer, after: period ?? wait)
    return TimerToken(rawValue: count)
  }

  func cancel(_ timer: TimerToken) { timers[timer.rawValue] = nil }

  private func add(_ timer: Timer, after delay: TimeSpan) {
    let context = Unmanaged.passRetained(timer).toOpaque()
    virtual_time_call_at((uptime + delay).nanoseconds, context) { context in
      guard let context else { return }
      let timer = Unmanaged<Timer>.fromOpaque(context).takeRetainedValue()
      timer.fire(timer)
    }
  }

  private func fire(_ timer: Timer) {
    guard timers[timer.number] === timer else { return }
    if let period = timer.period { add(timer, after: period) } else { timers[timer.number] = nil }
    timer.callback()
  }
}
