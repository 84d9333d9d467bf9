import Foundation
import Synchronization

/// Ports are told before anybody listens on them, so between the two nobody else may take them. The kernel would
/// give those that it chooses itself (32768 and above, `ip_local_port_range`) to any connection going out: hence
/// others, and each once in a run. Where to begin hangs on the process, for tests that run beside these.
private let next = Mutex<Int>(Int(getpid()) * 97)
private let candidates = 10_240..<32_768

/// A port of this machine's that nobody listens on, nor will but who asked for it.
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

/// A socket of TCP on this port. A program that another test starts at this moment inherits it until that has
/// begun, so a port may be bound a little longer than by us: which hinders nobody who may use addresses again.
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
