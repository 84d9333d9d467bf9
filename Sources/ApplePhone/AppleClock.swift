#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI
  import Timekeeping

  /// The clocks of an iOS app, with timers of its main run loop.
  final class AppleClock: PhoneAPI.Clock {
    private var timers: [UInt64: Timer] = [:]
    private var immediate: Set<UInt64> = []
    private var count: UInt64 = 0

    var now: Instant { Instant(Date()) }

    /// On Apple's systems this clock goes on while the phone sleeps.
    var uptime: TimeSpan {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return TimeSpan(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    var calendar: LocalCalendar {
      LocalCalendar(identifier: TimeZone.current.identifier) ?? .utc
    }

    func schedule(
      after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
    ) -> TimerToken {
      count += 1
      let number = count
      nonisolated(unsafe) let callback = callback
      nonisolated(unsafe) let clock = self
      guard repeats || delay > .zero else {
        // A timer without a delay fires a tenth of a millisecond later.
        immediate.insert(number)
        DispatchQueue.main.async { if clock.immediate.remove(number) != nil { callback() } }
        return TimerToken(rawValue: number)
      }
      let interval = repeats ? max(delay, .milliseconds(1)) : delay
      let timer = Timer(timeInterval: interval.seconds, repeats: repeats) { _ in
        if !repeats { clock.timers[number] = nil }
        callback()
      }
      timers[number] = timer
      RunLoop.main.add(timer, forMode: .common)
      return TimerToken(rawValue: number)
    }

    func cancel(_ timer: TimerToken) {
      immediate.remove(timer.rawValue)
      timers.removeValue(forKey: timer.rawValue)?.invalidate()
    }
  }
#endif
