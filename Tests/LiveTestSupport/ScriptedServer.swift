import Foundation
import Synchronization

/// A server on a free port of this machine that answers with any bytes or none, as a test's script
/// decides.
package final class ScriptedServer: Sendable {
  package struct Request: Sendable {
    package var head: String
    package var body: String
  }

  package enum Answer: Sendable {
    /// Sends these bytes, then ends the connection.
    case bytes(String)
    /// Sends nothing until the server is stopped.
    case silence
  }

  package let port: UInt16
  private let listener: Int32
  private let connections = Mutex<[Int32]>([])
  private let log = Mutex<[Request]>([])

  /// - Parameter answer: called for the first request of each connection, with its ordinal from 0.
  package init(_ answer: @escaping @Sendable (Int, Request) -> Answer) throws {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        connections.withLock { $0.append(connection) }
        serve(connection, answer)
      }
      for connection in connections.withLock({ $0 }) { close(connection) }
      close(listener)
    }
  }

  package var url: String { "http://127.0.0.1:\(port)/" }
  package var requests: [Request] { log.withLock { $0 } }

  /// Stops the server. Its thread closes the connections: a number closed here could belong to
  /// another server before that thread looks at it again.
  package func stop() {
    connections.withLock { connections in
      for file in connections + [listener] { shutdown(file, Int32(SHUT_RDWR)) }
    }
  }

  private func serve(
    _ connection: Int32, _ answer: @Sendable (Int, Request) -> Answer
  ) {
    guard let request = read(connection) else { return end(connection) }
    let ordinal = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    guard case .bytes(let text) = answer(ordinal, request) else { return }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    end(connection)
  }

  private func end(_ connection: Int32) {
    connections.withLock { connections in
      connections.removeAll { $0 == connection }
      close(connection)
    }
  }

  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let gap = text.range(of: "\r\n\r\n") {
        let head = String(text[..<gap.lowerBound])
        let body = String(text[gap.upperBound...])
        let length = head.lowercased().components(separatedBy: "content-length: ").dropFirst().first
          .flatMap { Int($0.prefix { $0.isNumber }) }
        if body.utf8.count >= length ?? 0 { return Request(head: head, body: body) }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}

extension String {
  /// Returns an HTTP answer with this body.
  package static func http(_ status: Int = 200, _ body: String = "", headers: String...) -> String {
    let lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)"] + headers
    return lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body
  }
}
