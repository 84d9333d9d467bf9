import Foundation

/// Base64 (RFC 4648), in the ordinary and in the URL-safe alphabet.
enum Base64 {
  /// Nil for anything that is not whole, padded base64.
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }

  /// Without padding, as PKCE has it (RFC 7636).
  static func encodeURLSafe(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
