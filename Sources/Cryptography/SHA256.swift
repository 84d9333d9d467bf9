#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// Returns the 32 bytes of SHA-256 (FIPS 180-4), computed by the system's own library.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
  #if canImport(CryptoKit)
    return Array(SHA256.hash(data: bytes))
  #else
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      _ = SHA256(bytes, bytes.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  #endif
}

/// A SHA-256 hash of data that arrives in pieces, for data that are too large for memory.
package final class RunningSHA256 {
  package static let digestLength = 32

  #if canImport(CryptoKit)
    private var state = SHA256()

    package init() {}

    package func add(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    /// Returns the digest of all data. Add no data after this call.
    package func digest() -> [UInt8] { Array(state.finalize()) }
  #else
    private let state = EVP_MD_CTX_new()

    package init() {
      // Fails only without free memory.
      _ = EVP_DigestInit_ex(state, EVP_sha256(), nil)
    }

    deinit { EVP_MD_CTX_free(state) }

    package func add(_ bytes: UnsafeRawBufferPointer) {
      _ = EVP_DigestUpdate(state, bytes.baseAddress, bytes.count)
    }

    /// Returns the digest of all data. Add no data after this call.
    package func digest() -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: Self.digestLength) { digest, count in
        _ = EVP_DigestFinal_ex(state, digest.baseAddress, nil)
        count = Self.digestLength
      }
    }
  #endif

  package func add(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { add($0) }
    }
  }
}

/// Returns bytes as hexadecimal text, such as "e3b0c442…".
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
