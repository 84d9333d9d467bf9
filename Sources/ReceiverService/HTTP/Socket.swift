import FlyingSocks
import Foundation

extension Socket {
  /// Opens a socket that listens on an address. Programs that this one starts do not inherit it:
  /// they would keep the port open after this one has closed it.
  static func listening(on address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family))
    do {
      _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
      // Lets a server start again immediately after an earlier one ended.
      try socket.setValue(true, for: .localAddressReuse)
      #if canImport(Darwin)
        try socket.setValue(true, for: .noSIGPIPE)
      #endif
      try socket.bind(to: address)
      try socket.listen()
      return socket
    } catch {
      try? socket.close()
      throw error
    }
  }

  var remoteAddress: String? {
    switch try? remotePeer() {
    case .ip4(let address, _), .ip6(let address, _): address
    case .unix, nil: nil
    }
  }

  var boundPort: UInt16 {
    get throws {
      switch try sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix: 0
      }
    }
  }
}
