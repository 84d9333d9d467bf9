import Foundation
import Synchronization

/// A promise that passes one value from another thread to the loop, for `LiveLoop.expect`.
struct LivePromise<Value: Sendable>: Sendable {
  let ticket: UInt64
  let mailbox: Mailbox

  /// Passes the value to the loop. Call it from any thread; only the first value counts.
  func fulfil(_ value: Value) { mailbox.put(ticket, value) }
}

/// An inbox that passes many values from other threads to the loop, for `LiveLoop.listen`.
package struct LiveInbox<Value: Sendable>: Sendable {
  let ticket: UInt64
  let mailbox: Mailbox

  /// Adds a value at the end. Call it from any thread.
  package func put(_ value: Value) { mailbox.put(ticket, value) }

  /// Adds a value before all ordinary values, so that a request to end the program is handled
  /// first. Call it from any thread.
  package func putFirst(_ value: Value) { mailbox.putFirst(ticket, value) }

  /// Waits until the queue has room, then adds a value. This limits the memory. Call it from a
  /// thread that may wait.
  package func putWhenThereIsRoom(_ value: Value) {
    mailbox.waitForRoom()
    mailbox.put(ticket, value)
  }
}

/// A queue that passes letters from any thread to the loop's thread, in order of arrival. A letter
/// is a value with the ticket of its receiver.
final class Mailbox: Sendable {
  static let waitingCountMax = 1024

  private typealias Letter = (ticket: UInt64, value: any Sendable)

  private struct Letters {
    var urgent: [Letter] = []
    var ordinary: [Letter] = []
    /// The number of letters in `ordinary` that the loop has already taken.
    var takenCount = 0
    var isClosed = false

    var waitingCount: Int { ordinary.count - takenCount }

    /// Removes and returns the first letter, urgent letters first.
    ///
    /// Taken ordinary letters are deleted from the array in groups. Deleting the first letter alone
    /// would move all others, which is slow for a long queue.
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

  /// Waits until fewer than `waitingCountMax` letters are in the queue, or until the mailbox is
  /// closed.
  func waitForRoom() {
    while letters.withLock({ !$0.isClosed && $0.waitingCount >= Mailbox.waitingCountMax }) {
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Closes the mailbox, so that no thread waits for room any longer.
  func close() { letters.withLock { $0.isClosed = true } }
}
