#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// The 32 bytes of SHA-256 (FIPS 180-4), by the system's own library.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
  #if canImport(CryptoKit)
    return Array(SHA256.hash(data: bytes))
  #else
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      _ = SHA256(bytes, bytes.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  #endif
}
