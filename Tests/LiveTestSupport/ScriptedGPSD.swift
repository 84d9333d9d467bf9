import Foundation
import Synchronization

/// A server on a port of this machine that speaks like gpsd, or not, as a test's script decides.
/// For behavior that real gpsd and gpsfake cannot show.
package final class ScriptedGPSD: Sendable {
  package static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

  /// One client, as the script sees it, on a thread of its own.
  package struct Client: Sendable {
    fileprivate let file: Int32

    package func send(_ lines: String...) { for line in lines { write(line + "\r\n") } }

    /// Sends these bytes unchanged.
    package func write(_ text: String) {
      var rest = ArraySlice(Array(text.utf8))
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Returns the client's next text; nil if it has disconnected.
    package func receive() -> String? {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(file, &buffer, buffer.count, 0)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// Greets the client as gpsd does; the client then sends its WATCH request.
    package func greet() {
      send(ScriptedGPSD.version)
      _ = receive()
    }

    /// True if neither side has ended the connection.
    package var isThere: Bool {
      var state = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, 0) > 0 else { return true }
      var byte: UInt8 = 0
      return recv(file, &byte, 1, Int32(MSG_PEEK)) > 0
    }

    package func stay() { while receive() != nil {} }

    /// Answers what the client has requested, as gpsd does: a client that has heard nothing for
    /// some time asks for the version. Returns false if either side has ended the connection.
    package func answer() -> Bool {
      guard isThere else { return false }
      var state = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      if poll(&state, 1, 0) > 0, receive() != nil { send(ScriptedGPSD.version) }
      return true
    }
  }

  package let port: UInt16
  private let listener: Int32
  private let clients = Mutex<[Int32]>([])

  /// - Parameter script: called for each client with its ordinal from 0; the connection ends when
  ///   it returns.
  package init(port: UInt16? = nil, _ script: @escaping @Sendable (Client, Int) -> Void) throws {
    self.port = try port ?? freePort()
    listener = try Self.listen(on: self.port, backlog: 16)
    Thread.detachNewThread { [self] in
      for ordinal in 0... {
        let file = accept(listener, nil, nil)
        guard file >= 0 else { break }
        clients.withLock { $0.append(file) }
        Thread.detachNewThread { [self] in
          script(Client(file: file), ordinal)
          end(file)
        }
      }
      close(listener)
    }
  }

  /// Ends all connections and accepts no more.
  package func stop() {
    clients.withLock { files in
      for file in files + [listener] { shutdown(file, Int32(SHUT_RDWR)) }
    }
  }

  private func end(_ file: Int32) {
    clients.withLock { files in
      files.removeAll { $0 == file }
      close(file)
    }
  }

  package static func listen(on port: UInt16, backlog: Int32) throws -> Int32 {
    let listener = try bound(to: port)
    guard Foundation.listen(listener, backlog) == 0 else {
      let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
      close(listener)
      throw error
    }
    return listener
  }
}

/// A host that never answers: its queue of connections is full, and it accepts none.
package final class SwallowingHost {
  package let port: UInt16
  private var files: [Int32]

  package init() throws {
    port = try freePort()
    files = [try ScriptedGPSD.listen(on: port, backlog: 0)]
    for _ in 0..<4 {
      let file = socket(AF_INET, streamType, 0)
      files.append(file)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      var address = loopback(port)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  deinit { for file in files { close(file) } }
}

/// Returns a TPV report of a receiver that goes north from 45° N, 8° E, one for each second.
package func tpv(_ second: Int, device: String = "/dev/ttyACM0", mode: Int = 3, more: String = "")
  -> String
{
  let time = String(format: "2026-03-02T12:%02d:%02d.125Z", second / 60 % 60, second % 60)
  let latitude = String(format: "%.9f", 45 + 0.00001 * Double(second))
  return #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","#
    + #""lat":\#(latitude),"lon":8.000000001,"altHAE":290.5,"altMSL":240.25,"eph":4.5,"epv":7.25\#(more)}"#
}
