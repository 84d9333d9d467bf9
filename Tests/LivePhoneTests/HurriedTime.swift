import Foundation
import Synchronization
import Timekeeping

@testable import LivePhone

/// Time that passes when everybody waits, and then at once: to the next moment that somebody waits for.
///
/// One thread runs the loop, others may sleep; while one of these is at work, time stands.
final class HurriedTime: MachineTime {
  private struct State {
    var uptime = TimeSpan.seconds(1000 as Int64)
    /// Of the wall clock.
    var bootedAt = Instant(nanoseconds: 1_772_452_800_000_000_000)
    var sleepers: [UInt64: TimeSpan] = [:]
    var atWork: Set<UInt64> = []
  }

  private let state = Mutex(State())

  var uptime: TimeSpan { state.withLock { $0.uptime } }
  var wallClock: Instant { state.withLock { $0.bootedAt + $0.uptime } }

  /// As somebody sets the clock.
  func setWallClock(by span: TimeSpan) { state.withLock { $0.bootedAt = $0.bootedAt + span } }
  /// As while the machine sleeps.
  func pass(_ span: TimeSpan) { state.withLock { $0.uptime += span } }

  /// Until a thread that was started has come to its first sleep.
  func awaitSleeper() {
    for _ in 0..<10_000 where state.withLock({ $0.sleepers.isEmpty }) { usleep(1000) }
  }

  func wait(until uptime: TimeSpan, or arrival: Arrival) {
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

  func sleep(until uptime: TimeSpan) {
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
final class SteppedTime: MachineTime {
  private let now = Mutex(TimeSpan.seconds(1000 as Int64))
  private let onStep: @Sendable (TimeSpan) -> Void

  init(onStep: @escaping @Sendable (_ uptime: TimeSpan) -> Void = { _ in }) { self.onStep = onStep }

  var uptime: TimeSpan { now.withLock { $0 } }
  var wallClock: Instant { Instant(nanoseconds: uptime.nanoseconds) }
  func wait(until uptime: TimeSpan, or arrival: Arrival) { sleep(until: uptime) }

  func sleep(until uptime: TimeSpan) {
    now.withLock { $0 = max($0, uptime) }
    onStep(self.uptime)
  }
}
