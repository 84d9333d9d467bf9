/// Why a text is refused, and where in it.
package struct Malformed: Error, Hashable {
  package var reason: String
  /// The first byte that cannot stand there, or the end of a text that ends too early; nil for what
  /// is no fault of syntax.
  package var position: Int?

  package init(reason: String, position: Int? = nil) {
    self.reason = reason
    self.position = position
  }
}

/// Reads JSON (RFC 8259) from front to back and builds nothing but what is asked for.
///
/// Foundation's decoder takes some ten microseconds for a record of twenty properties of which the
/// receiver wants five, and a simulated day sends a hundred thousand; this takes one. Each call
/// reads one thing at `index` or throws; no input makes it trap. Of members named twice the caller
/// sees both. Text that is not asked for is not checked to be UTF-8.
package struct JSONScanner {
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The place of the next value; a caller that gives up half-way sets it back and skips the value.
  package var index = 0

  /// Deeper values are refused, so that a text of brackets cannot exhaust the stack.
  static let depthMax = 64

  /// - Parameter bytes: must outlive the scanner.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Gives `body` a scanner of `bytes`, which must not leave it.
  package static func scan<Value, Failure: Error>(
    _ bytes: [UInt8], _ body: (inout JSONScanner) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      var scanner = JSONScanner(bytes)
      return try body(&scanner)
    }
  }

  package enum Kind { case object, array, string, number, literal }

  // MARK: Structure

  /// The kind of the next value, by its first byte.
  package mutating func kind() throws(Malformed) -> Kind {
    guard let byte = nextByte() else { throw unexpected() }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
    default: throw unexpected()
    }
  }

  package mutating func beginObject() throws(Malformed) { try require("{") }
  package mutating func beginArray() throws(Malformed) { try require("[") }

  /// The name of the next member, the scanner standing before its value; nil at the object's end.
  package mutating func nextMember(_ isFirst: inout Bool) throws(Malformed) -> Text? {
    if take("}") { return nil }
    if !isFirst { try require(",") }
    isFirst = false
    let name = try text()
    try require(":")
    return name
  }

  /// Moves before the next element; false at the array's end.
  package mutating func nextElement(_ isFirst: inout Bool) throws(Malformed) -> Bool {
    if take("]") { return false }
    if !isFirst { try require(",") }
    isFirst = false
    return true
  }

  package mutating func requireEnd() throws(Malformed) {
    guard nextByte() == nil else { throw unexpected() }
  }

  package mutating func skipValue(depth: Int = 0) throws(Malformed) {
    guard depth < Self.depthMax else { throw nestedTooDeeply() }
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
    case .literal: _ = try literal()
    }
  }

  /// Skips a value for a caller that has it read by a decoder: only brackets and quotes are
  /// matched, however deep they are.
  ///
  /// - Returns: its place.
  package mutating func skipOutline() throws(Malformed) -> Range<Int> {
    let first = nextByte()
    let start = index
    switch first {
    case nil, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw unexpected()
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): try skipBrackets()
    default: try skipWord()
    }
    return start..<index
  }

  /// A number or a word is short; megabytes of something else are not worth walking over.
  private mutating func skipWord() throws(Malformed) {
    let start = index
    while let byte = peek(), byte > 0x20, byte != UInt8(ascii: ","),
      byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}")
    {
      index += 1
      guard index - start < 64 else {
        index = start
        throw unexpected()
      }
    }
  }

  /// Skips an object, an array or a text, which is what stands here.
  private mutating func skipBrackets() throws(Malformed) {
    var depth = 0
    // In a variable of its own, which stays in a register.
    var place = index
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): place = lastOfText(from: place)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case 0x20...0x7E, 0x09, 0x0A, 0x0D: break
      default:
        index = place
        throw unexpected()
      }
      place += 1
      if depth == 0, place <= bytes.count {
        index = place
        return
      }
    }
    index = bytes.count
    throw unexpected()
  }

  /// The quote that ends the text whose first quote is at `start`; the end where there is none.
  private func lastOfText(from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place
  }

  /// True, false or null.
  package mutating func literal() throws(Malformed) -> JSONValue {
    skipSpace()
    if skipLiteral("true") { return .bool(true) }
    if skipLiteral("false") { return .bool(false) }
    guard skipLiteral("null") else { throw unexpected() }
    return .null
  }

  /// Skips a null; false, and nothing skipped, when something else comes.
  package mutating func skipNull() -> Bool {
    skipSpace()
    return skipLiteral("null")
  }

  /// The bytes that were read since the scanner stood at `start`.
  package func source(since start: Int) -> [UInt8] {
    Array(bytes[start..<index].drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
  }

  // MARK: Numbers

  /// The nearest double, as correctly rounded as the standard library's own reading.
  package mutating func number() throws(Malformed) -> Double {
    skipSpace()
    let start = index
    try skipNumber()
    let digits = UnsafeBufferPointer(rebasing: bytes[start..<index])
    return exactly(digits) ?? Double(String(decoding: digits, as: UTF8.self)) ?? .nan
  }

  /// The number where one rounding gives it: 53 bits of digits and a power of ten that is a double.
  private func exactly(_ digits: UnsafeBufferPointer<UInt8>) -> Double? {
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

  /// The next byte that is no space, the scanner standing before it; nil at the end.
  package mutating func nextByte() -> UInt8? {
    skipSpace()
    return peek()
  }

  /// Skips the mark of UTF-8 that some programs put at the beginning.
  package mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// Skips `character` if it comes next.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard nextByte() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  package mutating func require(_ character: Unicode.Scalar) throws(Malformed) {
    guard take(character) else { throw unexpected() }
  }

  private mutating func skipLiteral(_ literal: StaticString) -> Bool {
    let end = index + literal.utf8CodeUnitCount
    guard end <= bytes.count, holds(literal, at: index) else { return false }
    index = end
    return true
  }

  /// True if `word` stands at `start`, behind which there is room for it.
  ///
  /// Byte by byte: most names differ in the first, and sequences that are compared are slower.
  func holds(_ word: StaticString, at start: Int) -> Bool {
    word.withUTF8Buffer { word in
      for offset in 0..<word.count where bytes[start + offset] != word[offset] { return false }
      return true
    }
  }

  func unexpected() -> Malformed {
    Malformed(
      reason: index < bytes.count
        ? "unexpected text at byte \(index)" : "the JSON text ends too early", position: index)
  }

  func nestedTooDeeply() -> Malformed { Malformed(reason: "nested too deeply", position: index) }
}

/// Powers of ten that a double holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
