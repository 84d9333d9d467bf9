/// Text as other syntaxes have it: one function a syntax.
///
/// Each works on Unicode scalars. A `Character` may be several of them: U+0600 and a quotation mark
/// after it are one, as are `<` and U+0301 after it, so that a comparison of characters lets the
/// quotation mark and the `<` pass.
package enum Escaping {
  /// Text in HTML, in an element or in an attribute between quotes.
  package static func html(_ text: String) -> String {
    replacing(in: text) { $0 == "'" ? "&#39;" : markup($0) }
  }

  /// Text in XML 1.0, in an element or in an attribute between double quotes.
  ///
  /// A scalar that XML cannot write becomes a question mark. Line ends and tabs are written by number,
  /// since a reader would make spaces of them in an attribute.
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

  /// Text in Markdown and in its tables: nothing in it is markup, nor ends a cell or a line.
  package static func markdown(_ text: String) -> String {
    replacing(in: text) { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "|", "~", "$", "&": "\\\(scalar)"
      default: scalar.isLineEnd ? " " : nil
      }
    }
  }

  /// A field of CSV, in quotes where it has to be (RFC 4180).
  package static func csv(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
    return needsQuotes ? "\"" + replacing(in: field) { $0 == "\"" ? "\"\"" : nil } + "\"" : field
  }

  /// A string of JSON with its quotes (RFC 8259), which is one of YAML's too: what YAML does not
  /// take as it stands is written by number.
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

  /// Whole JSON in an HTML script element, which it must not end. A `<` is in its strings alone.
  package static func script(json: String) -> String {
    replacing(in: json) { $0 == "<" ? byNumber($0) : nil }
  }

  private static func byNumber(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// One word for a shell.
  package static func shell(_ word: String) -> String {
    "'" + replacing(in: word) { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// A name or value in a URL's query or in a form: all but the unreserved characters of RFC 3986,
  /// 2.3, by number.
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
