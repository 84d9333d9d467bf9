import Testing

@testable import Text

@Suite("Strings in JSON texts")
struct JSONTextTests {
  /// Bytes that a string may hold as they are, the last two of one character.
  private static let plain: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0xC3, 0xA9]

  /// The text of `length` plain bytes between quotes, and something behind them.
  private func quoted(_ length: Int) -> [UInt8] {
    [0x22] + (0..<length).map { Self.plain[$0 % Self.plain.count] } + [0x22, 0x2C]
  }

  /// Strings are read eight bytes at a time, so all places within three such steps are tried.
  @Test("A string ends at its quote, wherever in the text that is", arguments: 0...24)
  func end(length: Int) throws {
    for text in [quoted(length), quoted(length) + Array(repeating: 0x22, count: 9)] {
      try JSONScanner.scan(text) { scanner in
        let found = try scanner.text()
        #expect(found.range == 1..<length + 1 && !found.hasEscapes)
        // The first byte beyond ASCII is the seventh of each eight.
        #expect(found.isASCII == (length < 7))
        #expect(scanner.index == length + 2)
      }
    }
  }

  @Test("A control character is refused and an escape read, wherever it is", arguments: 0...16)
  func attention(place: Int) throws {
    for control: UInt8 in [0x00, 0x0A, 0x1F] {
      var text = quoted(17)
      text[place + 1] = control
      #expect(
        throws: Malformed(reason: "unexpected text at byte \(place + 1)", position: place + 1)
      ) {
        try JSONScanner.scan(text) { _ = try $0.text() }
      }
    }
    let letters = Array(repeating: UInt8(ascii: "x"), count: 17)
    let escaped =
      [0x22] + letters.prefix(place) + Array("\\\"\\u0041".utf8) + letters.dropFirst(place)
      + [0x22, 0x7D]
    let string = try JSONScanner.scan(escaped) { try $0.string() }
    let x = String(repeating: "x", count: place)
    #expect(string == x + "\"A" + String(repeating: "x", count: 17 - place))
  }

  @Test("A string without an end ends with the text", arguments: 0...17)
  func unended(length: Int) {
    let text = Array(quoted(length).dropLast(2))
    #expect(throws: Malformed(reason: "the JSON text ends too early", position: length + 1)) {
      try JSONScanner.scan(text) { _ = try $0.text() }
    }
  }
}
