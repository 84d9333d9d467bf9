import Foundation

/// Base64 (RFC 4648) in the standard alphabet.
enum Base64 {
  /// Decodes complete, padded base64. Nil for anything else.
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
