import Foundation

/// Returns the SHA-256 hash (FIPS 180-4), so that secrets can be tested against published examples.
/// The program uses a library's.
@Sendable func sha256(_ message: [UInt8]) -> [UInt8] {
  var bytes = message + [0x80]
  bytes += Array(repeating: 0, count: (119 - message.count % 64) % 64)
  bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
  var state = fractions(of: firstPrimes.prefix(8).map { Double($0).squareRoot() })
  let constants = roundConstants
  for start in stride(from: 0, to: bytes.count, by: 64) {
    compress(bytes[start..<start + 64], into: &state, constants)
  }
  return state.flatMap { word in
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }
}

private let firstPrimes = (2...311).filter { number in
  !(2..<number).contains { number % $0 == 0 }
}

private func fractions(of roots: [Double]) -> [UInt32] {
  roots.map { UInt32(($0 - $0.rounded(.down)) * 4_294_967_296) }
}

private let roundConstants = fractions(of: firstPrimes.map { cbrt(Double($0)) })

private func compress(
  _ block: ArraySlice<UInt8>, into state: inout [UInt32], _ constants: [UInt32]
) {
  func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
  var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
    block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
  for index in 16..<64 {
    let early = words[index - 15]
    let late = words[index - 2]
    let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
    let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
    words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
  }
  var s = state
  for index in 0..<64 {
    let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
    let sum = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
    let first = s[7] &+ sum &+ choice &+ constants[index] &+ words[index]
    let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
    let second = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) &+ majority
    s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
  }
  for index in state.indices { state[index] = state[index] &+ s[index] }
}
