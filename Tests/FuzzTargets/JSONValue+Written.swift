import Receiver
import Text

extension JSONValue {
  /// The value as JSON.
  var written: String {
    switch self {
    case .object(let members):
      "{" + members.map { Escaping.json($0.name) + ":" + $0.value.written }.joined(separator: ",")
        + "}"
    case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .string(let text): Escaping.json(text)
    case .number(let number): "\(number)"
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  var isNumber: Bool { if case .number = self { true } else { false } }

  /// A number beyond the range of a double has no text.
  var holdsUnwritable: Bool {
    switch self {
    case .object(let members): members.contains { $0.value.holdsUnwritable }
    case .array(let elements): elements.contains(where: \.holdsUnwritable)
    case .number(let number): !number.isFinite
    case .string, .bool, .null: false
    }
  }
}

enum RequestText {
  /// The text of a form's only value.
  static func decoded(_ encoded: String) -> String? { FormFields("name=" + encoded)["name"] }
}
