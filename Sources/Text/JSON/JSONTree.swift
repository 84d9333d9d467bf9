/// A JSON value whose members keep their order, for files that people read and compare.
package indirect enum JSONTree: Sendable, Hashable {
  case object([Member])
  case array([JSONTree])
  case text(String)
  case whole(Int)
  case number(Double)
  case flag(Bool)

  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONTree

    package init(_ name: String, _ value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// The JSON text, with nested lines indented by two spaces. A short list of strings and numbers
  /// stays on one line.
  package var written: String { written(indent: "") }

  private func written(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Escaping.json(text)
    case .whole(let number): return String(number)
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
    case .flag(let flag): return flag ? "true" : "false"
    case .array(let elements):
      let line = "[" + elements.map { $0.written(indent: inner) }.joined(separator: ", ") + "]"
      if elements.isEmpty || line.count <= 90 && !line.contains("\n") { return line }
      return block(elements.map { $0.written(indent: inner) }, "[", "]", indent)
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { Escaping.json($0.name) + ": " + $0.value.written(indent: inner) }
      return block(lines, "{", "}", indent)
    }
  }

  private func block(_ lines: [String], _ open: String, _ close: String, _ indent: String) -> String
  {
    open + "\n" + lines.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent + close
  }

  /// Returns the object with a further member at its end.
  package func adding(_ name: String, _ value: JSONTree) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(name, value)])
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(integerLiteral value: Int) { self = .whole(value) }
}
