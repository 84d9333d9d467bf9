import Foundation
import PhoneAPI
import Scenarios

/// A client of a real HTTP server on this machine. It waits for each answer, while the simulated
/// time stands still.
///
/// It speaks HTTP/1.0, so that each answer ends with its connection.
package final class LoopbackClient {
  private static let limitSeconds = 30
  private static let answerBytesMax = 1 << 24

  private let address: LoopbackAddress

  package init(_ address: LoopbackAddress) { self.address = address }

  /// Sends a request, and waits for the answer.
  ///
  /// The path and the query are those of the request; the host is the server's.
  package func response(to request: HTTPRequest) throws(LoopbackFailure) -> HTTPResponse {
    let descriptor = try connect()
    defer { close(descriptor) }
    try send(LoopbackMessage.request(request, to: address), to: descriptor)
    guard let response = LoopbackMessage.response(try receive(from: descriptor)) else {
      throw LoopbackFailure(address: address, reason: "its answer is not HTTP")
    }
    return response
  }

  private func connect() throws(LoopbackFailure) -> Int32 {
    let family = address.isVersion6 ? AF_INET6 : AF_INET
    let descriptor = socket(family, streamType, 0)
    guard descriptor >= 0 else { throw failure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var limit = timeval(tv_sec: Self.limitSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connected(descriptor) == 0 else {
      let failure = failure()
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  private func connected(_ descriptor: Int32) -> Int32 {
    if address.isVersion6 {
      var target = sockaddr_in6()
      target.sin6_family = sa_family_t(AF_INET6)
      target.sin6_port = address.port.bigEndian
      target.sin6_addr = in6addr_loopback
      return withPointer(to: &target) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = address.port.bigEndian
    target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withPointer(to: &target) {
      Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }

  private func withPointer<Address>(
    to address: inout Address, _ body: (UnsafePointer<sockaddr>) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }

  private func send(_ bytes: [UInt8], to descriptor: Int32) throws(LoopbackFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, noSignal)
      }
      guard count > 0 else { throw failure() }
      sent += count
    }
  }

  private func receive(from descriptor: Int32) throws(LoopbackFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw failure() }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= Self.answerBytesMax else {
        throw LoopbackFailure(
          address: address, reason: "its answer has more than \(Self.answerBytesMax) bytes")
      }
    }
  }

  private func failure() -> LoopbackFailure {
    let reason =
      errno == EAGAIN || errno == EINPROGRESS
      ? "it did not answer within \(Self.limitSeconds) s" : String(cString: strerror(errno))
    return LoopbackFailure(address: address, reason: reason)
  }
}

/// The end of a run because the real server that it needs does not answer.
package struct LoopbackFailure: Error, Sendable, CustomStringConvertible {
  var address: LoopbackAddress
  var reason: String

  package var description: String { "the server at \(address) does not answer: \(reason)" }
}

/// The bytes of requests and answers of a real server.
enum LoopbackMessage {
  static func request(_ request: HTTPRequest, to address: LoopbackAddress) -> [UInt8] {
    let host = address.description.dropFirst("http://".count)
    var lines = ["\(token(request.method)) \(target(request.url)) HTTP/1.0", "Host: \(host)"]
    let own = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding"]
    for header in request.headers where !own.contains(header.name.lowercased()) {
      lines.append("\(token(header.name)): \(header.value.filter { !$0.isNewline })")
    }
    lines += ["Connection: close", "Content-Length: \(request.body.count)", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + request.body
  }

  private static func token(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0 != ":" })
  }

  /// Returns the path and the query of an address, without characters that end a line or a word.
  static func target(_ url: String) -> String {
    let path = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let start = path.firstIndex { "/?#".contains($0) }
    let whole = start.map { path[$0...].prefix { $0 != "#" } } ?? ""
    let shown = whole.utf8.map { byte in
      (0x21...0x7E).contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    return shown.hasPrefix("/") ? shown : "/" + shown
  }

  /// Reads an answer of HTTP/1. Nil if the bytes are none.
  static func response(_ bytes: [UInt8]) -> HTTPResponse? {
    guard let end = headEnd(bytes),
      let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self)
    else { return nil }
    let lines = head.split(whereSeparator: \.isNewline)
    let first = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard first.count >= 2, first[0].hasPrefix("HTTP/1."), let status = Int(first[1]),
      (200...599).contains(status)
    else { return nil }
    let headers = lines.dropFirst().compactMap { line -> HTTPHeader? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return HTTPHeader(String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
    }
    guard headers.first(named: "Transfer-Encoding") == nil else { return nil }
    var body = Array(bytes[end.upperBound...])
    if let length = headers.first(named: "Content-Length").flatMap({ Int($0) }) {
      guard length >= 0, body.count >= length else { return nil }
      body.removeLast(body.count - length)
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  private static func headEnd(_ bytes: [UInt8]) -> Range<Int>? {
    Data(bytes).range(of: Data("\r\n\r\n".utf8)).map { $0.lowerBound..<$0.upperBound }
  }
}

#if os(Linux)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let streamType = SOCK_STREAM
  private let noSignal: Int32 = 0
#endif
