import PhoneAPI
import Text

/// The target of an HTTP request. It has the path without host and trailing slash, and the query.
package struct RequestTarget {
  package let path: String
  package let query: FormFields

  /// Reads the target of a request from a whole URL, or from a path without a host.
  package init(_ url: String) {
    var rest = Substring(url.prefix { $0 != "#" })
    if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.trimmed(percentDecoded(parts.first ?? ""))
    query = FormFields(parts.count > 1 ? parts[1] : "")
  }

  /// Returns a path without the slashes at its end.
  package static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The parts of the path between its slashes.
  var components: [Substring] { path.split(separator: "/") }
}

/// The fields in the query of a URL or in the body of a form: `name=value&…`.
package struct FormFields {
  private var fields: [(name: String, value: String)] = []

  package init(_ text: some StringProtocol) {
    for field in text.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = parts.map { part in
        percentDecoded(String(part.map { $0 == "+" ? " " : $0 }))
      }
      fields.append((decoded[0], decoded.count > 1 ? decoded[1] : ""))
    }
  }

  /// Reads the fields in the body of a form.
  ///
  /// - Throws: `Malformed` if the body is not UTF-8.
  init(body: [UInt8]) throws(Malformed) {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw Malformed(reason: "the body is not UTF-8")
    }
    self.init(text)
  }

  /// The value of each name. If a name occurs twice, the last value counts.
  package var values: [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// The value of the first field with that name.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Decodes percent-encoded bytes and leaves all other text as it is. Invalid UTF-8 becomes U+FFFD.
private func percentDecoded(_ text: some StringProtocol) -> String {
  let bytes = Array(text.utf8)
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    // Unlike the integer's own reading, this refuses a sign.
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-"),
      let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
    {
      decoded.append(byte)
      index += 3
    } else {
      decoded.append(bytes[index])
      index += 1
    }
  }
  return String(decoding: decoded, as: UTF8.self)
}
