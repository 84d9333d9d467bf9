import Foundation
import PhoneAPI

/// Checks of the origin that a browser writes into a request. Phones and scripts send no origin.
extension HTTPRequest {
  /// True if a page of another site sent the request.
  ///
  /// A page can make its visitor's browser send forms, plain text or requests for images to any
  /// server. The browser says in the header `Sec-Fetch-Site` whether the page is of the same site,
  /// or names the page's site in the header `Origin`. Over plain HTTP outside of the machine it
  /// sends only `Origin`.
  var isFromForeignPage: Bool {
    if let site = header("Sec-Fetch-Site") {
      return !["same-origin", "none"].contains(site.lowercased())
    }
    guard let origin = header("Origin")?.lowercased() else { return false }
    // A proxy in front may pass on the name that the client requested.
    let own = [header("X-Forwarded-Host"), header("Host")].compactMap { $0?.lowercased() }
    return !own.contains { origin == "http://" + $0 || origin == "https://" + $0 }
  }

  /// True if the client addressed the server by an IP address or by the server machine's name.
  ///
  /// This check prevents DNS rebinding. Another site can make its own name point to this server's
  /// address. The site's scripts would then have access to a server that needs no token.
  var isFromHere: Bool {
    let host = (header("Host") ?? "").lowercased()
    if host.hasPrefix("[") { return true }
    let name = String(host.prefix { $0 != ":" })
    return name.isEmpty || Self.ownNames.contains(name)
      || name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  private static let ownNames: Set<String> = {
    let name = ProcessInfo.processInfo.hostName.lowercased()
    return ["localhost", name, name + ".local"]
  }()

  var isReading: Bool { method == "GET" || method == "HEAD" }
}
