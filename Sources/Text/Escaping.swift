/// Functions that escape text for other syntaxes, one function for each syntax.
///
/// All functions work on Unicode scalars. A `Character` can consist of several scalars, such as
/// U+0600 and a following quotation mark, or `<` and a following U+0301. A comparison of characters
/// would miss that quotation mark and that `<`.
package enum Escaping {
  /// Escapes text for HTML, for the content of an element or an attribute value between quotes.
  package static func html(_ text: String) -> String {
    replacing(in: text) { $0 == "'" ? "&#39;" : markup($0) }
  }

  /// Escapes text for XML 1.0, for the content of an element or an attribute value between double
  /// quotes.
  ///
  /// A scalar that XML cannot contain becomes a question mark. Line ends and tabs become numeric
  /// references, since an XML parser would turn them into spaces in an attribute.
  package static func xml(_ text: String) -> String {
    replacing(in: text) { scalar in
      switch scalar.value {
      case 9, 10, 13: "&#\(scalar.value);"
      case 0..<32, 0xFFFE, 0xFFFF: "?"
      default: markup(scalar)
      }
    }
  }

  private static func markup(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    default: nil
    }
  }

  /// Escapes text for Markdown, so that no character is read as markup or ends a table cell or
  /// line.
  package static func markdown(_ text: String) -> String {
    replacing(in: text) { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "|", "~", "$", "&": "\\\(scalar)"
      default: scalar.isLineEnd ? " " : nil
      }
    }
  }

  /// Returns a text as a CSV field, in quotes where necessary (RFC 4180).
  package static func csv(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
    return needsQuotes ? "\"" + replacing(in: field) { $0 == "\"" ? "\"\"" : nil } + "\"" : field
  }

  /// Returns a text as a JSON string with quotes (RFC 8259), which is also a valid YAML string.
  ///
  /// Characters that YAML does not accept literally become `\u` escapes.
  package static func json(_ text: String) -> String {
    let escaped = replacing(in: text) { scalar in
      switch scalar.value {
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      case 10: "\\n"
      case 13: "\\r"
      case 9: "\\t"
      case 0..<32, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: byNumber(scalar)
      default: nil
      }
    }
    return "\"" + escaped + "\""
  }

  /// Appends a text as a JSON string, as `json` returns it, to UTF-8 bytes.
  package static func appendJSON(_ text: String, to bytes: inout [UInt8]) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.allSatisfy(isPlainInJSON) else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: utf8)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if isPlain != true { bytes += json(text).utf8 }
  }

  private static func isPlainInJSON(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Escapes a JSON text for an HTML script element, so that the JSON text cannot end the element.
  ///
  /// The function can replace every `<`, since in JSON `<` occurs only within strings.
  package static func script(json: String) -> String {
    replacing(in: json) { $0 == "<" ? byNumber($0) : nil }
  }

  private static func byNumber(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns a word quoted for a shell.
  package static func shell(_ word: String) -> String {
    "'" + replacing(in: word) { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// Escapes a name or value for a URL's query or a form.
  ///
  /// All characters except the unreserved characters of RFC 3986, section 2.3, are percent-encoded.
  package static func percent(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var encoded = String.UnicodeScalarView()
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": encoded.append(scalar)
      default: encoded += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(encoded)
  }

  private static func replacing(
    in text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    // Most texts have nothing to escape.
    guard text.unicodeScalars.contains(where: { replacement($0) != nil }) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let instead = replacement(scalar) {
        escaped += instead.unicodeScalars
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool {
    switch value {
    case 10...13, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
