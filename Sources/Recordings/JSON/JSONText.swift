import Foundation
import Text

/// A reader of JSON text that reads one value at a time. An error message gives the line on which
/// the faulty value begins.
struct JSONText {
  private let text: UnsafeBufferPointer<UInt8>
  private let location: SourceLocation
  private let firstLine: Int
  private let decoder: JSONDecoder

  private init(
    _ text: UnsafeBufferPointer<UInt8>, _ location: SourceLocation, firstLine: Int = 1,
    decoder: JSONDecoder = JSONDecoder()
  ) {
    self.text = text
    self.location = location
    self.firstLine = firstLine
    self.decoder = decoder
  }

  /// Calls `body` with `bytes` as a JSON text. The text is valid only until `body` returns.
  static func with<Value>(
    _ bytes: Data, location: SourceLocation, _ body: (JSONText) throws(InputError) -> Value
  ) throws(InputError) -> Value {
    // The typed error is returned as a value, because `withUnsafeBytes` would lose its type.
    let result = bytes.withUnsafeBytes { raw -> Result<Value, InputError> in
      do throws(InputError) {
        return .success(try body(JSONText(raw.bindMemory(to: UInt8.self), location)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Walking

  /// Calls `body` with every element of an array. The array is the root, or the value of one of
  /// `keys` in a root object.
  ///
  /// - Returns: the keys of the root object's other members.
  @discardableResult
  func elements(
    under keys: [String], _ body: (Piece) throws(InputError) -> Void
  ) throws(InputError) -> [String] {
    var walk = Walk(self)
    var others: [String] = []
    if walk.scanner.take("[") {
      try walk.eachElement(body)
    } else {
      try walk.step { (scanner) throws(Malformed) in try scanner.beginObject() }
      var isFirst = true
      while let key = try walk.nextKey(&isFirst) {
        if keys.contains(key), walk.scanner.take("[") {
          try walk.eachElement(body)
        } else {
          others.append(key)
          _ = try walk.nextPiece()
        }
      }
    }
    try walk.step { (scanner) throws(Malformed) in try scanner.requireEnd() }
    return others
  }

  /// Calls `body` with every value of a text that has several values, usually one on each line.
  func values(_ body: (Piece) throws(InputError) -> Void) throws(InputError) {
    var walk = Walk(self)
    while let byte = walk.scanner.nextByte() {
      // In RFC 8142, each value begins with a record separator.
      if byte == 0x1E {
        _ = walk.scanner.take("\u{1E}")
      } else {
        try body(walk.nextPiece())
      }
    }
  }

  /// A scanner of the JSON text, with the number of its current line.
  private struct Walk {
    private let text: JSONText
    var scanner: JSONScanner
    /// The position in the text up to which newlines have been counted.
    private var counted = 0
    private var line: Int

    init(_ text: JSONText) {
      self.text = text
      scanner = JSONScanner(text.text)
      scanner.skipByteOrderMark()
      line = text.firstLine
    }

    mutating func step<Value>(
      _ step: (inout JSONScanner) throws(Malformed) -> Value
    ) throws(InputError) -> Value {
      do throws(Malformed) {
        return try step(&scanner)
      } catch {
        throw refusal(at: error.position ?? scanner.index)
      }
    }

    mutating func nextKey(_ isFirst: inout Bool) throws(InputError) -> String? {
      try step { (scanner) throws(Malformed) in
        // A name that is not UTF-8 is none of the names looked for.
        try scanner.nextMember(&isFirst).map { (try? scanner.string($0)) ?? "" }
      }
    }

    mutating func nextPiece() throws(InputError) -> Piece {
      let bytes = try step { (scanner) throws(Malformed) in try scanner.skipOutline() }
      return Piece(bytes, line: line(at: bytes.lowerBound), text)
    }

    mutating func eachElement(
      _ body: (Piece) throws(InputError) -> Void
    ) throws(InputError) {
      var isFirst = true
      while try step({ (scanner) throws(Malformed) in try scanner.nextElement(&isFirst) }) {
        try body(nextPiece())
      }
    }

    /// Returns the line number of a position in the text.
    ///
    /// - Parameter position: a position at or after the positions of all earlier calls.
    private mutating func line(at position: Int) -> Int {
      guard let start = text.text.baseAddress.map(UnsafeRawPointer.init) else { return line }
      // `memchr` is several times as fast as a loop over the bytes.
      while let newline = memchr(start + counted, 0x0A, position - counted) {
        counted = UnsafeRawPointer(newline) - start + 1
        line += 1
      }
      counted = position
      return line
    }

    private mutating func refusal(at position: Int) -> InputError {
      let location = SourceLocation(file: text.location.file, line: line(at: position))
      guard position < text.text.count else {
        return InputError(
          location, "the file ends in the middle of the JSON; was it copied whole?")
      }
      let found = quoted(String(decoding: [text.text[position]], as: UTF8.self))
      return InputError(location, "not well-formed JSON: \(found) is not allowed here")
    }
  }

  // MARK: Decoding

  /// One value of the JSON text, with its line.
  struct Piece {
    var line: Int
    private let bytes: Range<Int>
    private let text: JSONText

    fileprivate init(_ bytes: Range<Int>, line: Int, _ text: JSONText) {
      self.line = line
      self.bytes = bytes
      self.text = text
    }

    var location: SourceLocation { SourceLocation(file: text.location.file, line: line) }

    /// The value as a JSON text of its own, so that its parts can be read.
    var inner: JSONText {
      JSONText(
        UnsafeBufferPointer(rebasing: text.text[bytes]), text.location, firstLine: line,
        decoder: text.decoder)
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value {
      do {
        let piece = Data(buffer: UnsafeBufferPointer(rebasing: text.text[bytes]))
        return try text.decoder.decode(type, from: piece)
      } catch let error as DecodingError {
        throw InputError(location, Piece.problem(error))
      } catch {
        throw InputError(location, "not well-formed JSON")
      }
    }

    /// Returns a clause that describes a decoding error.
    private static func problem(_ error: DecodingError) -> String {
      switch error {
      case .keyNotFound(let key, let context):
        "\(quoted(path(context.codingPath + [key]))) is missing"
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(quoted(path(context.codingPath))) has the wrong type"
      case .dataCorrupted(let context) where !context.codingPath.isEmpty:
        "\(quoted(path(context.codingPath))) has the wrong type"
      default: "not well-formed JSON"
      }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
  }
}

/// A number that some exports write as text. It reads `12`, `"12"` and `"12.5"`.
struct LooseNumber: Decodable {
  var value: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      value = number
      return
    }
    guard let number = Double(try container.decode(String.self)), number.isFinite else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
    }
    value = number
  }
}
