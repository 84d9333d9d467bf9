import Timekeeping

/// A UUID that is always the same for a record, and different for every other record.
///
/// The UUID is computed from the phone's identifier, and from the record's identifier and times.
/// Because of the times, records of a new store get new UUIDs.
///
/// The UUID of a record of time outdoors is computed only from the phone's identifier and the day.
/// If a day is corrected, its new record has the same UUID and replaces the earlier record.
struct StableIdentifier: CustomStringConvertible {
  let description: String

  init(of record: Record, from origin: String) {
    let first = Self.hash(record, origin, seed: 0xCBF2_9CE4_8422_2325)
    let second = Self.hash(record, origin, seed: 0x6C62_272E_07BB_0142)
    let digits = hexadecimal(first) + hexadecimal(second)
    // Version 8 of RFC 9562: a UUID of a custom form.
    description = uuid(digits, version: 8)
  }

  private static func hash(_ record: Record, _ origin: String, seed: UInt64) -> UInt64 {
    var hash = seed
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    for byte in origin.utf8 { add(UInt64(byte)) }
    if case .timeOutdoors(let day) = record.kind {
      add(UInt64(bitPattern: day))
    } else {
      add(record.identifier.rawValue)
      add(UInt64(bitPattern: record.location.timestamp.nanoseconds))
      add(UInt64(bitPattern: record.recordedAt.nanoseconds))
    }
    return hash
  }
}

/// Returns a UUID of 16 random bytes (RFC 9562, version 4).
func randomUUID(_ bytes: [UInt8]) -> String {
  func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  return uuid(
    hexadecimal(word(bytes.prefix(8))) + hexadecimal(word(bytes.dropFirst(8).prefix(8))),
    version: 4)
}

/// Returns the UUID of a hash: always the same one for the same bytes.
package func derivedUUID(_ hash: [UInt8]) -> String {
  uuid(hash.prefix(16).map { hexadecimal(UInt64($0)).suffix(2) }.joined(), version: 8)
}

private func uuid(_ digits: String, version: Int) -> String {
  let parts = [
    digits.prefix(8), digits.dropFirst(8).prefix(4),
    "\(version)" + digits.dropFirst(13).prefix(3), "a" + digits.dropFirst(17).prefix(3),
    digits.dropFirst(20),
  ]
  return parts.map(String.init).joined(separator: "-")
}

private func hexadecimal(_ word: UInt64) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
