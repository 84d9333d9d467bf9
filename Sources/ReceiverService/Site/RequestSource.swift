import Foundation
import PhoneAPI

/// The page that a browser says a request comes from. Phones and scripts say nothing of it.
extension HTTPRequest {
  /// Sent by a page that is not the server's own.
  ///
  /// A foreign page may send a form or plain text anywhere, and its visitors' browsers are let in
  /// where they are. They tell of it by `Origin`, and of what loads a picture by `Sec-Fetch-Site`.
  var isFromForeignPage: Bool {
    if let site = header("Sec-Fetch-Site"), !["same-origin", "none"].contains(site.lowercased()) {
      return true
    }
    guard let origin = header("Origin")?.lowercased() else { return false }
    // A proxy in front may pass on the name that it was called by.
    let own = [header("X-Forwarded-Host"), header("Host")].compactMap { $0?.lowercased() }
    return !own.contains { origin == "http://" + $0 || origin == "https://" + $0 }
  }

  /// The server was addressed by number or by its machine's name.
  ///
  /// A foreign page can have a name of its own point here. Then its scripts would be let in to an
  /// open server under that name.
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
