import Text

/// Bytes that nobody can foresee, from the operating system; for tokens, never for simulated chance.
package func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// A new secret of 256 bits, in characters that need no escaping in a URL or a header.
package func makeToken() -> String { base64URL(randomBytes(32)) }
