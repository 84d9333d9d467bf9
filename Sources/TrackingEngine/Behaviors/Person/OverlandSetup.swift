import Foundation

/// What a set-up link of Overland's says.
package struct OverlandSetup: Sendable, Equatable {
  package struct Refusal: Error, Equatable { package var reason: String }

  package private(set) var endpoint: String?
  package private(set) var accessToken: String?
  package private(set) var deviceID: String?
  package private(set) var includesUniqueID = false

  /// A token belongs to the server that it was given with: to a new one goes the new token or none.
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
      guard names.insert(name).inserted else { throw Refusal(reason: "'\(name)' comes twice") }
      try take(name, value)
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(Refusal) {
    guard !value.isEmpty, value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw Refusal(reason: "'\(name)' is empty, or no plain text") }
    switch name {
    case "url":
      guard isWebAddress(value) else { throw Refusal(reason: "'url' is no address on the web") }
      endpoint = value
    case "token": accessToken = value
    case "device_id": deviceID = value
    case "unique_id":
      guard value == "yes" else { throw Refusal(reason: "'unique_id' can only be yes") }
      includesUniqueID = true
    default: throw Refusal(reason: "there is no parameter '\(name.prefix(40))'")
    }
  }
}

private func decoded(_ text: Substring) -> String? { String(text).removingPercentEncoding }

/// Whether something can be sent there; a password has no business in it.
package func isWebAddress(_ text: String) -> Bool {
  guard !text.contains(where: \.isWhitespace),
    let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
  else { return false }
  let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
  return host.contains { $0.isLetter || $0.isNumber } && !host.contains("@")
}
