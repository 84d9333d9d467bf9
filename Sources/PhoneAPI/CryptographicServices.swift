/// Hashes and secrets, like CryptoKit and `SecRandomCopyBytes`.
public protocol CryptographicServices: AnyObject {
  /// The 32 bytes of SHA-256 (FIPS 180-4).
  func sha256(_ bytes: [UInt8]) -> [UInt8]
  /// Bytes that nobody can foresee; a simulated phone draws the same under one seed.
  func randomBytes(_ count: Int) -> [UInt8]
}
