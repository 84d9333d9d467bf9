import Foundation
import Timekeeping

/// The event loop of an app on a live phone. It calls due callbacks one at a time on one thread.
///
/// The program calls `run`; only `run` calls callbacks. Timers use the machine's uptime, so that
/// setting the wall clock does not affect them. If a timer comes due while the machine sleeps, its
/// callback is called once, soon after the machine wakes.
package final class LiveLoop {
  private struct Timer {
    var due: TimeSpan
    var interval: TimeSpan?
    var callback: () -> Void
  }

  let time: any MachineTime
  private let mailbox = Mailbox()
  private var timers: [UInt64: Timer] = [:]
  private var awaited: [UInt64: (any Sendable) -> Void] = [:]
  private var listeners: [UInt64: (any Sendable) -> Void] = [:]
  private var ticketCount: UInt64 = 0
  /// True if the app's process has ended.
  private(set) var isOver = false

  package init(time: any MachineTime = SystemTime()) { self.time = time }
  deinit { mailbox.close() }

  /// The longest time for which `run` continues to call callbacks after its `span` has passed.
  ///
  /// Without a limit, other threads could keep `run` busy by adding values all the time.
  private static let overrunMax = TimeSpan.seconds(1 as Int64)

  /// Runs the loop until `isDone` returns true or `span` has passed. It checks `isDone` between
  /// callbacks.
  package func run(for span: TimeSpan, until isDone: () -> Bool = { false }) {
    let end = time.uptime + span
    while !isDone() {
      let hasCalled = callNext()
      guard time.uptime < (hasCalled ? end + Self.overrunMax : end) else { return }
      if hasCalled { continue }
      let due = timers.values.map(\.due).min() ?? end
      time.wait(until: min(due, end), or: mailbox.arrival)
    }
  }

  // MARK: Timers

  func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> UInt64 {
    let ticket = nextTicket()
    guard !isOver else { return ticket }
    // A timer that repeats without delay would block everything else.
    let interval = max(delay, .milliseconds(1))
    timers[ticket] = Timer(
      due: time.uptime + max(.zero, delay), interval: repeats ? interval : nil,
      callback: callback)
    return ticket
  }

  func cancel(_ ticket: UInt64) { timers[ticket] = nil }

  /// Calls `callback` soon, after the current call has returned.
  package func soon(_ callback: @escaping () -> Void) {
    _ = schedule(after: .zero, repeats: false, callback)
  }

  // MARK: Answers from other threads

  /// Returns a promise that another thread may fulfill once. When it is fulfilled, the loop calls
  /// `callback` on the loop's own thread.
  func expect<Value: Sendable>(_ callback: @escaping (Value) -> Void) -> LivePromise<Value> {
    let ticket = nextTicket()
    guard !isOver else { return LivePromise(ticket: ticket, mailbox: mailbox) }
    awaited[ticket] = { value in
      if let value = value as? Value { callback(value) }
    }
    return LivePromise(ticket: ticket, mailbox: mailbox)
  }

  /// Returns an inbox into which other threads may put any number of values.
  ///
  /// For each value, the loop calls `callback` on the loop's own thread, in order of arrival. After
  /// `stopListening`, the loop ignores further values.
  package func listen<Value: Sendable>(_ callback: @escaping (Value) -> Void) -> LiveInbox<Value> {
    let ticket = nextTicket()
    guard !isOver else { return LiveInbox(ticket: ticket, mailbox: mailbox) }
    listeners[ticket] = { value in
      if let value = value as? Value { callback(value) }
    }
    return LiveInbox(ticket: ticket, mailbox: mailbox)
  }

  package func stopListening<Value>(to inbox: LiveInbox<Value>) { listeners[inbox.ticket] = nil }

  /// Ends the app's process. After that, the loop calls no pending or later callback.
  func discardEverything() {
    isOver = true
    mailbox.close()
    timers = [:]
    awaited = [:]
    listeners = [:]
  }

  // MARK: Calling

  /// Calls the next callback. Returns false if none is due.
  ///
  /// Values from other threads come first, in order of arrival. The timer that has been due longest
  /// is next.
  private func callNext() -> Bool {
    if let (ticket, value) = mailbox.next() {
      (listeners[ticket] ?? awaited.removeValue(forKey: ticket))?(value)
      return true
    }
    let first = timers.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    guard let (ticket, timer) = first, timer.due <= time.uptime else { return false }
    if let interval = timer.interval {
      timers[ticket]?.due = time.uptime + interval
    } else {
      timers[ticket] = nil
    }
    timer.callback()
    return true
  }

  private func nextTicket() -> UInt64 {
    ticketCount += 1
    return ticketCount
  }
}
