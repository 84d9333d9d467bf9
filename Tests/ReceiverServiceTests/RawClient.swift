import Foundation

/// A TCP connection that sends any bytes, and reads until the server closes.
///
/// It blocks, so that it can misbehave in ways that no HTTP client allows.
final class RawClient {
  /// An address of this machine for tests in which a port is closed for good. Tests that run at the
  /// same time open ports of 127.0.0.1, maybe the one that has become free.
  #if canImport(Darwin)
    static let addressApart = "127.0.0.1"
  #else
    static let addressApart = "127.0.0.2"
  #endif

  private let file: Int32

  init(host: String = "127.0.0.1", port: UInt16) throws {
    #if canImport(Darwin)
      file = socket(AF_INET, SOCK_STREAM, 0)
    #else
      file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    // The limit is long: tests that block delay the server, which shares their threads.
    var limit = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let file = file
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED) }
  }

  deinit { close(file) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(file, $0.baseAddress, $0.count, noSignal)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Ends the sending direction of the connection.
  func finish() { shutdown(file, Int32(SHUT_WR)) }

  /// Returns all bytes until the server closes; nil if it does not within ten minutes.
  func readToEnd() -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      // A process that was stopped and goes on has its waiting calls interrupted.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        return errno == ECONNRESET ? String(decoding: bytes, as: UTF8.self) : nil
      }
      bytes += buffer[..<count]
    }
  }

  #if canImport(Darwin)
    private let noSignal: Int32 = 0
  #else
    private let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
