import Foundation
import Timekeeping

/// The clock of a live phone: the machine's clock, or a controlled clock in tests.
package protocol MachineTime: Sendable {
  /// The current time of the machine's wall clock.
  var wallClock: Instant { get }
  /// The time since the machine was started, including the time for which it slept.
  var uptime: TimeSpan { get }
  /// Waits until the uptime reaches `uptime`, or until `arrival` is signaled. The wait may also end
  /// earlier.
  func wait(until uptime: TimeSpan, or arrival: Arrival)
  /// Waits until the uptime reaches `uptime`.
  func sleep(until uptime: TimeSpan)
}

/// The machine's own clock.
///
/// A wait has to end at an uptime, and the uptime continues while the machine sleeps. The system's
/// waits, however, do not count the time of sleep. Therefore the clock checks the uptime at least
/// every `waitMax`. A semaphore's timeout is not usable: it refers to the wall clock, which may be
/// set back by years.
package struct SystemTime: MachineTime {
  /// The longest wait without a check of the uptime. After the machine has slept, a timer is late
  /// by at most this time.
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

/// A signal that any thread may send to one waiting thread. The signal is kept until that thread
/// receives it.
package final class Arrival: Sendable {
  /// The two ends of a pipe; -1 if the process has no free descriptors. Without a pipe, a wait
  /// lasts at most 20 ms.
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

  /// Sends the signal. If the pipe is full, the signal was already sent.
  func ring() {
    var byte: UInt8 = 1
    _ = write(ends.ringing, &byte, 1)
  }

  /// Waits for the signal. Without a pipe the wait lasts at most 20 ms, so the caller has to check
  /// repeatedly.
  ///
  /// - Returns: True if the signal was sent.
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
