import Text

/// A JSON value of a message between phone and app. Whole numbers stay exact, because instants in
/// nanoseconds do not fit into a double.
package enum LinkValue: Sendable, Hashable {
  case null
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  case text(String)
  case list([LinkValue])
  case object(LinkObject)

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var list: [LinkValue]? { if case .list(let list) = self { list } else { nil } }
  package var object: LinkObject? { if case .object(let object) = self { object } else { nil } }
  package var whole: Int64? { if case .whole(let whole) = self { whole } else { nil } }

  package var number: Double? {
    switch self {
    case .number(let number): number
    case .whole(let whole): Double(whole)
    default: nil
    }
  }
}

/// The members of a JSON object in their order.
package struct LinkObject: Sendable, Hashable {
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: LinkValue
  }

  package private(set) var members: [Member]

  package init(_ members: KeyValuePairs<String, LinkValue> = [:]) {
    self.members = members.map { Member(name: $0.key, value: $0.value) }
  }

  package subscript(name: String) -> LinkValue {
    members.first { $0.name == name }?.value ?? .null
  }

  package mutating func add(_ name: String, _ value: LinkValue) {
    members.append(Member(name: name, value: value))
  }
}

// MARK: Reading

extension LinkObject {
  /// Reads a line that holds one JSON object.
  ///
  /// - Throws: `Malformed` for any other text.
  package init(line: [UInt8]) throws(Malformed) {
    let value = try JSONScanner.scan(line) { (scanner) throws(Malformed) in
      let value = try LinkValue.read(&scanner, depth: 0)
      try scanner.requireEnd()
      return value
    }
    guard let object = value.object else { throw Malformed(reason: "no JSON object") }
    self = object
  }
}

extension LinkValue {
  fileprivate static func read(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(Malformed) -> LinkValue {
    guard depth < JSONScanner.depthMax else { throw Malformed(reason: "nested too deeply") }
    var isFirst = true
    switch try scanner.kind() {
    case .object:
      var object = LinkObject()
      try scanner.beginObject()
      while let name = try scanner.nextMember(&isFirst) {
        object.add(try scanner.string(name), try read(&scanner, depth: depth + 1))
      }
      return .object(object)
    case .array:
      var list: [LinkValue] = []
      try scanner.beginArray()
      while try scanner.nextElement(&isFirst) {
        list.append(try read(&scanner, depth: depth + 1))
      }
      return .list(list)
    case .string: return .text(try scanner.string())
    case .number: return try readNumber(&scanner)
    case .literal:
      switch try scanner.literal() {
      case .bool(let flag): return .flag(flag)
      default: return .null
      }
    }
  }

  private static func readNumber(_ scanner: inout JSONScanner) throws(Malformed) -> LinkValue {
    let start = scanner.index
    let number = try scanner.number()
    // A whole number is digits alone, so that its text is read as an integer.
    let digits = scanner.source(since: start)
    if let whole = Int64(String(decoding: digits, as: UTF8.self)) { return .whole(whole) }
    return .number(number)
  }
}

// MARK: Writing

extension LinkObject {
  /// The object as one line of JSON, with the line's end.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    LinkValue.object(self).write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

extension LinkValue {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .whole(let whole): bytes += String(whole).utf8
    case .number(let number): bytes += (number.isFinite ? number.description : "null").utf8
    case .text(let text): Escaping.appendJSON(text, to: &bytes)
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Escaping.appendJSON(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension LinkValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(integerLiteral value: Int64) { self = .whole(value) }
}
