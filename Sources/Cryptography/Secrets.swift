import Foundation

/// Bytes that nobody can foresee, from the operating system; for tokens, never for simulated chance.
public func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// A new secret of 256 bits, in characters that need no escaping in a URL or a header.
public func makeToken() -> String { base64URL(randomBytes(32)) }

/// Base 64 with `-` and `_` and without padding (RFC 4648, section 5).
public func base64URL(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}
