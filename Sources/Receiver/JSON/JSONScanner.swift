/// Why a body was refused, and where in it.
struct Malformed: Error, Hashable {
  var reason: String
}

/// Reads JSON (RFC 8259) from front to back and builds nothing but what is asked for.
///
/// Foundation's decoder takes some ten microseconds for a record of twenty properties of which the
/// receiver wants five, and a simulated day sends a hundred thousand; this takes one. Each call
/// reads one thing at `index` or throws; no input makes it trap. Of members named twice the caller
/// sees both. Text that nobody asks for is not checked to be UTF-8.
struct JSONScanner {
  let bytes: [UInt8]
  /// Where the next thing starts; a caller that gives up half-way sets it back and skips the value.
  var index = 0

  /// Deeper values are refused, so that a body of brackets cannot exhaust the stack.
  static let depthMax = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  enum Kind { case object, array, string, number, literal }

  // MARK: Structure

  /// What comes next, by its first byte.
  mutating func kind() throws(Malformed) -> Kind {
    skipSpace()
    guard let byte = peek() else { throw unexpected() }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
    default: throw unexpected()
    }
  }

  mutating func beginObject() throws(Malformed) { try require("{") }
  mutating func beginArray() throws(Malformed) { try require("[") }

  /// The name of the next member, the scanner standing before its value; nil at the object's end.
  mutating func nextMember(_ isFirst: inout Bool) throws(Malformed) -> Text? {
    if skip("}") { return nil }
    if !isFirst { try require(",") }
    isFirst = false
    let name = try text()
    try require(":")
    return name
  }

  /// Whether another element follows, the scanner standing before it; false at the array's end.
  mutating func nextElement(_ isFirst: inout Bool) throws(Malformed) -> Bool {
    if skip("]") { return false }
    if !isFirst { try require(",") }
    isFirst = false
    return true
  }

  mutating func requireEnd() throws(Malformed) {
    skipSpace()
    guard index == bytes.count else { throw unexpected() }
  }

  mutating func skipValue(depth: Int = 0) throws(Malformed) {
    guard depth < Self.depthMax else { throw Malformed(reason: "nested too deeply") }
    var isFirst = true
    switch try kind() {
    case .object:
      try beginObject()
      while try nextMember(&isFirst) != nil { try skipValue(depth: depth + 1) }
    case .array:
      try beginArray()
      while try nextElement(&isFirst) { try skipValue(depth: depth + 1) }
    case .string: _ = try text()
    case .number: try skipNumber()
    case .literal:
      guard skipLiteral("true") || skipLiteral("false") || skipLiteral("null") else {
        throw unexpected()
      }
    }
  }

  /// True, false or null.
  mutating func literal() throws(Malformed) -> JSONValue {
    skipSpace()
    if skipLiteral("true") { return .bool(true) }
    if skipLiteral("false") { return .bool(false) }
    guard skipLiteral("null") else { throw unexpected() }
    return .null
  }

  /// Skips a null; false, and nothing skipped, when something else comes.
  mutating func skipNull() -> Bool {
    skipSpace()
    return skipLiteral("null")
  }

  /// What was read since the scanner stood at `start`.
  func source(since start: Int) -> [UInt8] {
    Array(bytes[start..<index].drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
  }

  // MARK: Numbers

  /// The nearest double, as correctly rounded as the standard library's own reading.
  mutating func number() throws(Malformed) -> Double {
    skipSpace()
    let start = index
    try skipNumber()
    return exactly(bytes[start..<index])
      ?? Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .nan
  }

  /// The number where one rounding gives it: 53 bits of digits and a power of ten that is a double.
  private func exactly(_ digits: ArraySlice<UInt8>) -> Double? {
    var mantissa: UInt64 = 0
    var fractionDigits = 0
    var isFraction = false
    for byte in digits {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa * 10 + UInt64(byte - 48)
        guard mantissa < 1 << 53 else { return nil }
        if isFraction { fractionDigits += 1 }
      default: return nil
      }
    }
    guard fractionDigits < powersOfTen.count else { return nil }
    let value = Double(mantissa) / powersOfTen[fractionDigits]
    return digits.first == UInt8(ascii: "-") ? -value : value
  }

  private mutating func skipNumber() throws(Malformed) {
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

  private mutating func skipDigits() throws(Malformed) {
    let start = index
    while index < bytes.count, bytes[index] &- 48 < 10 { index += 1 }
    guard index > start else { throw unexpected() }
  }

  // MARK: Bytes

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func require(_ character: Unicode.Scalar) throws(Malformed) {
    guard skip(character) else { throw unexpected() }
  }

  private mutating func skipLiteral(_ literal: StaticString) -> Bool {
    let end = index + literal.utf8CodeUnitCount
    guard end <= bytes.count,
      literal.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) })
    else { return false }
    index = end
    return true
  }

  func unexpected() -> Malformed {
    Malformed(
      reason: index < bytes.count
        ? "unexpected text at byte \(index)" : "the JSON text ends too early")
  }
}

/// Powers of ten that a double holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
