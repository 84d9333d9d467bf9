import Foundation
import Text

/// The reason why a line could not be exchanged with the other end.
package enum LinkFailure: Error, Sendable, Hashable {
  /// The other end has closed the link, as a process does that has ended.
  case closed
  /// The other end did not answer within the time, in seconds.
  case silent(seconds: Double)
  /// A line is longer than the limit.
  case tooLong
  /// A line is no JSON object.
  case malformed(String)
}

/// The end of the real time that the other end of a link has for an event.
///
/// It holds for the whole event: an app that goes on making calls, or sends a line bit by bit,
/// would begin the time anew again and again.
package struct LinkDeadline: Sendable {
  let seconds: Double
  /// The time during which the machine sleeps does not count.
  let end: SuspendingClock.Instant

  package init(seconds: Double) {
    self.seconds = seconds
    end = .now + .seconds(seconds)
  }
}

/// One end of a link: a socket over which lines of JSON go in both directions.
package final class LinkStream {
  /// The longest line in bytes, so that an app that never ends its line cannot fill the memory.
  static let lineBytesMax = 64 << 20

  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var waiting: [UInt8] = []
  private var start = 0
  private var polls = [pollfd(), pollfd()]
  private var unsent: [UInt8] = []
  /// Another file to read from while the stream waits: its descriptor, and a function that reads
  /// what is there and returns false at its end. Without it, the other end could wait for its
  /// reader, and this end for the other.
  package var onWait: (descriptor: Int32, read: () -> Bool)?

  /// - Parameter descriptor: the socket, which the stream closes in the end.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Adds a message to those that the next `flush` sends.
  package func write(_ message: LinkObject) { unsent += message.line }

  /// Sends what was written.
  ///
  /// - Parameter deadline: how long to wait for the other end to read it; nil waits as long as it
  ///   takes.
  package func flush(until deadline: LinkDeadline? = nil) throws(LinkFailure) {
    defer { unsent.removeAll(keepingCapacity: true) }
    var sent = 0
    while sent < unsent.count {
      let count = unsent.withUnsafeBytes { bytes in
        // A closed link is an error here, not a signal that ends the process.
        send(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
          deadline == nil ? noSignal : noSignal | doesNotWait)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN, let deadline {
        try wait(for: POLLOUT, until: deadline)
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// Waits until the link can be read or written.
  private func wait(for events: Int32, until deadline: LinkDeadline) throws(LinkFailure) {
    while true {
      let left = SuspendingClock.now.duration(to: deadline.end)
      guard left > .zero else { throw .silent(seconds: deadline.seconds) }
      polls[0] = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      // A negative descriptor is passed over.
      polls[1] = pollfd(fd: onWait?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      let ready = poll(&polls, 2, Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
      guard ready > 0 else {
        if ready == 0 || errno == EINTR { continue }
        throw .closed
      }
      if polls[1].revents != 0, onWait?.read() == false { onWait = nil }
      if polls[0].revents != 0 { return }
    }
  }

  /// Returns the next message.
  ///
  /// - Parameter deadline: how long to wait for it; nil waits as long as it takes.
  package func read(until deadline: LinkDeadline? = nil) throws(LinkFailure) -> LinkObject {
    let line = try readLine(until: deadline)
    do throws(Malformed) { return try LinkObject(line: line) } catch {
      throw .malformed(error.reason)
    }
  }

  private func readLine(until deadline: LinkDeadline?) throws(LinkFailure) -> [UInt8] {
    var searched = start
    while true {
      if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(waiting[start..<end])
        start = end + 1
        if start == waiting.count {
          waiting.removeAll(keepingCapacity: true)
          start = 0
        }
        return line
      }
      if waiting.count - start > Self.lineBytesMax { throw .tooLong }
      searched = waiting.count
      try fill(until: deadline)
    }
  }

  private func fill(until deadline: LinkDeadline?) throws(LinkFailure) {
    while true {
      if let deadline { try wait(for: POLLIN, until: deadline) }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        waiting += buffer[0..<count]
        return
      }
      if count < 0 && errno == EINTR { continue }
      throw .closed
    }
  }
}

#if os(Linux)
  private let noSignal = Int32(MSG_NOSIGNAL)
  private let doesNotWait = Int32(MSG_DONTWAIT)
#else
  private let noSignal: Int32 = 0
  private let doesNotWait = MSG_DONTWAIT
#endif
