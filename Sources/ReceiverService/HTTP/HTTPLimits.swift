import PhoneAPI
import Synchronization
import Timekeeping

/// The limits of connections in bytes, time and number.
package struct HTTPLimits: Sendable {
  /// The greatest length of request line and headers together. More is answered with 431.
  package var headBytesMax = 16 << 10
  /// The greatest length of a body. More is answered with 413. A batch of a thousand Overland
  /// records has about 600 kB.
  package var bodyBytesMax = 8 << 20
  /// The greatest number of connections. One more replaces the connection that has been idle
  /// longest; if none is idle, it is answered with 503.
  package var connectionsMax = 256
  /// The greatest number of connections of one address. More are answered with 503. A proxy in
  /// front is one address.
  package var connectionsPerAddressMax = 128
  /// The greatest total of bodies that are being read or answered, over all connections. More is
  /// answered with 503.
  package var bytesInFlightMax = 64 << 20
  /// The longest wait for a request to begin on an open connection.
  package var idleMax = TimeSpan.seconds(60 as Int64)
  /// The longest time from a head's first byte to its last. Longer is answered with 408, for a body
  /// too.
  package var headMax = TimeSpan.seconds(10 as Int64)
  package var bodyMax = TimeSpan.seconds(60 as Int64)
  /// The longest time for the client to read an answer.
  package var answerMax = TimeSpan.seconds(30 as Int64)

  package init() {}
}

/// The decision about a request by its head, before its body is read.
package enum HTTPAdmission: Sendable {
  case granted
  /// A body is accepted up to a length. More is answered with 413.
  case limited(bytesMax: Int)
  case refused(HTTPResponse)
}

/// The budget for the bytes of bodies that are in memory at the same time.
package final class BodyBudget: Sendable {
  private let left: Mutex<Int>

  package init(bytesMax: Int) { left = Mutex(bytesMax) }

  func take(_ count: Int) throws(HTTPFault) {
    let isThere = left.withLock { left in
      guard count <= left else { return false }
      left -= count
      return true
    }
    if !isThere {
      throw .refused(status: 503, reason: "the server holds too many bodies; try again later")
    }
  }

  func giveBack(_ count: Int) { left.withLock { $0 += count } }
}

/// The reason why a connection ends.
package enum HTTPFault: Error {
  /// The client closed the connection, or was silent too long between two requests.
  case closed
  case timedOut
  /// The head alone was enough for an answer.
  case answered(HTTPResponse)
  /// The request is answered with a status. The connection must end, because the start of the next
  /// request is unknown.
  case refused(status: Int, reason: String)
}

/// Runs `body` until a deadline.
///
/// - Throws: `HTTPFault.timedOut` after `deadline`. `body` is then canceled and waited for.
func withDeadline<Value: Sendable>(
  _ deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try await Task.sleep(until: deadline, clock: .continuous)
      throw HTTPFault.timedOut
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}

extension ContinuousClock.Instant {
  static func now(plus span: TimeSpan) -> Self { .now + .nanoseconds(span.nanoseconds) }
}
