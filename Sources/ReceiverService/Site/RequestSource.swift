import Foundation
import PhoneAPI

/// The origin of a request according to the browser. Phones and scripts send none.
extension HTTPRequest {
  /// True if a page of another site sent the request.
  ///
  /// Such a page can send a form or plain text anywhere, with the access that its visitor's browser
  /// has. Browsers report this in `Origin`, and for loads such as images in `Sec-Fetch-Site`.
  var isFromForeignPage: Bool {
    if let site = header("Sec-Fetch-Site"), !["same-origin", "none"].contains(site.lowercased()) {
      return true
    }
    guard let origin = header("Origin")?.lowercased() else { return false }
    // A proxy in front may pass on the name that the client requested.
    let own = [header("X-Forwarded-Host"), header("Host")].compactMap { $0?.lowercased() }
    return !own.contains { origin == "http://" + $0 || origin == "https://" + $0 }
  }

  /// True if the client addressed the server by IP address or by its machine's name.
  ///
  /// Another site can let its own name resolve to this address. Without this check, its scripts
  /// would have access to an open server under that name (DNS rebinding).
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
