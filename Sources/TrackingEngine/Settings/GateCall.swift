import Foundation
import Text
import Timekeeping

/// The request that asks the gate to open: its method, address, headers, body and sign-in.
///
/// By default it is `POST /gate` at the endpoint, with a JSON body and the bearer token. The texts
/// may contain the words of `EndpointTemplate`, such as `%LAT`.
package struct GateCall: Sendable, Hashable {
  package enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
  }

  package enum Authorization: String, Sendable, Hashable, CaseIterable { case bearer, basic, none }

  package var method = Method.post
  /// The address; nil for `/gate` at the endpoint.
  package var address: String?
  /// The headers, each as "Name: value", with a line or a bar for each.
  package var headers = ""
  /// The body; nil for JSON with position, time and device.
  package var body: String?
  package var authorization = Authorization.bearer
  package var user = ""
  /// The token or password; nil for the endpoint's token, unless the request has an address of its
  /// own: another server must not get that token.
  package var token: String?

  static let definitions = [
    SettingDefinition(
      "gateMethod", "method of the request that opens the gate", .choice(\.drives.gateCall.method),
      readBy: .gateUpload),
    SettingDefinition(
      "gateAddress",
      "address of the request that opens the gate, with `%LAT` and the like; off is `/gate` at "
        + "the endpoint", .optionalText(\.drives.gateCall.address), refusal: refusal(ofAddress:),
      readBy: .gateUpload),
    SettingDefinition(
      "gateHeaders",
      "further headers of that request, each as `Name: value`, with a new line or `|` between two",
      .text(\.drives.gateCall.headers), isSecret: true, refusal: refusal(ofHeaders:),
      readBy: .gateUpload),
    SettingDefinition(
      "gateBody",
      "body of that request, with `%LAT` and the like; off is JSON with position, time and device",
      .optionalText(\.drives.gateCall.body), refusal: refusal(ofBody:), readBy: .gateUpload),
    SettingDefinition(
      "gateAuthorization",
      "how that request signs in: with a bearer token, with user and password, or not at all",
      .choice(\.drives.gateCall.authorization), readBy: .gateUpload),
    SettingDefinition(
      "gateUser", "user of that request, for `gateAuthorization: basic`",
      .text(\.drives.gateCall.user), refusal: refusal(ofUser:), readBy: .gateUpload),
    SettingDefinition(
      "gateToken",
      "token or password of that request; off is `accessToken`, if `gateAddress` is off",
      .optionalText(\.drives.gateCall.token), isSecret: true, refusal: refusal(ofToken:),
      readBy: .gateUpload),
  ]

  // MARK: Checks at reading

  @Sendable private static func refusal(ofAddress text: String) -> String? {
    let filled = EndpointTemplate.sample.filled(text)
    if let word = EndpointTemplate.strangeWord(in: text, isAddress: true) { return strange(word) }
    return isWebAddress(filled) && filled.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      ? nil
      : "an address such as https://gate.example/open?lat=%LAT, without spaces, user and password"
  }

  @Sendable private static func refusal(ofHeaders text: String) -> String? {
    for line in lines(text) {
      if let word = EndpointTemplate.strangeWord(in: line) { return strange(word) }
      guard header(line) != nil else {
        return "headers such as Content-Type: text/plain, with a new line or | between two"
      }
    }
    return nil
  }

  @Sendable private static func refusal(ofBody text: String) -> String? {
    if let word = EndpointTemplate.strangeWord(in: text) { return strange(word) }
    guard looksLikeJSON(text) else { return nil }
    return (try? JSONValue(Array(EndpointTemplate.sample.filled(text).utf8))) == nil
      ? "valid JSON, with quotation marks around %TS, or a text that begins with no bracket" : nil
  }

  @Sendable private static func refusal(ofUser text: String) -> String? {
    isPrintable(text) && !text.contains(":") ? nil : "a user name without a colon (RFC 7617)"
  }

  @Sendable private static func refusal(ofToken text: String) -> String? {
    isPrintable(text) ? nil : "a token without line breaks"
  }

  private static func strange(_ word: String) -> String {
    "one of " + EndpointTemplate.names.joined(separator: ", ") + " instead of \(word)"
  }

  // MARK: Parts

  static func looksLikeJSON(_ text: String) -> Bool {
    let first = text.first { !$0.isWhitespace }
    return first == "{" || first == "["
  }

  static func lines(_ text: String) -> [String] {
    text.split { $0 == "|" || $0.isNewline }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Reads a header; nil if the text is none. `Authorization` has settings of its own.
  static func header(_ line: String) -> (name: String, value: String)? {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, !name.isEmpty,
      name.utf8.allSatisfy(isTokenByte), isPrintable(line)
    else { return nil }
    return (String(name), String(parts[1].trimmingPrefix { $0 == " " }))
  }

  /// Returns true for a byte that may be in a header's name (RFC 9110, `token`).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}
