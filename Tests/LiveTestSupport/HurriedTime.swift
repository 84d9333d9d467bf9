import Foundation
import LivePhone
import Synchronization
import Timekeeping

/// A time that moves to the next awaited moment, at once, when all threads wait.
///
/// One thread runs the loop, others may sleep. While one of these works, time stands still.
package final class HurriedTime: MachineTime {
  private struct State {
    var uptime = TimeSpan.seconds(1000 as Int64)
    /// The time of the wall clock at boot.
    var bootedAt = Instant(nanoseconds: 1_772_452_800_000_000_000)
    var sleepers: [UInt64: TimeSpan] = [:]
    var atWork: Set<UInt64> = []
  }

  private let state = Mutex(State())

  package init() {}

  package var uptime: TimeSpan { state.withLock { $0.uptime } }
  package var wallClock: Instant { state.withLock { $0.bootedAt + $0.uptime } }

  /// Sets the wall clock forward or back, as a user does.
  package func setWallClock(by span: TimeSpan) {
    state.withLock { $0.bootedAt = $0.bootedAt + span }
  }
  /// Lets time pass, as while the machine sleeps.
  package func pass(_ span: TimeSpan) { state.withLock { $0.uptime += span } }

  /// Waits until a started thread sleeps for the first time.
  package func awaitSleeper() {
    for _ in 0..<10_000 where state.withLock({ $0.sleepers.isEmpty }) { usleep(1000) }
  }

  package func wait(until uptime: TimeSpan, or arrival: Arrival) {
    for _ in 0..<1000 where state.withLock({ !$0.atWork.isEmpty }) {
      if arrival.wait(for: .milliseconds(1)) { return }
    }
    // Gives other work, such as a network's, a moment.
    if arrival.wait(for: .milliseconds(1)) { return }
    state.withLock { state in
      // A thread that has ended does not sleep again.
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

/// A time that passes at once while its only thread sleeps. A test may act during each sleep.
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
