import EventKernel
import PhoneAPI

/// The phone's cryptography: a hash function from the caller, and random bytes. The same seed gives
/// the same bytes.
struct SimulatedCryptography {
  let hash: (([UInt8]) -> [UInt8])?
  private let chance: SeededRandom
  private var drawn: Int64 = 0

  init(hash: (([UInt8]) -> [UInt8])?, chance: SeededRandom) {
    self.hash = hash
    self.chance = chance
  }

  mutating func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      drawn += 1
      return UInt8(truncatingIfNeeded: chance.bits(at: drawn) >> 32)
    }
  }
}

/// The cryptographic services of one process. A dead process gets empty results.
final class ProcessCryptography: CryptographicServices {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  func sha256(_ bytes: [UInt8]) -> [UInt8] { process.phone?.cryptography.hash?(bytes) ?? [] }
  func randomBytes(_ count: Int) -> [UInt8] {
    process.phone?.cryptography.randomBytes(count) ?? []
  }
}
