import Foundation
import LivePhone
import Synchronization
import Text

/// A server that accepts messages of readings as lines over TCP.
///
/// Each connection has a thread. A line that cannot be read is answered with the reason, so that
/// the author of a sender sees it.
final class LineSensorServer: SensorTransport, Sendable {
  /// The longest accepted line in bytes, enough for 500 readings.
  static let lineBytesMax = 1 << 16
  private static let connectionsMax = 8
  /// The number of unreadable lines after which a connection is closed.
  private static let rejectedMax = 100
  /// The time without data after which a connection is closed, so that lost devices leave room.
  private static let silenceMaxSeconds = 300

  private let listener: Int32
  private let token: SensorToken?
  private let feed: SensorFeed
  /// The open connections; nil after the end.
  private let connections = Mutex<Set<Int32>?>([])

  init(_ address: GPSDAddress, _ token: SensorToken?, _ feed: SensorFeed) throws(InputError) {
    listener = try Self.listen(address)
    self.token = token
    self.feed = feed
    let thread = Thread { [self] in accept() }
    thread.name = "sensors"
    thread.start()
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    let open = connections.withLock { connections in
      defer { connections = nil }
      return connections ?? []
    }
    for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  private var hasEnded: Bool { connections.withLock { $0 == nil } }

  private func accept() {
    while !hasEnded {
      let connection = Foundation.accept(listener, nil, nil)
      if connection >= 0 {
        open(connection)
      } else if hasEnded || errno == EBADF || errno == EINVAL {
        return
      } else {
        sleep(1)
      }
    }
  }

  private func open(_ connection: Int32) {
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    let hasRoom = connections.withLock { connections in
      guard let count = connections?.count, count < Self.connectionsMax else { return false }
      connections?.insert(connection)
      return true
    }
    guard hasRoom else {
      feed.reject(SensorRefusal.tooManyDevices)
      close(connection)
      return
    }
    Thread.detachNewThread { [self] in
      serve(connection)
      connections.withLock { _ = $0?.remove(connection) }
      close(connection)
    }
  }

  // MARK: A connection

  private func serve(_ connection: Int32) {
    var patience = timeval(tv_sec: Self.silenceMaxSeconds, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var lines = LineSplitter(lengthMax: Self.lineBytesMax)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var isAllowed = token == nil
    var rejectedCount = 0
    while rejectedCount < Self.rejectedMax {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      lines.add(buffer[..<count]) { piece in
        guard rejectedCount < Self.rejectedMax else { return }
        guard isAllowed else {
          isAllowed = isToken(piece)
          if !isAllowed {
            feed.reject(SensorRefusal.wrongToken)
            answer(connection, "the first line is not the token")
            rejectedCount = Self.rejectedMax
          }
          return
        }
        guard !hasEnded, let reason = refusal(of: piece) else { return }
        rejectedCount += 1
        answer(connection, reason)
      }
    }
  }

  /// Returns true if the line is `{"token":"…"}` with the right token.
  private func isToken(_ piece: LineSplitter.Piece) -> Bool {
    guard case .line(let line) = piece, let text = (try? JSONValue(line))?["token"]?.string else {
      return false
    }
    return token?.matches(text) ?? true
  }

  private func refusal(of piece: LineSplitter.Piece) -> String? {
    switch piece {
    case .line(let line): return feed.take(line)
    case .tooLong:
      let reason = "a line of more than \(Self.lineBytesMax) bytes"
      feed.reject(reason)
      return reason
    }
  }

  /// Sends a reason to the device, unless the device does not read.
  private func answer(_ connection: Int32, _ reason: String) {
    let bytes = Array("{\"error\":\(Escaping.json(reason))}\n".utf8)
    _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, answerFlags) }
  }

  // MARK: Listening

  private static func listen(_ address: GPSDAddress) throws(InputError) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamSocket
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.numericHost, String(address.port), &hints, &list)
    guard status == 0, let found = list?.pointee else {
      throw .cannotListen(address, String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(list) }
    let listener = socket(found.ai_family, streamSocket, 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(listener, found.ai_addr, found.ai_addrlen) == 0,
      Foundation.listen(listener, 8) == 0
    else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw .cannotListen(address, reason)
    }
    return listener
  }
}

#if canImport(Darwin)
  private let streamSocket = SOCK_STREAM
  private let answerFlags = Int32(MSG_DONTWAIT)
#else
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
  private let answerFlags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
#endif
