import Text

/// A JSON text as a tree, for the contracts that bring few and small bodies.
enum JSONValue: Hashable {
  struct Member: Hashable {
    var name: String
    var value: JSONValue
  }

  /// In the order of the text; of members named twice the first counts.
  case object([Member])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// - Throws: `Malformed` for anything but one JSON text.
  init(_ bytes: [UInt8]) throws(Malformed) {
    var scanner = JSONScanner(bytes)
    self = try JSONValue.read(&scanner, depth: 0)
    try scanner.requireEnd()
  }

  private static func read(_ scanner: inout JSONScanner, depth: Int) throws(Malformed) -> JSONValue
  {
    guard depth < JSONScanner.depthMax else { throw Malformed(reason: "nested too deeply") }
    var isFirst = true
    switch try scanner.kind() {
    case .object:
      var members: [Member] = []
      try scanner.beginObject()
      while let name = try scanner.nextMember(&isFirst) {
        members.append(
          Member(name: try scanner.string(name), value: try read(&scanner, depth: depth + 1)))
      }
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      try scanner.beginArray()
      while try scanner.nextElement(&isFirst) {
        elements.append(try read(&scanner, depth: depth + 1))
      }
      return .array(elements)
    case .string: return .string(try scanner.string())
    case .number: return .number(try scanner.number())
    case .literal: return try scanner.literal()
    }
  }

  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Nil for a number too large to be a double, too.
  var number: Double? {
    guard case .number(let number) = self, number.isFinite else { return nil }
    return number
  }

  var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }
}

/// `text` between quotes, escaped as RFC 8259 demands and as `<script>` blocks need.
func jsonString(_ text: String) -> String {
  Escaping.script(json: Escaping.json(text))
}
