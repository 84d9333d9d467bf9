import Documents
import Foundation
import Scenarios
import Text
import Timekeeping

/// JSON and the small texts: quantities, times, escaping.
extension FuzzReader {
  static let texts = [
    FuzzReader("json", "the JSON scanner against its tree and Foundation's reader") { json($0) },
    FuzzReader("quantities", "quantities, moments, time zones, coordinates, settings") { bytes in
      quantities(String(decoding: bytes.prefix(200), as: UTF8.self))
    },
    FuzzReader("escaping", "what text becomes in other syntaxes") { bytes in
      escape(String(decoding: bytes.prefix(1000), as: UTF8.self))
    },
  ]

  // MARK: JSON

  private static func json(_ bytes: [UInt8]) {
    let tree = try? JSONValue(bytes)
    let isSkipped = JSONScanner.scan(bytes) { scanner in
      (try? scanner.skipValue()) != nil && (try? scanner.requireEnd()) != nil
    }
    // What is skipped is not checked to be UTF-8.
    require(tree == nil || isSkipped, "the scanner skips what the tree reads")
    let outline = JSONScanner.scan(bytes) { scanner in try? scanner.skipOutline() }
    guard let tree else { return }
    // Numbers of 64 digits and more are not walked over.
    require(outline != nil || tree.isNumber, "the outline takes what the tree reads")
    require(
      (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        || holdsUnusual(tree, bytes), "Foundation takes what the tree reads")
    require(
      (try? JSONValue(Array(tree.written.utf8))) == tree || tree.holdsUnwritable,
      "a tree is read back as it was written")
  }

  /// Numbers beyond a double and halves of surrogate pairs, which Foundation refuses.
  private static func holdsUnusual(_ tree: JSONValue, _ bytes: [UInt8]) -> Bool {
    tree.holdsUnwritable || String(decoding: bytes, as: UTF8.self).contains("\\u")
  }

  // MARK: Quantities

  private static func quantities(_ text: String) {
    for dimension in [.length, .duration, .share, .speed, .plainNumber] as [QuantityDimension] {
      _ = dimension.value(of: text)
    }
    let node = SourceNode(
      name: "it", content: .text(text, isQuoted: false), location: .commandLine)
    _ = try? node.duration(.notNegative)
    _ = try? node.spreadMoment()
    _ = try? node.timeZone()
    _ = try? node.flag()
    if let berlin = LocalCalendar(identifier: "Europe/Berlin") { _ = try? node.instant(in: berlin) }
    _ = try? SettingOverride.parse(text, trackers: ["one", "two"])
    if let instant = Instant(iso8601: text) {
      let written = instant.iso8601(fractionDigits: 9)
      require(Instant(iso8601: written) == instant, "\(written) is read back as it was written")
    }
  }

  // MARK: Escaping

  private static func escape(_ text: String) {
    let html = Escaping.html(text).unicodeScalars
    require(!html.contains { "<>\"'".unicodeScalars.contains($0) }, "HTML holds no mark-up")
    let xml = Escaping.xml(text).unicodeScalars
    require(!xml.contains { "<>\"".unicodeScalars.contains($0) }, "XML holds no mark-up")
    require(
      (try? JSONValue(Array(Escaping.json(text).utf8))) == .string(text),
      "a text of JSON is read back as it was written")
    require(
      !Escaping.script(json: Escaping.json(text)).unicodeScalars.contains("<"),
      "a script does not end")
    require(
      RequestText.decoded(Escaping.percent(text)) == text, "percent encoding is read back")
    let line = Escaping.markdown(text).unicodeScalars
    require(!line.contains { $0 == "\n" || $0 == "\r" }, "a cell of Markdown is one line")
    let field = Escaping.csv(text).unicodeScalars
    require(
      field.first == "\"" || !field.contains { ",\r\n\"".unicodeScalars.contains($0) },
      "a field of CSV is one field")
  }
}
