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
  /// For a request to begin, on a connection that is kept open.
  package var idleMax = TimeSpan.seconds(60 as Int64)
  /// From a head's first byte to its last; longer is answered with 408, as it is for a body.
  package var headMax = TimeSpan.seconds(10 as Int64)
  package var bodyMax = TimeSpan.seconds(60 as Int64)
  /// For an answer to be taken by the client.
  package var answerMax = TimeSpan.seconds(30 as Int64)

  package init() {}
}

/// Why a connection comes to its end.
enum HTTPFault: Error {
  /// The client is gone, or said nothing for too long between two requests.
  case closed
  case timedOut
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
