/// A JSON value as a tree, for few and small JSON texts.
package enum JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object with its members in the order of the text. If two members have the same name, the
  /// first counts.
  case object([Member])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// Reads a JSON text.
  ///
  /// - Throws: `Malformed` if the bytes are not one JSON value.
  package init(_ bytes: [UInt8]) throws(Malformed) {
    self = try JSONScanner.scan(bytes) { (scanner) throws(Malformed) in
      let value = try JSONValue.read(&scanner, depth: 0)
      try scanner.requireEnd()
      return value
    }
  }

  package static func read(
    _ scanner: inout JSONScanner, depth: Int = 0
  ) throws(Malformed) -> JSONValue {
    guard depth < JSONScanner.depthMax else { throw scanner.nestedTooDeeply() }
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

  package subscript(name: String) -> JSONValue? {
    members?.first { $0.name == name }?.value
  }

  /// The members of an object in the order of the text; nil for other values.
  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  package var isObject: Bool { members != nil }

  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number; nil for other values, and for a number too large for a double.
  package var number: Double? {
    guard case .number(let number) = self, number.isFinite else { return nil }
    return number
  }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }
}
