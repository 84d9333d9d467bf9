/// JSON whose members keep their order.
indirect enum OrderedJSON: ExpressibleByStringLiteral, Sendable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case list([OrderedJSON])
  case object([(name: String, value: OrderedJSON)])

  init(stringLiteral text: String) { self = .text(text) }

  var isInfinite: Bool { if case .number(let value) = self { value.isInfinite } else { false } }

  /// Indented by two spaces.
  var pretty: String { pretty(indentation: "") }

  private func pretty(indentation: String) -> String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
    case .boolean(let value): "\(value)"
    case .list(let elements):
      Self.block("[", elements.map { $0.pretty(indentation: indentation + "  ") }, "]", indentation)
    case .object(let members):
      Self.block(
        "{",
        members.map { Self.quoted($0) + ": " + $1.pretty(indentation: indentation + "  ") },
        "}", indentation)
    }
  }

  private static func block(
    _ opening: String, _ lines: [String], _ closing: String, _ indentation: String
  ) -> String {
    let lines = lines.map { "\n\(indentation)  \($0)" }
    return opening + lines.joined(separator: ",") + "\n\(indentation)\(closing)"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
