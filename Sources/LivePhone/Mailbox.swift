import Foundation
import Synchronization

/// A value's way from another thread to the loop's, for `LiveLoop.expect`.
struct LivePromise<Value: Sendable>: Sendable {
  let ticket: UInt64
  let mailbox: Mailbox

  /// From any thread. Only the first value is heard.
  func fulfil(_ value: Value) { mailbox.put(ticket, value) }
}

/// The way of many values from other threads to the loop's, for `LiveLoop.listen`.
package struct LiveInbox<Value: Sendable>: Sendable {
  let ticket: UInt64
  let mailbox: Mailbox

  /// From any thread.
  package func put(_ value: Value) { mailbox.put(ticket, value) }

  /// From any thread, before all that waits already: a wish to end does not wait behind a flood.
  package func putFirst(_ value: Value) { mailbox.putFirst(ticket, value) }

  /// From a thread that may wait until the loop has caught up, so that a flood fills no memory.
  package func putWhenThereIsRoom(_ value: Value) {
    mailbox.waitForRoom()
    mailbox.put(ticket, value)
  }
}

/// Hands values from any thread to the loop's, in the order of their coming.
final class Mailbox: Sendable {
  static let waitingCountMax = 1024

  private typealias Letter = (ticket: UInt64, value: any Sendable)

  private struct Letters {
    var urgent: [Letter] = []
    var ordinary: [Letter] = []
    /// How many of the ordinary ones were taken.
    var takenCount = 0
    var isClosed = false

    var waitingCount: Int { ordinary.count - takenCount }

    /// Letters that were taken go together, so that each costs the same however many wait.
    mutating func takeFirst() -> Letter? {
      if !urgent.isEmpty { return urgent.removeFirst() }
      guard takenCount < ordinary.count else { return nil }
      let first = ordinary[takenCount]
      takenCount += 1
      if takenCount == ordinary.count || takenCount == Mailbox.waitingCountMax {
        ordinary.removeFirst(takenCount)
        takenCount = 0
      }
      return first
    }
  }

  private let letters = Mutex(Letters())
  let arrival = Arrival()

  func put(_ ticket: UInt64, _ value: any Sendable) {
    letters.withLock { $0.ordinary.append((ticket, value)) }
    arrival.ring()
  }

  func putFirst(_ ticket: UInt64, _ value: any Sendable) {
    letters.withLock { $0.urgent.append((ticket, value)) }
    arrival.ring()
  }

  func next() -> (ticket: UInt64, value: any Sendable)? { letters.withLock { $0.takeFirst() } }

  /// Returns when fewer wait than `waitingCountMax`, or when they are read no more.
  func waitForRoom() {
    while letters.withLock({ !$0.isClosed && $0.waitingCount >= Mailbox.waitingCountMax }) {
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Lets all go who wait for room.
  func close() { letters.withLock { $0.isClosed = true } }
}
