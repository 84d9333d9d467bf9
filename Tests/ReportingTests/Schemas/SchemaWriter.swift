import Text

/// Makes a JSON Schema from a type's form and the notes on it.
struct SchemaWriter {
  typealias Keywords = [JSONTree.Member]

  private let notes: [TypeNotes]
  private var definitions: [String: JSONTree] = [:]
  /// The types and members that were written, such as "Provenance" and "Provenance.options".
  private(set) var met: Set<String> = []

  init(notes: [TypeNotes]) { self.notes = notes }

  /// - Parameter form: The form of an object.
  mutating func document(_ form: Shape, title: String, description: String) -> JSONTree {
    guard case .object(let members) = form else { return .object([]) }
    let body = object(members)
    let head: Keywords = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .text(title)),
      .init("description", .text(description)),
    ]
    let sorted = definitions.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, $0.value) }
    return .object(head + body + [.init("$defs", .object(sorted))])
  }

  private mutating func keywords(of shape: Shape) -> Keywords {
    switch shape {
    case .boolean: return [.init("type", "boolean")]
    // Most integers are counts.
    case .integer: return [.init("type", "integer"), .init("minimum", .number(0))]
    case .number: return [.init("type", "number")]
    case .text: return [.init("type", "string")]
    case .words(let words, let type):
      return reference(to: type) { _ in
        [.init("type", "string"), .init("enum", .array(words.map(JSONTree.text)))]
      }
    case .list(let element):
      return [.init("type", "array"), .init("items", .object(keywords(of: element)))]
    case .object(let members): return reference(to: members.type) { $0.object(members) }
    case .nullable(let shape): return nullable(keywords(of: shape))
    }
  }

  private func nullable(_ keywords: Keywords) -> Keywords {
    guard let index = keywords.firstIndex(where: { $0.name == "type" }) else {
      return [.init("anyOf", .array([.object(keywords), .object([.init("type", "null")])]))]
    }
    var keywords = keywords
    keywords[index].value = .array([keywords[index].value, "null"])
    return keywords
  }

  /// Returns a reference to a named type, and adds its definition.
  private mutating func reference(
    to type: any Any.Type, make: (inout SchemaWriter) -> Keywords
  ) -> Keywords {
    let name = Self.name(of: type)
    if name.contains("<") { return make(&self) }
    if definitions[name] == nil {
      let description = notes.first { $0.type == type }?.description
      met.insert(name)
      definitions[name] = .object(Self.described(description, make(&self)))
    }
    return [.init("$ref", .text("#/$defs/\(name)"))]
  }

  private mutating func object(_ members: Shape.Members) -> Keywords {
    let notes = notes.first { $0.type == members.type }
    var properties: Keywords = []
    for member in members.all {
      met.insert("\(Self.name(of: members.type)).\(member.name)")
      let own = keywords(of: member.shape)
      let value = notes?.note(of: member.name).map { Self.noted($0, own) } ?? own
      properties.append(.init(member.name, .object(value)))
    }
    let required = members.all.filter(\.isRequired).map { JSONTree.text($0.name) }
    return [
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", .array(required)),
      .init("additionalProperties", false),
    ]
  }

  private static func noted(_ note: SchemaNote, _ own: Keywords) -> Keywords {
    var own = own
    if let index = own.firstIndex(where: { $0.name == "items" }),
      case .object(let elements) = own[index].value
    {
      own[index].value = .object(merged(elements, note.elements))
    }
    return described(note.description, merged(own, note.keywords))
  }

  private static func described(_ description: String?, _ keywords: Keywords) -> Keywords {
    description.map { [.init("description", .text($0))] + keywords } ?? keywords
  }

  /// Returns a type's keywords, replaced by the noted ones. An infinite bound removes the type's
  /// own.
  private static func merged(_ own: Keywords, _ noted: Keywords) -> Keywords {
    let kept = own.filter { keyword in !noted.contains { $0.name == keyword.name } }
    return kept + noted.filter { !$0.value.isInfinite }
  }

  /// Returns a type's name, such as "Comparison.Tracker".
  static func name(of type: any Any.Type) -> String {
    let name = String(reflecting: type)
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension JSONTree {
  /// True for an infinite bound, which stands for none.
  fileprivate var isInfinite: Bool {
    if case .number(let value) = self { value.isInfinite } else { false }
  }
}
