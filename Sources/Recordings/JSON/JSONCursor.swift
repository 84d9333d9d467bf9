/// Walks over JSON text without reading it: finds where each member and element begins and ends, so
/// that `JSONDecoder` can be given one of them at a time.
///
/// A year's diary as one document would be held in memory several times over, and a mistake in it
/// would be told without its line. The cursor only tells strings from brackets; whether what lies
/// between is JSON is for the decoder to say.
struct JSONCursor {
  enum Trouble: Error, Equatable {
    case endsEarly(line: Int)
    case unexpected(UInt8, line: Int)
  }

  /// One value's place in the text.
  struct Piece {
    var bytes: Range<Int>
    var line: Int
  }

  private let text: UnsafeRawBufferPointer
  private(set) var index = 0
  private(set) var line: Int

  init(_ text: UnsafeRawBufferPointer, firstLine: Int = 1) {
    self.text = text
    line = firstLine
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The next byte that is no space; nil at the end of the text.
  mutating func peek() -> UInt8? {
    while index < text.count, isSpace(text[index]) { step() }
    return index < text.count ? text[index] : nil
  }

  /// Steps over `byte` if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    step()
    return true
  }

  mutating func require(_ byte: Unicode.Scalar) throws(Trouble) {
    guard take(byte) else { throw trouble() }
  }

  /// The key of the next member of an object that has been entered, with the cursor at its value;
  /// nil once the object is left.
  mutating func nextKey(isFirst: Bool) throws(Trouble) -> String? {
    if take("}") { return nil }
    if !isFirst { try require(",") }
    guard peek() == UInt8(ascii: "\"") else { throw trouble() }
    let key = try skipValue().bytes.dropFirst().dropLast()
    try require(":")
    return String(decoding: text[key], as: UTF8.self)
  }

  /// The next element of an array that has been entered; nil once the array is left.
  mutating func nextElement(isFirst: Bool) throws(Trouble) -> Piece? {
    if take("]") { return nil }
    if !isFirst { try require(",") }
    return try skipValue()
  }

  /// Steps over one value of any kind.
  mutating func skipValue() throws(Trouble) -> Piece {
    guard let first = peek() else { throw trouble() }
    let start = index
    let startLine = line
    switch first {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      throw trouble()
    default: try skipScalar()
    }
    return Piece(bytes: start..<index, line: startLine)
  }

  /// What stands here and should not.
  mutating func trouble() -> Trouble {
    peek().map { .unexpected($0, line: line) } ?? .endsEarly(line: line)
  }

  private mutating func step() {
    if text[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  private mutating func skipString() throws(Trouble) {
    index += 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): index += 2
      default: step()
      }
    }
    index = text.count
    throw .endsEarly(line: line)
  }

  private mutating func skipNested() throws(Trouble) {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case let byte where byte < 32 && !isSpace(byte) || byte > 126:
        throw .unexpected(byte, line: line)
      default: break
      }
      step()
      if depth == 0 { return }
    }
    throw .endsEarly(line: line)
  }

  /// A number or a word is short; megabytes of something else are not worth walking over.
  private mutating func skipScalar() throws(Trouble) {
    let start = index
    while index < text.count, !isSpace(text[index]) {
      switch text[index] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return
      default: index += 1
      }
      guard index - start < 64 else { throw .unexpected(text[start], line: line) }
    }
  }
}
