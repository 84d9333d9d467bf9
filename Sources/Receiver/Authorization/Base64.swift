import Foundation

/// Base64 (RFC 4648) in the ordinary alphabet.
enum Base64 {
  /// Nil for anything that is not whole, padded base64.
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
