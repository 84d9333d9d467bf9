import Foundation
import TestSupport

/// A program that sends a recording's accelerations to `odograph live --sensors`, in real time.
package final class SensorSender {
  private let process = Process()

  /// - Parameter arguments: the arguments after the recording.
  package init(_ recording: String, to port: UInt16, _ arguments: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["python3", UserPages.root.appendingPathComponent("Examples/Sensors/send_recording.py").path]
      + [recording, "127.0.0.1:\(port)"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}

/// Sends a text over TCP, and returns the answer up to the end of the connection, or up to `count`
/// lines.
package func exchange(_ text: String, with port: UInt16, lines count: Int) -> String {
  let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var patience = timeval(tv_sec: 10, tv_usec: 0)
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  var address = loopback(port)
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else { return "no connection" }
  _ = Array(text.utf8).withUnsafeBytes {
    send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
  }
  var answer = ""
  var buffer = [UInt8](repeating: 0, count: 4096)
  while answer.count(where: { $0 == "\n" }) < count {
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { break }
    answer += String(decoding: buffer[..<count], as: UTF8.self)
  }
  return answer
}
