import Foundation

/// The settings that a setup link of Overland contains.
package struct OverlandSetup: Sendable {
  package struct Refusal: Error, Equatable { package var reason: String }

  package private(set) var endpoint: String?
  package private(set) var accessToken: String?
  package private(set) var deviceID: String?
  package private(set) var includesUniqueID = false

  /// Changes the settings as the link requests.
  ///
  /// A link with a new server also replaces the token, because a token belongs to one server. If
  /// such a link contains no token, the old token is removed.
  func apply(to settings: inout TrackerSettings) {
    if let endpoint {
      settings.endpoint = endpoint
      settings.accessToken = accessToken
    } else if let accessToken {
      settings.accessToken = accessToken
    }
    if let deviceID { settings.deviceID = deviceID }
    if includesUniqueID { settings.includesUniqueID = true }
  }

  /// Reads a setup link such as `overland://setup?url=…&token=…`.
  package static func read(_ link: String) -> Result<OverlandSetup, Refusal> {
    Result { () throws(Refusal) -> OverlandSetup in try OverlandSetup(link) }
  }

  private init(_ link: String) throws(Refusal) {
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      ["overland://setup", "overland://setup/"].contains(parts[0].lowercased())
    else { throw Refusal(reason: "it does not begin with overland://setup?") }
    var names: Set<String> = []
    for parameter in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
      let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = decoded(sides[0]), let value = decoded(sides[1]) else {
        throw Refusal(reason: "a parameter is not name=value, percent-encoded")
      }
      guard names.insert(name).inserted else { throw Refusal(reason: "'\(name)' occurs twice") }
      try take(name, value)
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(Refusal) {
    guard !value.isEmpty, value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw Refusal(reason: "'\(name)' is empty or has control characters") }
    switch name {
    case "url":
      guard isWebAddress(value) else {
        throw Refusal(reason: "'url' is not an http:// or https:// address")
      }
      endpoint = value
    case "token": accessToken = value
    case "device_id": deviceID = value
    case "unique_id":
      guard value == "yes" else { throw Refusal(reason: "'unique_id' can only be yes") }
      includesUniqueID = true
    default: throw Refusal(reason: "the parameter '\(name.prefix(40))' is unknown")
    }
  }
}

private func decoded(_ text: Substring) -> String? { String(text).removingPercentEncoding }

/// Returns true for an address that begins with `http://` or `https://` and has a host.
///
/// An address with a user name or password is refused.
package func isWebAddress(_ text: String) -> Bool {
  guard !text.contains(where: \.isWhitespace),
    let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
  else { return false }
  let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
  return host.contains { $0.isLetter || $0.isNumber } && !host.contains("@")
}
