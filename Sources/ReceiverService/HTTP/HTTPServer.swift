import FlyingSocks
import Foundation
import PhoneAPI
import Timekeeping

/// An HTTP server that listens on a port and passes each request to `handle`, until it is stopped.
///
/// It serves many clients at the same time, but answers the requests of one connection one after
/// the other. It uses plain HTTP: outside of a trusted network, put a proxy with TLS before it.
package actor HTTPServer {
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
  /// A function that decides from a request's head if the server reads the body.
  package typealias Admission = @Sendable (HTTPRequest) async -> HTTPAdmission

  private let listener: Socket
  private let limits: HTTPLimits
  private let admit: Admission
  private let handle: Handler
  private let budget: BodyBudget
  private let pool: any AsyncSocketPool = .make()
  private var connections: [UInt64: Connection] = [:]
  private var connectionCount: UInt64 = 0
  private var accepting: Task<Void, Never>?
  private var isStopped = false

  private struct Connection {
    enum Phase: Equatable {
      /// The server waits for the next request on this connection.
      case idle(since: ContinuousClock.Instant)
      case reading, answering
      /// The server closes this connection to make room for a new one.
      case givingWay
    }

    var task: Task<Void, Never>
    /// The client's address; nil if the system does not report it.
    var address: String?
    var phase = Phase.idle(since: .now)

    var idleSince: ContinuousClock.Instant? {
      if case .idle(let since) = phase { since } else { nil }
    }
  }

  /// The port that the server listens on, chosen by the system if the caller asked for port 0.
  package nonisolated let port: UInt16

  /// Opens the port.
  ///
  /// - Parameters:
  ///   - host: an address of this machine, IPv4 or IPv6.
  ///   - port: the port; 0 for any free port.
  ///   - admit: decides if a request's body is read. Called only for requests with a body.
  package init(
    host: String, port: UInt16, limits: HTTPLimits = HTTPLimits(),
    admit: @escaping Admission = { _ in .granted }, handle: @escaping Handler
  ) throws(CannotListen) {
    self.limits = limits
    self.admit = admit
    self.handle = handle
    budget = BodyBudget(bytesMax: limits.bytesInFlightMax)
    do {
      listener =
        host.contains(":")
        ? try Socket.listening(on: .inet6(ip6: host, port: port))
        : try Socket.listening(on: .inet(ip4: host, port: port))
      self.port = try listener.boundPort
    } catch {
      throw CannotListen(host: host, port: port, reason: error)
    }
  }

  /// Answers requests until `stop()` is called or the task is canceled.
  package func run() async throws {
    guard !isStopped else { return try listener.close() }
    try await pool.prepare()
    let pool = pool
    let polling = Task { try await pool.run() }
    defer { polling.cancel() }
    let listener = try AsyncSocket(socket: listener, pool: pool)
    let accepting = Task { await accept(on: listener) }
    self.accepting = accepting
    if isStopped { accepting.cancel() }
    await withTaskCancellationHandler {
      await accepting.value
    } onCancel: {
      accepting.cancel()
    }
    try? listener.close()
    while let connection = connections.values.first { await connection.task.value }
  }

  /// Stops the server: it accepts no more requests, and finishes current answers. Returns when all
  /// connections are closed.
  package func stop(grace: TimeSpan = .seconds(5 as Int64)) async {
    isStopped = true
    accepting?.cancel()
    for connection in connections.values where connection.phase != .answering {
      connection.task.cancel()
    }
    let deadline = ContinuousClock.Instant.now(plus: grace)
    try? await withDeadline(deadline) {
      while await !self.connections.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }
    for connection in connections.values { connection.task.cancel() }
    while let connection = connections.values.first { await connection.task.value }
  }

  // MARK: Connections

  private func accept(on listener: AsyncSocket) async {
    while !Task.isCancelled {
      do {
        open(try await listener.accept())
      } catch SocketError.failed {
        // The client is gone already, or there are no free file descriptors now.
        try? await Task.sleep(for: .milliseconds(100))
      } catch {
        return
      }
    }
  }

  private func open(_ socket: AsyncSocket) {
    connectionCount += 1
    let number = connectionCount
    let address = socket.socket.remoteAddress
    let isOneTooMany = isCrowding(address) || isFull && !makeRoom()
    connections[number] = Connection(
      task: Task {
        if isOneTooMany {
          await self.turnAway(socket)
        } else {
          await self.serve(socket, number: number)
        }
        try? socket.close()
        self.connections[number] = nil
      }, address: address)
  }

  /// Returns true if the connections from an address have reached their greatest number.
  private func isCrowding(_ address: String?) -> Bool {
    guard let address else { return false }
    return connections.values.count { $0.address == address && $0.phase != .givingWay }
      >= limits.connectionsPerAddressMax
  }

  private var isFull: Bool {
    connections.values.count { $0.phase != .givingWay } >= limits.connectionsMax
  }

  /// Closes the connection that has been idle longest. Returns false if no connection is idle.
  private func makeRoom() -> Bool {
    let idle = connections.compactMap { number, connection in
      connection.idleSince.map { (since: $0, number: number) }
    }
    guard let longest = idle.min(by: { $0 < $1 }) else { return false }
    connections[longest.number]?.phase = .givingWay
    connections[longest.number]?.task.cancel()
    return true
  }

  private func turnAway(_ socket: AsyncSocket) async {
    try? await write(
      .refusal(503, "too many connections"), to: socket, keepsConnection: false, isHead: false)
  }

  private func serve(_ socket: AsyncSocket, number: UInt64) async {
    var reader = HTTPRequestReader(socket, limits: limits, budget: budget)
    defer { reader.release() }
    do {
      while try await reader.waitForRequest() {
        enter(.reading, number)
        let incoming = try await reader.next(admit: admit)
        enter(.answering, number)
        let response = await handle(incoming.request)
        let keepsConnection = incoming.keepsConnection && !isStopped
        try await write(
          response, to: socket, keepsConnection: keepsConnection,
          isHead: incoming.request.method == "HEAD")
        reader.release()
        guard keepsConnection else { return }
        enter(.idle(since: .now), number)
      }
    } catch HTTPFault.answered(let response) {
      await refuse(response, on: socket, reader)
    } catch HTTPFault.refused(let status, let reason) {
      await refuse(.refusal(status, reason), on: socket, reader)
    } catch HTTPFault.timedOut {
      await refuse(.refusal(408, "the request took too long"), on: socket, reader)
    } catch {
      // The client is gone, or the server is being stopped.
    }
  }

  private func enter(_ phase: Connection.Phase, _ number: UInt64) {
    // A connection that gives way is being canceled: it keeps this phase.
    if connections[number]?.phase != .givingWay { connections[number]?.phase = phase }
  }

  private func refuse(
    _ response: HTTPResponse, on socket: AsyncSocket, _ reader: HTTPRequestReader
  ) async {
    do {
      try await write(response, to: socket, keepsConnection: false, isHead: false)
      shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
      await reader.drain()
    } catch {}
  }

  private func write(
    _ response: HTTPResponse, to socket: AsyncSocket, keepsConnection: Bool, isHead: Bool
  ) async throws {
    let bytes = response.bytes(keepsConnection: keepsConnection, isHead: isHead)
    try await withDeadline(.now(plus: limits.answerMax)) { try await socket.write(bytes) }
  }
}

/// The error of a server that cannot listen on an address. The address is in use or forbidden, or
/// this machine does not have it.
package struct CannotListen: Error, CustomStringConvertible {
  package var host: String
  package var port: UInt16
  package var description: String

  init(host: String, port: UInt16, reason: any Error) {
    self.host = host
    self.port = port
    description =
      if case SocketError.failed(_, _, let message) = reason { message } else { "\(reason)" }
  }
}

extension HTTPResponse {
  /// Returns an error answer in JSON, in the form that the receiver's contracts use.
  static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: (try? encoder.encode(["error": reason])).map(Array.init) ?? [])
  }

  fileprivate func bytes(keepsConnection: Bool, isHead: Bool) -> Data {
    var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")\r\n"
    for header in headers where header.name.lowercased() != "content-length" {
      // With a line end, a value could add headers.
      text += "\(header.name): \(header.value.filter { !$0.isNewline })\r\n"
    }
    text += "Content-Length: \(body.count)\r\n"
    text += "Connection: \(keepsConnection ? "keep-alive" : "close")\r\n\r\n"
    return Data(text.utf8) + (isHead ? [] : body)
  }

  private static let phrases = [
    200: "OK", 201: "Created", 204: "No Content", 302: "Found", 303: "See Other",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}
