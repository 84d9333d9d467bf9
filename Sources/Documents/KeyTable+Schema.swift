import Text

extension KeyTable {
  /// Returns the JSON Schema with which editors complete and check documents of this table.
  package func schema(title: String, description: String) -> String {
    let head: [JSONTree.Member] = [
      .init("$schema", "http://json-schema.org/draft-07/schema#"),
      .init("title", .text(title)), .init("description", .text(description)),
    ]
    let definitions = withNested.dropFirst().map { JSONTree.Member($0.name, .object($0.members)) }
    let whole = JSONTree.object(head + members)
    return whole.adding("$defs", .object(definitions)).written + "\n"
  }

  /// This table and the tables of nested mappings, each once, in the order of first use.
  package var withNested: [KeyTable] {
    var found = [self]
    var next = 0
    while next < found.count {
      for table in found[next].keys.flatMap(\.kind.tables)
      where !found.contains(where: { $0.name == table.name }) {
        found.append(table)
      }
      next += 1
    }
    return found
  }

  private var members: [JSONTree.Member] {
    let required = keys.filter(\.isRequired).names.map(JSONTree.text)
    let properties = keys.map { JSONTree.Member($0.name, $0.schema) }
    var members: [JSONTree.Member] = [
      .init("type", "object"), .init("additionalProperties", false),
    ]
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    if isNeverEmpty { members.append(.init("minProperties", 1)) }
    members.append(.init("properties", .object(properties)))
    if !alternatives.isEmpty {
      let one = alternatives.map { name -> JSONTree in ["required": [.text(name)]] }
      members.append(.init("oneOf", .array(one)))
    }
    return members
  }
}

extension Key {
  fileprivate var schema: JSONTree {
    var description = meaning
    if let usual { description += ". If left out: " + usual }
    if let example { description += ". Example: " + example }
    // Editors show the description as plain text.
    return kind.schema.adding("description", .text(description.replacing("`", with: "")))
  }
}

extension ValueKind {
  fileprivate var schema: JSONTree {
    switch self {
    case .text: ["type": "string"]
    case .form(let pattern): ["type": "string", "pattern": .text(pattern)]
    case .flag: ["type": "boolean"]
    case .number(let range): Self.numberSchema(range)
    case .wholeNumber(let range): Self.wholeNumberSchema(range)
    case .quantity(let dimension, let limits): dimension.schema(limits)
    case .words(let words): ["enum": .array(words.map(Self.unquoted))]
    case .list(let element, let count): Self.listSchema(of: element, count)
    case .table(let table): ["$ref": .text("#/$defs/" + table.name)]
    case .named(let kind): ["type": "object", "additionalProperties": kind.schema]
    case .anything: ["type": "object"]
    case .either(let kinds): ["anyOf": .array(kinds.map(\.schema))]
    case .described(_, let kind): kind.schema
    }
  }

  fileprivate var tables: [KeyTable] {
    switch self {
    case .table(let table): [table]
    case .list(let kind, _), .named(let kind), .described(_, let kind): kind.tables
    case .either(let kinds): kinds.flatMap(\.tables)
    case .text, .form, .flag, .number, .wholeNumber, .quantity, .words, .anything: []
    }
  }

  /// Returns the value that YAML reads from a word without quotes.
  private static func unquoted(_ word: String) -> JSONTree {
    word == "true" ? true : Int(word).map(JSONTree.whole) ?? .text(word)
  }

  fileprivate static func numberSchema(_ range: ClosedRange<Double>?) -> JSONTree {
    guard let range else { return ["type": "number"] }
    return [
      "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ]
  }

  private static func wholeNumberSchema(_ range: ClosedRange<Int>) -> JSONTree {
    let schema: JSONTree = ["type": "integer", "minimum": .whole(range.lowerBound)]
    return range.upperBound == .max ? schema : schema.adding("maximum", .whole(range.upperBound))
  }

  private static func listSchema(of element: ValueKind, _ count: ClosedRange<Int>) -> JSONTree {
    var list: JSONTree = ["type": "array", "items": element.schema]
    if count.lowerBound > 0 { list = list.adding("minItems", .whole(count.lowerBound)) }
    return count.upperBound == .max ? list : list.adding("maxItems", .whole(count.upperBound))
  }
}

extension QuantityDimension {
  /// Returns the schema of a quantity.
  ///
  /// The schema checks the form of a quantity by a pattern, which cannot check the limits. The
  /// program checks the limits when it reads the document.
  fileprivate func schema(_ limits: Limits) -> JSONTree {
    let names = units.map(\.name)
    if names == [""] {
      guard case .within(let range, _) = limits else { return ValueKind.numberSchema(nil) }
      return ValueKind.numberSchema(range)
    }
    let part =
      #"\d+(\.\d+)?\s*"# + (names.count > 1 ? "(\(names.joined(separator: "|")))" : names[0])
    return ["type": "string", "pattern": .text(isCompound ? "^(\(part)\\s*)+$" : "^\(part)$")]
  }
}
