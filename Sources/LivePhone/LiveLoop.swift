import Foundation
import Timekeeping

/// The one thread of an app on a live phone: calls back, one at a time, what has come due.
///
/// Whoever owns the app runs the loop; between two runs nothing is called. Timers count on the
/// machine's uptime, so that a wall clock that is set does not hurry or hold them; one that came due
/// while the machine slept is called once, soon after it woke.
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
  /// The app is gone.
  private(set) var isOver = false

  package init(time: any MachineTime = SystemTime()) { self.time = time }
  deinit { mailbox.close() }

  /// For what is due at the end of a run; a flood of answers does not hold the loop longer.
  private static let overrunMax = TimeSpan.seconds(1 as Int64)

  /// Runs until `isDone` says so, which is asked between callbacks, or until `span` has passed.
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
    // A timer that repeats without delay would let nothing else run.
    let interval = max(delay, .milliseconds(1))
    timers[ticket] = Timer(
      due: time.uptime + max(.zero, delay), interval: repeats ? interval : nil,
      callback: callback)
    return ticket
  }

  func cancel(_ ticket: UInt64) { timers[ticket] = nil }

  /// Not from inside the call that asks for it.
  package func soon(_ callback: @escaping () -> Void) {
    _ = schedule(after: .zero, repeats: false, callback)
  }

  // MARK: Answers from other threads

  /// A place that another thread may put a value in, once; `callback` then hears of it on this one.
  func expect<Value: Sendable>(_ callback: @escaping (Value) -> Void) -> LivePromise<Value> {
    let ticket = nextTicket()
    guard !isOver else { return LivePromise(ticket: ticket, mailbox: mailbox) }
    awaited[ticket] = { value in
      if let value = value as? Value { callback(value) }
    }
    return LivePromise(ticket: ticket, mailbox: mailbox)
  }

  /// A place that another thread may put values in, any number; `callback` hears of each on this one, in
  /// the order of their coming, until `stopListening`.
  package func listen<Value: Sendable>(_ callback: @escaping (Value) -> Void) -> LiveInbox<Value> {
    let ticket = nextTicket()
    guard !isOver else { return LiveInbox(ticket: ticket, mailbox: mailbox) }
    listeners[ticket] = { value in
      if let value = value as? Value { callback(value) }
    }
    return LiveInbox(ticket: ticket, mailbox: mailbox)
  }

  package func stopListening<Value>(to inbox: LiveInbox<Value>) { listeners[inbox.ticket] = nil }

  /// The app is gone: nothing that it waited for ever comes, nor anything that it still asks for.
  func forgetEverything() {
    isOver = true
    mailbox.close()
    timers = [:]
    awaited = [:]
    listeners = [:]
  }

  // MARK: Calling

  /// Answers first, in the order of their coming, then the timer due longest.
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
