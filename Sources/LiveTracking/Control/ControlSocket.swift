import Cryptography
import Dispatch
import Foundation
import Text

/// The address of the socket on which a running `odograph live` receives commands from `--send`.
///
/// The socket is in the store's folder. If the socket's path would be too long there, the socket is
/// in the folder that the system gives each user.
package struct ControlAddress {
  private static let bytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  package let path: String

  /// Finds the address of the socket.
  ///
  /// - Parameter folder: The store's folder, as an absolute path.
  package init(folder: String) throws(InputError) {
    let beside = folder + "/control.sock"
    let shared = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { runtime in
      let name = sha256(Array(folder.utf8)).prefix(8).map { String($0, radix: 16) }.joined()
      return "\(runtime)/odograph-\(name).sock"
    }
    let paths = [beside, shared].compactMap { $0 }.filter { $0.utf8.count <= Self.bytesMax }
    guard let path = paths.first else {
      throw InputError(
        .commandLine, "the path of --store is too long for a socket beside it",
        accepted: "a shorter path, or a folder in the variable XDG_RUNTIME_DIR")
    }
    self.path = path
  }

  /// Calls `body` with the address in the form that the system's socket functions take.
  fileprivate func withSocketAddress<T>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> T
  ) -> T {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A server for commands from the same user. Each connection carries one command and one answer.
final class ControlSocket: Sendable {
  private let descriptor: Int32
  private let address: ControlAddress
  /// The answers that the server is computing or writing.
  private let answers = DispatchGroup()

  /// Creates the socket.
  ///
  /// The process holds the store's lock, so an existing socket at the address belongs to a process
  /// that has ended. That socket is replaced.
  init(_ address: ControlAddress) throws(InputError) {
    self.address = address
    unlink(address.path)
    let mask = umask(0o177)
    defer { umask(mask) }
    descriptor = socket(AF_UNIX, streamSocket, 0)
    let isBound = address.withSocketAddress { bind(descriptor, $0, $1) == 0 }
    guard isBound, listen(descriptor, 8) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw InputError(
        SourceLocation(file: address.path), "the socket for --send cannot be created (\(reason))",
        accepted: "--store with a file in a folder that you may write to")
    }
  }

  /// Starts to answer commands, until `end()`.
  ///
  /// - Parameter answer: Returns the answer to a command; called on a thread of the socket.
  func serve(_ answer: @escaping @Sendable (LiveControl) -> LiveAnswer) {
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(descriptor, nil, nil)
        if client >= 0 {
          // Use a thread for each connection: a silent client must not block others.
          Thread.detachNewThread {
            let stream = SocketStream(client)
            let text = stream.read(toEnd: false)
            self.answers.enter()
            stream.write(Self.reply(to: text, answer))
            stream.close()
            self.answers.leave()
          }
        } else if errno == EBADF || errno == EINVAL {
          return
        } else {
          sleep(1)
        }
      }
    }
  }

  private static func reply(to text: String, _ answer: (LiveControl) -> LiveAnswer) -> String {
    let outcome: LiveAnswer
    do {
      outcome = answer(try LiveControl(String(text.prefix { $0 != "\n" })))
    } catch {
      outcome = .refused("\(error)")
    }
    return (outcome.isDone ? "done\n" : "refused\n") + outcome.text
  }

  /// Closes the socket after the pending answers are written, or after two seconds.
  ///
  /// The answer to the command "quit" may be pending here, because that command ends the process.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    _ = answers.wait(timeout: .now() + 2)
    close(descriptor)
    unlink(address.path)
  }
}

extension LiveControl {
  /// Sends the command to the process of `odograph live` that listens at the address.
  ///
  /// - Throws: `InputError` if no process listens.
  package func send(to address: ControlAddress, of store: String) throws(InputError) -> LiveAnswer {
    let descriptor = socket(AF_UNIX, streamSocket, 0)
    defer { close(descriptor) }
    guard address.withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else {
      let isForbidden = errno == EACCES
      throw InputError(
        .commandLine,
        isForbidden
          ? "the odograph live with the store \(store) belongs to another user"
          : "no odograph live runs with the store \(store)",
        accepted: isForbidden
          ? "a command of that user, such as sudo -u odograph odograph live --send …"
          : "a running one: start it with 'odograph live', or name another store with --store")
    }
    let stream = SocketStream(descriptor)
    stream.write(text + "\n")
    let lines = stream.read(toEnd: true).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2 else { return .refused("no answer arrived") }
    return LiveAnswer(isDone: lines[0] == "done", text: String(lines[1]))
  }
}

/// A stream of short texts over a socket. Each wait ends after ten seconds.
private struct SocketStream {
  private static let bytesMax = 1 << 16
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Reads text up to the end of a line, or up to the end of the stream if `toEnd` is true.
  func read(toEnd: Bool) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.bytesMax, toEnd || !bytes.contains(UInt8(ascii: "\n")) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a text. If the other side has closed the socket, the process continues.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, withoutSignal)
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  func close() { Foundation.close(descriptor) }
}

#if canImport(Darwin)
  private let streamSocket = SOCK_STREAM
  private let withoutSignal: Int32 = 0
#else
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
  private let withoutSignal = Int32(MSG_NOSIGNAL)
#endif
