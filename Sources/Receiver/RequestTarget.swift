import PhoneAPI
import Text

/// What a request is about: its path without host and closing slash, and its query.
package struct RequestTarget {
  package let path: String
  package let query: FormFields

  /// Takes a whole URL, and a path alone.
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

  /// Without a closing slash.
  package static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The path's parts between slashes.
  var components: [Substring] { path.split(separator: "/") }
}

/// `name=value&…`, as in a query and in the body of a form.
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

  /// - Throws: `Malformed` for a body that is not text.
  init(body: [UInt8]) throws(Malformed) {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw Malformed(reason: "the body is not UTF-8")
    }
    self.init(text)
  }

  /// Of a name given twice the last counts.
  package var values: [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// The first of that name.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// What is no percent-encoded byte stays as it is; bytes that are no UTF-8 become U+FFFD.
private func percentDecoded(_ text: some StringProtocol) -> String {
  let bytes = Array(text.utf8)
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
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
