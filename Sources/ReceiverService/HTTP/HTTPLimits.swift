import PhoneAPI
import Synchronization
import Timekeeping

/// How much of the server one connection may take up: bytes, and time.
package struct HTTPLimits: Sendable {
  /// Request line and headers together; more is answered with 431.
  package var headBytesMax = 16 << 10
  /// A body; more is answered with 413. A batch of a thousand Overland records has about 600 kB.
  package var bodyBytesMax = 8 << 20
  /// A further one takes the place of the one that has been idle longest; where none is, it is
  /// answered with 503.
  package var connectionsMax = 256
  /// Connections of one address; more are answered with 503. A proxy in front is one address.
  package var connectionsPerAddressMax = 128
  /// Bodies that are being read or answered, of all connections; more is answered with 503.
  package var bytesInFlightMax = 64 << 20
  /// For a request to begin, on a connection that is kept open.
  package var idleMax = TimeSpan.seconds(60 as Int64)
  /// From a head's first byte to its last; longer is answered with 408, as it is for a body.
  package var headMax = TimeSpan.seconds(10 as Int64)
  package var bodyMax = TimeSpan.seconds(60 as Int64)
  /// For an answer to be taken by the client.
  package var answerMax = TimeSpan.seconds(30 as Int64)

  package init() {}
}

/// A judgement of a request by its head, before its body is read.
package enum HTTPAdmission: Sendable {
  case granted
  /// A body, but no longer one; more is answered with 413.
  case limited(bytesMax: Int)
  case refused(HTTPResponse)
}

/// Bytes of bodies that are held at once.
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
      throw .refused(status: 503, reason: "the server is reading as much as it can hold")
    }
  }

  func giveBack(_ count: Int) { left.withLock { $0 += count } }
}

/// Why a connection comes to its end.
package enum HTTPFault: Error {
  /// The client is gone, or said nothing for too long between two requests.
  case closed
  case timedOut
  /// The head alone was enough.
  case answered(HTTPResponse)
  /// To be answered with a status; what follows on the connection cannot be told from the rest.
  case refused(status: Int, reason: String)
}

/// - Throws: `HTTPFault.timedOut` once `deadline` is past; `body` is then cancelled and waited for.
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
