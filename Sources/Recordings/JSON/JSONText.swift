import Foundation
import Text

/// A JSON file, read piece by piece. Whatever is wrong becomes one message with the line on which
/// the piece begins.
struct JSONText {
  private let text: UnsafeRawBufferPointer
  private let location: SourceLocation
  private let firstLine: Int
  private let decoder: JSONDecoder

  private init(
    _ text: UnsafeRawBufferPointer, _ location: SourceLocation, firstLine: Int = 1,
    decoder: JSONDecoder = JSONDecoder()
  ) {
    self.text = text
    self.location = location
    self.firstLine = firstLine
    self.decoder = decoder
  }

  /// Gives `body` the text of `bytes`, which must not leave it.
  static func with<Value>(
    _ bytes: Data, location: SourceLocation, _ body: (JSONText) throws(InputError) -> Value
  ) throws(InputError) -> Value {
    // The typed error has to leave through a value: `withUnsafeBytes` would widen it.
    let result = bytes.withUnsafeBytes { raw -> Result<Value, InputError> in
      do throws(InputError) {
        return .success(try body(JSONText(raw, location)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Walking

  /// Every element of the array that is the root or, in a root object, stands under one of `keys`.
  ///
  /// - Returns: the keys of the root object's other members.
  @discardableResult
  func elements(
    under keys: [String], _ body: (Piece) throws(InputError) -> Void
  ) throws(InputError) -> [String] {
    var cursor = JSONCursor(text, firstLine: firstLine)
    var others: [String] = []
    if cursor.take("[") {
      try eachElement(&cursor, body)
    } else {
      try walk { () throws(JSONCursor.Trouble) in try cursor.require("{") }
      var isFirst = true
      while let key = try walk({ () throws(JSONCursor.Trouble) in
        try cursor.nextKey(isFirst: isFirst)
      }) {
        isFirst = false
        if keys.contains(key), cursor.take("[") {
          try eachElement(&cursor, body)
        } else {
          others.append(key)
          _ = try walk { () throws(JSONCursor.Trouble) in try cursor.skipValue() }
        }
      }
    }
    guard cursor.peek() == nil else { throw refusal(cursor.trouble()) }
    return others
  }

  /// Every value of a text that holds one after the other, as a rule one a line.
  func values(_ body: (Piece) throws(InputError) -> Void) throws(InputError) {
    var cursor = JSONCursor(text, firstLine: firstLine)
    while let byte = cursor.peek() {
      // RFC 8142 puts a record separator before each.
      if byte == 0x1E {
        _ = cursor.take("\u{1E}")
        continue
      }
      try body(Piece(try walk { () throws(JSONCursor.Trouble) in try cursor.skipValue() }, self))
    }
  }

  private func eachElement(
    _ cursor: inout JSONCursor, _ body: (Piece) throws(InputError) -> Void
  ) throws(InputError) {
    var isFirst = true
    while let piece = try walk({ () throws(JSONCursor.Trouble) in
      try cursor.nextElement(isFirst: isFirst)
    }) {
      isFirst = false
      try body(Piece(piece, self))
    }
  }

  private func walk<Value>(
    _ step: () throws(JSONCursor.Trouble) -> Value
  ) throws(InputError) -> Value {
    do throws(JSONCursor.Trouble) {
      return try step()
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ trouble: JSONCursor.Trouble) -> InputError {
    switch trouble {
    case .endsEarly(let line):
      InputError(
        SourceLocation(file: location.file, line: line),
        "the file ends in the middle of the JSON; was it copied whole?")
    case .unexpected(let byte, let line):
      InputError(
        SourceLocation(file: location.file, line: line),
        "not well-formed JSON: \(quoted(String(decoding: [byte], as: UTF8.self))) stands where it"
          + " cannot")
    }
  }

  // MARK: Decoding

  /// One value of the text.
  struct Piece {
    var line: Int
    private let bytes: Range<Int>
    private let text: JSONText

    fileprivate init(_ piece: JSONCursor.Piece, _ text: JSONText) {
      line = piece.line
      bytes = piece.bytes
      self.text = text
    }

    var location: SourceLocation { SourceLocation(file: text.location.file, line: line) }

    /// The piece as a text of its own, to walk further into.
    var inner: JSONText {
      JSONText(
        UnsafeRawBufferPointer(rebasing: text.text[bytes]), text.location, firstLine: line,
        decoder: text.decoder)
    }

    func decoded<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value {
      do {
        return try text.decoder.decode(type, from: Data(text.text[bytes]))
      } catch let error as DecodingError {
        throw InputError(location, Piece.problem(error))
      } catch {
        throw InputError(location, "not well-formed JSON")
      }
    }

    /// The decoder's error in one clause.
    private static func problem(_ error: DecodingError) -> String {
      switch error {
      case .keyNotFound(let key, let context):
        "\(quoted(path(context.codingPath + [key]))) is missing"
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(quoted(path(context.codingPath))) is not of the kind that belongs there"
      case .dataCorrupted(let context) where !context.codingPath.isEmpty:
        "\(quoted(path(context.codingPath))) is not of the kind that belongs there"
      default: "not well-formed JSON"
      }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
  }
}

/// A number that some exports write as text: `12`, `"12"`, `"12.5"`.
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
