import Foundation
import Synchronization

/// The ordinal of the next port to try.
///
/// A test learns a port before its program listens on it; no other program may take it in between.
/// The kernel assigns ports from 32768 on (`ip_local_port_range`) to any outgoing connection, so
/// these are lower, and each is used once in a run. The first depends on the process, for tests
/// that run beside these.
private let next = Mutex<Int>(Int(getpid()) * 97)
private let candidates = 10_240..<32_768

/// Returns a free port of this machine, which no other test is given.
package func freePort() throws -> UInt16 {
  for _ in candidates {
    let ordinal = next.withLock { next in
      defer { next += 1 }
      return next
    }
    let port = UInt16(candidates.lowerBound + ordinal % candidates.count)
    guard let probe = try? bound(to: port) else { continue }
    close(probe)
    return port
  }
  throw POSIXError(.EADDRNOTAVAIL)
}

/// Returns a TCP socket bound to this port.
///
/// A program that another test starts at this moment inherits the socket until its own code begins,
/// so the port may stay bound a little longer. With SO_REUSEADDR that does no harm.
package func bound(to port: UInt16) throws -> Int32 {
  let file = socket(AF_INET, streamType, 0)
  var yes: Int32 = 1
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
  var address = loopback(port)
  let status = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else {
    let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
    close(file)
    throw error
  }
  return file
}

package func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  address.sin_port = port.bigEndian
  return address
}
