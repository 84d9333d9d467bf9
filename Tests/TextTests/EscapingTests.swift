import Foundation
import Testing
import Text

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tests that a reader of the syntax returns each scalar of an escaped text.
///
/// Strings are compared by their scalars. As strings, two texts that Unicode treats as the same
/// would be equal.
@Suite("Escaping")
struct EscapingTests {
  /// Scalars that Unicode joins to the one after or before: a prepended concatenation mark, an
  /// accent, a joiner, a variation selector, a keycap, a spacing mark and a tag.
  private static let joiners: [Unicode.Scalar] = [
    "\u{600}", "\u{110BD}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{E0020}",
  ]

  /// Returns each of `marks` alone, twice, and with every joiner before it, after it and on both
  /// sides.
  private static func texts(_ marks: String) -> [String] {
    marks.unicodeScalars.flatMap { mark in
      joiners.flatMap { joiner in
        [[mark], [mark, mark], [joiner, mark], [mark, joiner], [joiner, mark, joiner, mark]]
      }
    }.map { scalars in "a" + String(String.UnicodeScalarView(scalars)) + "z" }
  }

  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  /// True if `text` contains any of `marks`, joined to another scalar or not.
  private static func has(_ marks: String, in text: String) -> Bool {
    text.unicodeScalars.contains { marks.unicodeScalars.contains($0) }
  }

  @Test("HTML has no mark of its own left in a text, and its entities give the text back")
  func html() {
    for text in Self.texts("&<>\"'") {
      let escaped = Escaping.html(text)
      #expect(!Self.has("<>\"'", in: escaped), "\(escaped.debugDescription)")
      var back = Data(escaped.utf8)
      for (entity, mark) in [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
      ] {
        while let found = back.range(of: Data(entity.utf8)) {
          back.replaceSubrange(found, with: Data(mark.utf8))
        }
      }
      #expect(Array(back) == Array(text.utf8), "\(escaped.debugDescription)")
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var attribute = ""
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { attribute = attributes["name"] ?? "" }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  @Test("A reader of XML gives a text back, from an element and from an attribute")
  func xml() {
    for text in Self.texts("&<>\"'\t\n\r") {
      let escaped = Escaping.xml(text)
      let parser = XMLParser(data: Data("<x name=\"\(escaped)\">\(escaped)</x>".utf8))
      let reader = Reader()
      parser.delegate = reader
      #expect(parser.parse(), "\(escaped.debugDescription)")
      #expect(Self.scalars(reader.attribute) == Self.scalars(text))
      #expect(Self.scalars(reader.text) == Self.scalars(text))
    }
    #expect(Escaping.xml("\u{0}\u{1F}\u{FFFE}") == "???")
  }

  @Test("A backslash stands before each mark of Markdown, and no line ends")
  func markdown() {
    for text in Self.texts("\\`*_{}[]<>#|~$&") {
      var rest = Self.scalars(Escaping.markdown(text))[...]
      var back: [Unicode.Scalar] = []
      while let first = rest.popFirst() {
        if first == "\\", let mark = rest.popFirst() {
          back.append(mark)
        } else {
          #expect(!"\\`*_{}[]<>#|~$&".unicodeScalars.contains(first))
          back.append(first)
        }
      }
      #expect(back == Self.scalars(text))
    }
    for text in Self.texts("\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}") {
      #expect(!Self.has("\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}", in: Escaping.markdown(text)))
    }
  }

  /// Returns the only field of a row of CSV; nil if there are more, or if quotation marks do not
  /// match.
  private static func field(_ row: String) -> [UInt8]? {
    var bytes = Array(row.utf8)[...]
    guard bytes.first == UInt8(ascii: "\"") else {
      return bytes.contains { ",\"\r\n".utf8.contains($0) } ? nil : Array(bytes)
    }
    bytes = bytes.dropFirst()
    var field: [UInt8] = []
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "\"") else {
        field.append(byte)
        continue
      }
      if bytes.isEmpty { return field }
      guard bytes.popFirst() == UInt8(ascii: "\"") else { return nil }
      field.append(byte)
    }
    return nil
  }

  @Test("A reader of CSV gives a field back as one field")
  func csv() {
    for text in Self.texts(",\"\r\n;") + ["a\r\nz", "\"", ""] {
      #expect(Self.field(Escaping.csv(text)) == Array(text.utf8), "\(text.debugDescription)")
    }
    #expect(Escaping.csv("a b") == "a b" && Escaping.csv("a,b") == "\"a,b\"")
  }

  @Test("A reader of JSON gives a string back, and inside a script none ends the script")
  func json() throws {
    let controls = String(String.UnicodeScalarView((UInt8(0)..<32).map { Unicode.Scalar($0) }))
    for text in Self.texts("\"\\/<>\u{7F}\u{85}\u{2028}\u{FEFF}" + controls) {
      let escaped = Escaping.json(text)
      let script = Escaping.script(json: escaped)
      #expect(!Self.has("<", in: script))
      var bytes: [UInt8] = [0]
      Escaping.appendJSON(text, to: &bytes)
      #expect(bytes == [0] + Array(escaped.utf8))
      for json in [escaped, script] {
        let back = try JSONDecoder().decode([String].self, from: Data("[\(json)]".utf8))
        #expect(Self.scalars(back[0]) == Self.scalars(text), "\(json.debugDescription)")
      }
    }
  }

  @Test("A shell takes a word for one word, and for what it is")
  func shell() throws {
    let texts = Self.texts("' \"$`\\;&|*\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "printf '%s\\0' " + texts.map(Escaping.shell).joined(separator: " "),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    #expect(bytes == texts.flatMap { Array($0.utf8) + [0] })
  }

  @Test("A query's value has unreserved characters alone, and reads back")
  func percent() {
    for text in Self.texts("&=?# %+/é") + ["A-z_0.9~"] {
      let escaped = Escaping.percent(text)
      #expect(escaped.utf8.allSatisfy { $0 < 0x80 } && !Self.has("&=?# +/", in: escaped))
      #expect(escaped.removingPercentEncoding.map(Self.scalars) == Self.scalars(text))
    }
    #expect(Escaping.percent("A-z_0.9~é") == "A-z_0.9~%C3%A9")
  }
}
