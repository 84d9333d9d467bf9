import Foundation
import Timekeeping

/// The texts for two reasons why gpsd cannot be reached.
///
/// Other code compares a reason with these texts in order to choose the advice for the user.
package enum GPSDFailure {
  package static let refused = "nothing listens there"
  package static let stranger = "the program that answers there is not gpsd"
}

/// A socket connected to one gpsd.
///
/// Every wait ends after a timeout, or at once when the wake pipe is used. Use the connection on
/// one thread. It is closed when it is released.
final class GPSDConnection {
  /// The reason why the connection failed or ended, as a text for users.
  struct Failure: Error {
    var reason: String
  }

  enum Reading {
    case bytes(ArraySlice<UInt8>)
    case silence
    case woken
  }

  private let socket: Int32
  private let wake: WakePipe
  private var buffer = [UInt8](repeating: 0, count: 16384)

  /// Connects to gpsd. Tries the host's addresses in turn, each for at most `timeout`, until an
  /// address answers.
  init(to address: GPSDAddress, timeout: TimeSpan, wake: WakePipe) throws(Failure) {
    self.wake = wake
    var failure = Failure(reason: "\(address.host) has no address")
    for candidate in try Self.resolve(address) {
      do throws(Failure) {
        socket = try Self.connect(candidate, timeout: timeout, wake: wake)
        return
      } catch { failure = error }
    }
    throw failure
  }

  deinit { close(socket) }

  func send(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes {
      Foundation.send(socket, $0.baseAddress, $0.count, sendFlags)
    }
    guard count == bytes.count else { throw Failure(reason: "the connection was lost") }
  }

  /// Returns the next bytes from gpsd if any arrive within `timeout`.
  func read(timeout: TimeSpan) throws(Failure) -> Reading {
    switch Self.wait(for: Int16(POLLIN), on: socket, timeout: timeout, wake: wake) {
    case .woken: return .woken
    case .silence: return .silence
    case .ready: break
    }
    let count = recv(socket, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(buffer[..<count]) }
    if count < 0, errno == EAGAIN || errno == EINTR { return .silence }
    throw Failure(reason: count == 0 ? "it closed the connection" : describe(errno))
  }

  // MARK: Connecting

  private struct Candidate {
    var family: Int32
    var bytes: [UInt8]
  }

  private static func resolve(_ address: GPSDAddress) throws(Failure) -> [Candidate] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard status == 0 else {
      throw Failure(
        reason: "\(address.host) cannot be found (\(String(cString: gai_strerror(status))))")
    }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
      guard let entry, let bytes = entry.pointee.ai_addr else { return nil }
      return Candidate(
        family: entry.pointee.ai_family,
        bytes: Array(UnsafeRawBufferPointer(start: bytes, count: Int(entry.pointee.ai_addrlen))))
    }
  }

  private static func connect(
    _ candidate: Candidate, timeout: TimeSpan, wake: WakePipe
  ) throws(Failure) -> Int32 {
    let socket = Foundation.socket(candidate.family, streamType, 0)
    guard socket >= 0 else { throw Failure(reason: describe(errno)) }
    do throws(Failure) {
      try begin(candidate, on: socket)
      switch wait(for: Int16(POLLOUT), on: socket, timeout: timeout, wake: wake) {
      case .woken: throw Failure(reason: "ended")
      case .silence: throw Failure(reason: "no answer within \(timeout)")
      case .ready: break
      }
      var status: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(socket, SOL_SOCKET, SO_ERROR, &status, &length)
      guard status == 0 else { throw Failure(reason: describe(status)) }
      return socket
    } catch {
      close(socket)
      throw error
    }
  }

  private static func begin(_ candidate: Candidate, on socket: Int32) throws(Failure) {
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let status = candidate.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        Foundation.connect(
          socket, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      } ?? -1
    }
    guard status == 0 || errno == EINPROGRESS else { throw Failure(reason: describe(errno)) }
  }

  // MARK: Waiting

  enum Wait { case ready, silence, woken }

  /// Waits until an event on a file occurs, the timeout is over, or the wake pipe is used.
  ///
  /// - Parameter file: The file's descriptor; -1 to wait for no file.
  static func wait(for events: Int16, on file: Int32, timeout: TimeSpan, wake: WakePipe) -> Wait {
    let end = LiveClock.machineUptime + timeout
    while true {
      var files = [
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: events, revents: 0),
      ]
      let left = max(.zero, end - LiveClock.machineUptime)
      // Rounded up, since otherwise the last millisecond would be spent on repeated polls.
      let count = poll(&files, 2, Int32(clamping: (left.nanoseconds + 999_999) / 1_000_000))
      if count > 0 { return files[0].revents != 0 ? .woken : .ready }
      if left == .zero { return .silence }
    }
  }
}

private func describe(_ code: Int32) -> String {
  code == ECONNREFUSED ? GPSDFailure.refused : String(cString: strerror(code))
}

#if canImport(Darwin)
  private let streamType = SOCK_STREAM
  private let sendFlags: Int32 = 0
#else
  private let streamType = Int32(SOCK_STREAM.rawValue)
  /// The flag for `send` that makes a broken connection an error instead of a signal.
  private let sendFlags = Int32(MSG_NOSIGNAL)
#endif
