import FlyingSocks
import Foundation
import PhoneAPI

/// The stream of bytes that a client sends on a connection.
package protocol HTTPByteStream: Sendable {
  /// Returns the next bytes of the stream, at least one.
  ///
  /// - Throws: `SocketError` at the end of the stream.
  func read(atMost length: Int) async throws -> [UInt8]
  func write(_ bytes: [UInt8]) async throws
}

extension AsyncSocket: HTTPByteStream {
  package func write(_ bytes: [UInt8]) async throws { try await write(Data(bytes)) }
}

/// A reader of the requests on a connection, one after the other, within the limits.
///
/// FlyingFox's own request reader is not used: it lets a client send endless headers at any speed,
/// and cannot answer 408, 413 or 431. Only FlyingFox's sockets are used.
package struct HTTPRequestReader {
  private let socket: any HTTPByteStream
  private let limits: HTTPLimits
  private static let readBytesMax = 4096

  private let budget: BodyBudget
  /// The number of bytes of the budget that the current body takes.
  private var bytesTaken = 0
  private var bodyBytesMax = 0
  /// The bytes that were read from the connection. The bytes from `position` on are not used yet.
  private var buffer: [UInt8] = []
  private var position = 0

  package init(_ socket: any HTTPByteStream, limits: HTTPLimits, budget: BodyBudget) {
    self.socket = socket
    self.limits = limits
    self.budget = budget
  }

  package struct Incoming {
    package var request: HTTPRequest
    package var keepsConnection: Bool
  }

  /// Waits for the next request. Returns false if the client closed the connection between two
  /// requests, or was silent for too long.
  package mutating func waitForRequest() async throws -> Bool {
    do {
      if position == buffer.count { try await fill(before: .now(plus: limits.idleMax)) }
      return true
    } catch HTTPFault.closed, HTTPFault.timedOut {
      return false
    }
  }

  /// Reads the next request.
  ///
  /// - Parameter admit: a function that accepts or refuses a request by its head. The body of a
  ///   refused request is not read.
  package mutating func next(
    admit: @Sendable (HTTPRequest) async -> HTTPAdmission
  ) async throws -> Incoming {
    let head = try await readHead(before: .now(plus: limits.headMax))
    var request = HTTPRequest(
      method: head.method, url: head.target, headers: head.headers, body: [])
    if head.body != .length(0) {
      switch await admit(request) {
      case .granted: bodyBytesMax = limits.bodyBytesMax
      case .limited(let bytesMax): bodyBytesMax = min(bytesMax, limits.bodyBytesMax)
      case .refused(let response): throw HTTPFault.answered(response)
      }
      request.body = try await readBody(of: head, before: .now(plus: limits.bodyMax))
    }
    return Incoming(request: request, keepsConnection: head.keepsConnection)
  }

  /// Returns the current body's bytes to the budget. Call this when the body is no longer needed.
  package mutating func release() {
    budget.giveBack(bytesTaken)
    bytesTaken = 0
  }

  private mutating func reserve(_ count: Int) throws(HTTPFault) {
    try budget.take(count)
    bytesTaken += count
  }

  /// Reads and discards the bytes that the client still sends, so that the client receives the
  /// answer. If the server closed a connection with unread bytes, the connection would be reset and
  /// the answer lost.
  func drain() async {
    let deadline = ContinuousClock.Instant.now(plus: .seconds(2 as Int64))
    var left = limits.bodyBytesMax
    while left > 0, let count = try? await read(before: deadline).count { left -= count }
  }

  // MARK: Head

  private mutating func readHead(before deadline: ContinuousClock.Instant) async throws -> HTTPHead
  {
    var lines: [Substring] = []
    var bytesLeft = limits.headBytesMax
    while true {
      let line = try await readLine(max: bytesLeft, before: deadline)
      bytesLeft -= line.count + 2
      // An empty line ahead of a request is allowed (RFC 9112, 2.2).
      if line.isEmpty && lines.isEmpty { continue }
      if line.isEmpty { return try HTTPHead(lines) }
      guard let text = String(validating: line, as: UTF8.self) else {
        throw HTTPFault.refused(status: 400, reason: "the head is not text")
      }
      lines.append(text[...])
    }
  }

  /// Reads a line and returns it without its line end.
  ///
  /// A line end that is only a line feed is refused, because a proxy in front of the server might
  /// read it differently.
  private mutating func readLine(
    max: Int, before deadline: ContinuousClock.Instant
  ) async throws -> ArraySlice<UInt8> {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        let line = buffer[position..<end]
        guard line.count <= max else { break }
        guard line.last == UInt8(ascii: "\r") else {
          throw HTTPFault.refused(status: 400, reason: "a line ends without a carriage return")
        }
        return line.dropLast()
      }
      guard buffer.count - position <= max else { break }
      searched = buffer.count
      let dropped = try await fill(before: deadline)
      searched -= dropped
    }
    throw HTTPFault.refused(
      status: 431, reason: "the head is longer than \(limits.headBytesMax) bytes")
  }

  // MARK: Body

  private mutating func readBody(
    of head: HTTPHead, before deadline: ContinuousClock.Instant
  ) async throws -> [UInt8] {
    if case .length(let length) = head.body {
      guard length <= bodyBytesMax else { throw tooLarge }
      try reserve(length)
    }
    if head.expectsContinue && head.body != .length(0) {
      try await socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    switch head.body {
    case .length(let length): return try await take(length, before: deadline)
    case .chunked: return try await readChunks(before: deadline)
    }
  }

  private mutating func readChunks(before deadline: ContinuousClock.Instant) async throws -> [UInt8]
  {
    var body: [UInt8] = []
    while true {
      let line = try await readLine(max: 256, before: deadline)
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy({ isHexDigit($0) }),
        let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw malformedChunk }
      guard size <= bodyBytesMax - body.count else { throw tooLarge }
      if size == 0 { break }
      try reserve(size)
      body += try await take(size, before: deadline)
      guard try await readLine(max: 2, before: deadline).isEmpty else {
        throw malformedChunk
      }
    }
    // Headers after the body are read and ignored.
    var bytesLeft = limits.headBytesMax
    while true {
      let line = try await readLine(max: bytesLeft, before: deadline)
      if line.isEmpty { return body }
      bytesLeft -= line.count + 2
    }
  }

  private var tooLarge: HTTPFault {
    .refused(status: 413, reason: "the body is longer than \(bodyBytesMax) bytes")
  }

  private var malformedChunk: HTTPFault {
    .refused(status: 400, reason: "the body's chunks cannot be read")
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  // MARK: Bytes

  private mutating func take(
    _ count: Int, before deadline: ContinuousClock.Instant
  ) async throws -> [UInt8] {
    while buffer.count - position < count { try await fill(before: deadline) }
    let bytes = Array(buffer[position..<position + count])
    position += count
    // The connection may wait long for its next request, and must not hold a body meanwhile.
    if position > Self.readBytesMax {
      buffer = Array(buffer[position...])
      position = 0
    }
    return bytes
  }

  /// Waits for more bytes. Moves the unused bytes to the front of the buffer, and returns by how
  /// many bytes they moved.
  @discardableResult
  private mutating func fill(before deadline: ContinuousClock.Instant) async throws -> Int {
    let bytes = try await read(before: deadline)
    let used = position
    buffer.removeFirst(used)
    position = 0
    buffer += bytes
    return used
  }

  private func read(before deadline: ContinuousClock.Instant) async throws -> [UInt8] {
    let socket = socket
    do {
      return try await withDeadline(deadline) { try await socket.read(atMost: Self.readBytesMax) }
    } catch is SocketError {
      throw HTTPFault.closed
    }
  }
}
