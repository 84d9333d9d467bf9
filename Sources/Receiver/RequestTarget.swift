import PhoneAPI
import Text

/// The target of an HTTP request. It has the path without host and trailing slash, and the query.
package struct RequestTarget {
  package let path: String
  package let query: FormFields

  /// Reads the target of a request from a whole URL, or from a path without a host.
  package init(_ url: String) {
    var rest = Array(url.utf8).prefix { $0 != UInt8(ascii: "#") }
    if rest.first != UInt8(ascii: "/"), let scheme = rest.firstRange(of: Array("://".utf8)) {
      rest = rest[scheme.upperBound...]
      rest = rest[(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)...]
    }
    let pathEnd = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    path = Self.trimmed(percentDecoded(rest[..<pathEnd]))
    query = FormFields(bytes: rest[pathEnd...].dropFirst())
  }

  /// Returns a path without the slashes at its end.
  package static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
      path.unicodeScalars.removeLast()
    }
    return path
  }

  /// The parts of the path between its slashes.
  var components: [Substring] { path.split(separator: "/") }
}

/// The fields in the query of a URL or in the body of a form: `name=value&…`.
package struct FormFields {
  private var fields: [(name: String, value: String)] = []

  package init(_ text: String) { self.init(bytes: Array(text.utf8)[...]) }

  fileprivate init(bytes: ArraySlice<UInt8>) {
    for field in bytes.split(separator: UInt8(ascii: "&")) {
      let nameEnd = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
      fields.append(
        (Self.decoded(field[..<nameEnd]), Self.decoded(field[nameEnd...].dropFirst())))
    }
  }

  private static func decoded(_ part: ArraySlice<UInt8>) -> String {
    percentDecoded(part, plusIsSpace: true)
  }

  /// Reads the fields in the body of a form.
  ///
  /// - Throws: `Malformed` if the body is not UTF-8.
  init(body: [UInt8]) throws(Malformed) {
    guard String(validating: body, as: UTF8.self) != nil else {
      throw Malformed(reason: "the body is not UTF-8")
    }
    self.init(bytes: body[...])
  }

  /// The value of each name. If a name occurs twice, the last value counts.
  package var values: [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// The value of the first field with that name.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Decodes percent-encoded bytes and leaves all other text as it is. Invalid UTF-8 becomes U+FFFD.
private func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var rest = bytes
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "%"):
      let digits = rest.prefix(2)
      // Unlike the integer's own reading, this refuses a sign.
      if digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let encoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(encoded)
        rest.removeFirst(2)
      } else {
        decoded.append(byte)
      }
    case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
    default: decoded.append(byte)
    }
  }
  return String(decoding: decoded, as: UTF8.self)
}
