/// The service of hashes and random bytes, like CryptoKit and `SecRandomCopyBytes`.
public protocol CryptographicServices: AnyObject {
  /// Returns the 32 bytes of the SHA-256 hash (FIPS 180-4).
  func sha256(_ bytes: [UInt8]) -> [UInt8]
  /// Returns unpredictable bytes. A simulated phone returns the same bytes in every run with the
  /// same seed.
  func randomBytes(_ count: Int) -> [UInt8]
}
