/// Functions that read strings. A string is located first and compared in its escaped form. It is
/// unescaped only if a caller requests it.
extension JSONScanner {
  /// A string in a JSON text, as the range of its bytes between the quotes, with its escapes.
  public struct Text {
    @usableFromInline package var range: Range<Int>
    @usableFromInline var hasEscapes: Bool
    var isASCII: Bool
  }

  package mutating func text() throws(Malformed) -> Text {
    try require("\"")
    let start = index
    var hasEscapes = false
    var allBits: UInt64 = 0
    // A local variable stays in a register.
    var place = start
    while place < bytes.count {
      place = plainEnd(from: place, &allBits)
      guard place < bytes.count else { break }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        index = place + 1
        return Text(range: start..<place, hasEscapes: hasEscapes, isASCII: allBits & Self.high == 0)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index = place
        try skipEscape()
        place = index
      case 0..<0x20:
        index = place
        throw unexpected()
      case let byte:
        allBits |= UInt64(byte)
        place += 1
      }
    }
    index = place
    throw unexpected()
  }

  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let high: UInt64 = 0x8080_8080_8080_8080

  /// Skips bytes of a string that need no attention, eight at a time: all but quotes, backslashes
  /// and control characters. Near the end of the text it skips none.
  ///
  /// A byte b of eight is zero if (b − 1) & ~b has its high bit. A borrow can only spoil the bytes
  /// after a zero, and the first one counts.
  ///
  /// - Returns: the position of the first byte that may need attention.
  @inline(__always)
  private func plainEnd(from start: Int, _ allBits: inout UInt64) -> Int {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return start }
    var place = start
    while place <= bytes.count - 8 {
      let eight = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quote = eight ^ (Self.ones &* 0x22)
      let backslash = eight ^ (Self.ones &* 0x5C)
      let special =
        ((quote &- Self.ones) & ~quote | (backslash &- Self.ones) & ~backslash
          | (eight &- Self.ones &* 0x20) & ~eight) & Self.high
      guard special == 0 else {
        let count = special.trailingZeroBitCount / 8
        allBits |= eight & ((1 << UInt64(8 * count)) &- 1)
        return place + count
      }
      allBits |= eight
      place += 8
    }
    return place
  }

  /// Returns true if a string equals a name.
  ///
  /// Callers compare each name of an object with several, and most differ in length. So this much
  /// is compiled into the caller, which the compiler does for public functions only.
  @inlinable @inline(__always)
  public func matches(_ text: Text, _ name: StaticString) -> Bool {
    if text.hasEscapes { return isUnescaped(text, name) }
    return text.range.count == name.utf8CodeUnitCount && holds(name, at: text.range.lowerBound)
  }

  /// Returns true if a string with escapes equals a name.
  ///
  /// Few strings have escapes. A separate function keeps `matches` short.
  @inline(never) @usableFromInline
  func isUnescaped(_ text: Text, _ name: StaticString) -> Bool {
    (try? string(text)) == name.description
  }

  package func string(_ text: Text) throws(Malformed) -> String {
    let raw = raw(text)
    // The standard library decodes ASCII many times faster than it validates UTF-8.
    if text.isASCII, !text.hasEscapes { return String(decoding: raw, as: UTF8.self) }
    let string =
      text.hasEscapes
      ? String(validating: unescaped(raw), as: UTF8.self) : String(validating: raw, as: UTF8.self)
    if let string { return string }
    let start = text.range.lowerBound
    throw Malformed(reason: "text that is not UTF-8 at byte \(start)", position: start)
  }

  /// Returns the bytes of a string without escapes, which may be invalid UTF-8; nil with escapes.
  package func plainBytes(_ text: Text) -> UnsafeBufferPointer<UInt8>? {
    text.hasEscapes ? nil : raw(text)
  }

  private func raw(_ text: Text) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[text.range])
  }

  package mutating func string() throws(Malformed) -> String { try string(text()) }

  /// Skips the next value and returns true if it is the string `expected`.
  package mutating func skipValue(is expected: StaticString) throws(Malformed) -> Bool {
    guard try kind() == .string else {
      try skipValue()
      return false
    }
    return matches(try text(), expected)
  }

  private mutating func skipEscape() throws(Malformed) {
    index += 1
    guard let escape = peek() else { throw unexpected() }
    if escape == UInt8(ascii: "u") {
      guard index + 4 < bytes.count,
        bytes[index + 1...index + 4].allSatisfy({ hexDigit($0) != nil })
      else { throw unexpected() }
      index += 5
    } else {
      guard simpleEscape(escape) != nil else { throw unexpected() }
      index += 1
    }
  }

  /// Returns the string's bytes without escapes. Half of a surrogate pair becomes U+FFFD.
  ///
  /// The scanner has already checked `raw`, so its escapes are complete.
  private func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var units: [UInt16] = []
    var position = raw.startIndex
    func flush() {
      result += String(decoding: units, as: UTF16.self).utf8
      units = []
    }
    while position < raw.endIndex {
      guard raw[position] == UInt8(ascii: "\\") else {
        flush()
        result.append(raw[position])
        position += 1
        continue
      }
      if let byte = simpleEscape(raw[position + 1]) {
        flush()
        result.append(byte)
        position += 2
      } else {
        units.append(
          raw[position + 2...position + 5].reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) })
        position += 6
      }
    }
    flush()
    return result
  }
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
  default: nil
  }
}

private func simpleEscape(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: nil
  }
}
