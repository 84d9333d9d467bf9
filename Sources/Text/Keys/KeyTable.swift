/// One key of a YAML document: what its reader accepts, its JSON Schema demands and its page says.
package struct Key: Sendable {
  package let name: String
  package let kind: ValueKind
  /// A sentence without its full stop; code between backticks.
  package let meaning: String
  /// The value that holds where the key is left out; code between backticks.
  package let usual: String?
  /// A value as YAML has it.
  package let example: String?
  package let isRequired: Bool

  package init(
    _ name: String, _ kind: ValueKind, _ meaning: String, default usual: String? = nil,
    example: String? = nil, isRequired: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
    self.usual = usual
    self.example = example
    self.isRequired = isRequired
  }

  /// The same key where another document takes another kind of value, means something else by it or
  /// cannot do without it.
  package func with(
    _ kind: ValueKind? = nil, meaning: String? = nil, isRequired: Bool? = nil
  ) -> Key {
    Key(
      name, kind ?? self.kind, meaning ?? self.meaning, default: usual, example: example,
      isRequired: isRequired ?? self.isRequired)
  }
}

/// The keys of one mapping, in the order in which messages list them.
package struct KeyTable: Sendable {
  /// Unique in a document; the name of its part of the schema.
  package let name: String
  package let keys: [Key]
  package let names: [String]
  /// Keys of which each mapping has exactly one.
  package let alternatives: [String]
  package let isNeverEmpty: Bool

  package init(
    _ name: String, exactlyOneOf alternatives: [Key] = [], isNeverEmpty: Bool = false,
    _ keys: [Key]
  ) {
    self.name = name
    self.keys = keys
    names = keys.names
    self.alternatives = alternatives.names
    self.isNeverEmpty = isNeverEmpty
  }

  /// - Precondition: The table has the key.
  package subscript(_ name: String) -> Key {
    demand(name)
    return keys[names.firstIndex(of: name) ?? 0]
  }

  /// Ends the program where the table has no such key, so that no test passes a misspelled one.
  package func demand(_ name: String) {
    precondition(names.contains(name), "'\(self.name)' has no key '\(name)'")
  }
}

extension [Key] {
  package var names: [String] { map(\.name) }
}

/// The kinds of value that may stand behind a key.
package indirect enum ValueKind: Sendable {
  case text
  /// A text of that form, as a regular expression.
  case form(String)
  case flag
  /// Nil for any number.
  case number(ClosedRange<Double>?)
  case wholeNumber(ClosedRange<Int>)
  case quantity(QuantityDimension, Limits)
  case words([String])
  case list(of: ValueKind, count: ClosedRange<Int>)
  case table(KeyTable)
  /// A mapping whose keys are the author's own names.
  case named(ValueKind)
  case anything
  case either([ValueKind])
  /// Another kind, in words of its own.
  case described(String, ValueKind)

  package static let anyNumber = ValueKind.number(nil)

  package static func list(of kind: ValueKind, atLeast least: Int = 0) -> ValueKind {
    .list(of: kind, count: least...Int.max)
  }

  package static func words<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> ValueKind
  where Word.RawValue == String {
    .words(Word.allCases.map(\.rawValue))
  }

  package static func words<Word: RawRepresentable>(among words: [Word]) -> ValueKind
  where Word.RawValue == String {
    .words(words.map(\.rawValue))
  }

  /// One value or a list of them.
  package static func oneOrMore(_ kind: ValueKind) -> ValueKind {
    .either([kind, .list(of: kind)])
  }
}
