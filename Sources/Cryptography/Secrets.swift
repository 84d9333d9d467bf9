import Text

/// Returns unpredictable bytes from the operating system for tokens. Do not use them for simulated
/// random values.
package func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// Returns a new secret of 256 bits, in characters that need no escaping in a URL or a header.
package func makeToken() -> String { base64URL(randomBytes(32)) }
