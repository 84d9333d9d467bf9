/// The host and port on which gpsd listens.
package struct GPSDAddress: Sendable, Hashable, CustomStringConvertible {
  package var host: String
  package var port: UInt16

  /// The port that IANA assigned to gpsd, 2947.
  package static let standardPort: UInt16 = 2947
  package static let local = GPSDAddress(host: "localhost", port: standardPort)

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads an address such as "host", "host:port", "[::1]:2947" or "::1"; nil for any other text.
  ///
  /// - Parameter defaultPort: The port of a text without one; 0 if the text needs one.
  package init?(_ text: String, defaultPort: UInt16 = Self.standardPort) {
    var host = Substring(text)
    var port: Substring?
    if host.hasPrefix("[") {
      guard let end = host.lastIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
      host = host[host.index(after: host.startIndex)..<end]
    } else if let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") {
      port = host[host.index(after: colon)...]
      host = host[..<colon]
    }
    guard Self.isHost(host) else { return nil }
    self.init(host: String(host), port: defaultPort)
    guard let port else {
      if defaultPort == 0 { return nil }
      return
    }
    guard port.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(port), number > 0
    else { return nil }
    self.port = number
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  private static func isHost(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.value > 32 && !"[]/@".unicodeScalars.contains($0)
      }
  }
}
