import Foundation

/// Functions for Base64 (RFC 4648) in the standard alphabet.
enum Base64 {
  /// Decodes a complete Base64 text with padding. Nil for any other text.
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
