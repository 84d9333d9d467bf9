/// Any JSON, of a server that may answer anything.
enum JSONElement: Decodable, Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case array([JSONElement])
  case object([String: JSONElement])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let array = try? value.decode([JSONElement].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSONElement].self))
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var members: [String: JSONElement]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension JSONElement: CustomStringConvertible {
  /// For a line in a log.
  var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): "'\(text.prefix(40))'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
