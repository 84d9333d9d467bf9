/// Makes a JSON Schema of a type's form and of what is noted about it.
struct SchemaWriter {
  typealias Keywords = [(name: String, value: OrderedJSON)]

  private let notes: [TypeNotes]
  private var definitions: [String: OrderedJSON] = [:]
  /// "Provenance", "Provenance.options": types and members that were met.
  private(set) var met: Set<String> = []

  init(notes: [TypeNotes]) { self.notes = notes }

  /// - Parameter form: of an object.
  mutating func document(_ form: Shape, title: String, description: String) -> OrderedJSON {
    guard case .object(let members) = form else { return .object([]) }
    let body = object(members)
    let head: Keywords = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .text(title)),
      ("description", .text(description)),
    ]
    let sorted = definitions.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    return .object(head + body + [("$defs", .object(sorted))])
  }

  private mutating func keywords(of shape: Shape) -> Keywords {
    switch shape {
    case .boolean: return [("type", "boolean")]
    // Most are counts.
    case .integer: return [("type", "integer"), ("minimum", .number(0))]
    case .number: return [("type", "number")]
    case .text: return [("type", "string")]
    case .words(let words, let type):
      return reference(to: type) { _ in
        [("type", "string"), ("enum", .list(words.map(OrderedJSON.text)))]
      }
    case .list(let element):
      return [("type", "array"), ("items", .object(keywords(of: element)))]
    case .object(let members): return reference(to: members.type) { $0.object(members) }
    case .nullable(let shape): return nullable(keywords(of: shape))
    }
  }

  private func nullable(_ keywords: Keywords) -> Keywords {
    guard let index = keywords.firstIndex(where: { $0.name == "type" }) else {
      return [("anyOf", .list([.object(keywords), .object([("type", "null")])]))]
    }
    var keywords = keywords
    keywords[index].value = .list([keywords[index].value, "null"])
    return keywords
  }

  /// A type with a name of its own is a definition.
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
    return [("$ref", .text("#/$defs/\(name)"))]
  }

  private mutating func object(_ members: Shape.Members) -> Keywords {
    let notes = notes.first { $0.type == members.type }
    var properties: Keywords = []
    for member in members.all {
      met.insert("\(Self.name(of: members.type)).\(member.name)")
      let own = keywords(of: member.shape)
      let value = notes?.note(of: member.name).map { Self.noted($0, own) } ?? own
      properties.append((member.name, .object(value)))
    }
    let required = members.all.filter(\.isRequired).map { OrderedJSON.text($0.name) }
    return [
      ("type", "object"), ("properties", .object(properties)), ("required", .list(required)),
      ("additionalProperties", .boolean(false)),
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
    description.map { [("description", .text($0))] + keywords } ?? keywords
  }

  /// What is noted stands for what comes of the type; an infinite bound for none.
  private static func merged(_ own: Keywords, _ noted: Keywords) -> Keywords {
    let kept = own.filter { keyword in !noted.contains { $0.name == keyword.name } }
    return kept + noted.filter { !$0.value.isInfinite }
  }

  /// "Comparison.Tracker".
  static func name(of type: any Any.Type) -> String {
    let name = String(reflecting: type)
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
