import Foundation
import LivePhone
import Synchronization
import Timekeeping

/// Time that passes when everybody waits, and then at once: to the next moment that somebody waits for.
///
/// One thread runs the loop, others may sleep; while one of these is at work, time stands.
package final class HurriedTime: MachineTime {
  private struct State {
    var uptime = TimeSpan.seconds(1000 as Int64)
    /// Of the wall clock.
    var bootedAt = Instant(nanoseconds: 1_772_452_800_000_000_000)
    var sleepers: [UInt64: TimeSpan] = [:]
    var atWork: Set<UInt64> = []
  }

  private let state = Mutex(State())

  package init() {}

  package var uptime: TimeSpan { state.withLock { $0.uptime } }
  package var wallClock: Instant { state.withLock { $0.bootedAt + $0.uptime } }

  /// As somebody sets the clock.
  package func setWallClock(by span: TimeSpan) {
    state.withLock { $0.bootedAt = $0.bootedAt + span }
  }
  /// As while the machine sleeps.
  package func pass(_ span: TimeSpan) { state.withLock { $0.uptime += span } }

  /// Until a thread that was started has come to its first sleep.
  package func awaitSleeper() {
    for _ in 0..<10_000 where state.withLock({ $0.sleepers.isEmpty }) { usleep(1000) }
  }

  package func wait(until uptime: TimeSpan, or arrival: Arrival) {
    for _ in 0..<1000 where state.withLock({ !$0.atWork.isEmpty }) {
      if arrival.wait(for: .milliseconds(1)) { return }
    }
    // Whoever works on, such as a network, gets a moment.
    if arrival.wait(for: .milliseconds(1)) { return }
    state.withLock { state in
      // A thread that has ended sleeps no more.
      state.atWork = []
      let next = state.sleepers.values.min().map { min($0, uptime) } ?? uptime
      state.uptime = max(state.uptime, next)
      for (sleeper, due) in state.sleepers where due <= state.uptime {
        state.sleepers[sleeper] = nil
        state.atWork.insert(sleeper)
      }
    }
  }

  package func sleep(until uptime: TimeSpan) {
    let own = UInt64(UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue))
    state.withLock { state in
      guard uptime > state.uptime else { return }
      state.sleepers[own] = uptime
      state.atWork.remove(own)
    }
    while state.withLock({ $0.sleepers[own] != nil }) { usleep(50) }
  }
}

/// Time that passes while its only thread sleeps, and then at once; whoever likes may act as it does.
package final class SteppedTime: MachineTime {
  private let now = Mutex(TimeSpan.seconds(1000 as Int64))
  private let onStep: @Sendable (TimeSpan) -> Void

  package init(onStep: @escaping @Sendable (_ uptime: TimeSpan) -> Void = { _ in }) {
    self.onStep = onStep
  }

  package var uptime: TimeSpan { now.withLock { $0 } }
  package var wallClock: Instant { Instant(nanoseconds: uptime.nanoseconds) }
  package func wait(until uptime: TimeSpan, or arrival: Arrival) { sleep(until: uptime) }

  package func sleep(until uptime: TimeSpan) {
    now.withLock { $0 = max($0, uptime) }
    onStep(self.uptime)
  }
}
