import Foundation
import Timekeeping

/// How time passes for a live phone: as the machine's does, or in tests as they want it to.
package protocol MachineTime: Sendable {
  /// What the machine believes the time to be.
  var wallClock: Instant { get }
  /// Since the machine was started, sleep included.
  var uptime: TimeSpan { get }
  /// Returns at `uptime`, or when something has arrived; sometimes earlier for no reason.
  func wait(until uptime: TimeSpan, or arrival: Arrival)
  /// Returns at `uptime`.
  func sleep(until uptime: TimeSpan)
}

/// The machine's own time.
///
/// It waits by a clock that does not run while the machine sleeps and that nobody sets, but means to be
/// back by one that does run on: so it never waits long without looking. A semaphore's time-out would do
/// on neither account, as it is counted on the wall clock, which may be set back by years.
package struct SystemTime: MachineTime {
  /// By so much a timer may be late after the machine has slept.
  static let waitMax = TimeSpan.seconds(10 as Int64)

  package init() {}

  package var wallClock: Instant { LiveClock.wallClockTime }
  package var uptime: TimeSpan { LiveClock.machineUptime }

  package func wait(until uptime: TimeSpan, or arrival: Arrival) {
    arrival.wait(for: min(uptime - self.uptime, Self.waitMax))
  }

  package func sleep(until uptime: TimeSpan) {
    while case let span = min(uptime - self.uptime, Self.waitMax), span > .zero {
      var rest = timespec(
        tv_sec: Int(span.nanoseconds / 1_000_000_000),
        tv_nsec: Int(span.nanoseconds % 1_000_000_000))
      nanosleep(&rest, nil)
    }
  }
}

/// A bell that any thread may ring, and one waits for; a ring is kept until then.
package final class Arrival: Sendable {
  /// Both ends of a pipe; -1 where the machine has no more files to give, and all waiting is by the clock.
  private let ends: (hearing: Int32, ringing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    for end in [ends.hearing, ends.ringing] where end >= 0 { close(end) }
  }

  /// A full pipe has been ringing for a while.
  func ring() {
    var byte: UInt8 = 1
    _ = write(ends.ringing, &byte, 1)
  }

  /// Without a pipe nobody can be called, so that it only looks up often.
  ///
  /// - Returns: whether it rang.
  @discardableResult
  package func wait(for span: TimeSpan) -> Bool {
    let milliseconds = (max(.zero, span).nanoseconds + 999_999) / 1_000_000
    guard ends.hearing >= 0 else {
      usleep(UInt32(min(milliseconds, 20)) * 1000)
      return false
    }
    var request = pollfd(fd: ends.hearing, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(clamping: milliseconds)) > 0 else { return false }
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
      while read(ends.hearing, bytes.baseAddress, bytes.count) == bytes.count {}
    }
    return true
  }
}
