import PhoneAPI
import Synchronization
import Timekeeping

/// The limits of the server's connections in bytes, time and number.
package struct HTTPLimits: Sendable {
  /// The greatest length in bytes of request line and headers together. A longer head is answered
  /// with status 431.
  package var headBytesMax = 16 << 10
  /// The greatest length of a body in bytes. A longer body is answered with status 413. A batch of
  /// a thousand Overland records has about 600 kB.
  package var bodyBytesMax = 8 << 20
  /// The greatest number of connections. A further connection replaces the one that has been idle
  /// longest. If none is idle, the further connection is answered with status 503.
  package var connectionsMax = 256
  /// The greatest number of connections from one address. Further connections are answered with
  /// status 503. All clients behind a proxy have the proxy's address.
  package var connectionsPerAddressMax = 128
  /// The greatest total length in bytes of the request bodies in memory, over all connections. A
  /// body is in memory until its request is answered. A request beyond the limit is answered with
  /// status 503.
  package var bytesInFlightMax = 64 << 20
  /// The longest time that an open connection may wait without a request.
  package var idleMax = TimeSpan.seconds(60 as Int64)
  /// The longest time from the first byte of a request's head to its last byte. A slower head is
  /// answered with status 408, and so is a body that is too slow.
  package var headMax = TimeSpan.seconds(10 as Int64)
  package var bodyMax = TimeSpan.seconds(60 as Int64)
  /// The longest time that a client may take to read an answer.
  package var answerMax = TimeSpan.seconds(30 as Int64)

  package init() {}
}

/// The decision to read or refuse a request's body. The server makes it after it has read the head.
package enum HTTPAdmission: Sendable {
  case granted
  /// The body is accepted up to a length in bytes. A longer body is answered with status 413.
  case limited(bytesMax: Int)
  case refused(HTTPResponse)
}

/// A limit for the total bytes of request bodies that are in memory at the same time.
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

/// The reason why the server ends a connection.
package enum HTTPFault: Error {
  /// The client closed the connection, or waited too long between two requests.
  case closed
  case timedOut
  /// The server answered after it had read only the head of the request.
  case answered(HTTPResponse)
  /// The server answers the request with an error status. The connection must end, because the
  /// start of the next request is unknown.
  case refused(status: Int, reason: String)
}

/// Runs `body` until a deadline.
///
/// - Throws: `HTTPFault.timedOut` if `body` is not done at `deadline`. The function then cancels
///   `body` and waits for its end.
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
