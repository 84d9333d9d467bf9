extension JSONScanner {
  /// Reads a number as the nearest double, rounded like the standard library's result.
  package mutating func number() throws(Malformed) -> Double {
    skipSpace()
    let start = index
    try skipNumber()
    let digits = UnsafeBufferPointer(rebasing: bytes[start..<index])
    return Decimal(digits)?.nearest ?? Double(String(decoding: digits, as: UTF8.self)) ?? .nan
  }

  mutating func skipNumber() throws(Malformed) {
    if peek() == UInt8(ascii: "-") { index += 1 }
    if peek() == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
    if peek() == UInt8(ascii: ".") {
      index += 1
      try skipDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      index += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
  }

  @inline(__always)
  private mutating func skipDigits() throws(Malformed) {
    let end = digitsEnd(from: index)
    guard end > index else { throw unexpected() }
    index = end
  }

  /// Returns the position after the digits at `start`. It looks at eight bytes at a time, except
  /// near the end of the text.
  ///
  /// A byte is a digit if its high bit stays clear both with 0x46 added and with 0x30 subtracted. A
  /// carry can only spoil the bytes after another one that is no digit, and the first one counts.
  @inline(__always)
  private func digitsEnd(from start: Int) -> Int {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return start }
    var place = start
    while place <= bytes.count - 8 {
      let eight = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let others =
        ((eight &+ Self.ones &* 0x46) | (eight &- Self.ones &* 0x30) | eight) & Self.high
      guard others == 0 else { return place + others.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] &- 48 < 10 { place += 1 }
    return place
  }
}
