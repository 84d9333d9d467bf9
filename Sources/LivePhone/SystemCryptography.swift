import Cryptography
import PhoneAPI

/// The cryptographic services of a live phone, from the machine's own libraries.
final class SystemCryptography: CryptographicServices {
  func sha256(_ bytes: [UInt8]) -> [UInt8] { Cryptography.sha256(bytes) }
  func randomBytes(_ count: Int) -> [UInt8] { Cryptography.randomBytes(count) }
}
