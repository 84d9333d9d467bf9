/// A key of a YAML document, from which its reader, its JSON Schema and its page are made.
package struct Key: Sendable {
  package let name: String
  package let kind: ValueKind
  /// The meaning as a sentence without a full stop, with code between backticks.
  package let meaning: String
  /// The value that applies if the key is left out, with code between backticks.
  package let usual: String?
  /// An example of a value, as written in YAML.
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

  /// Returns the same key for another document, where its kind, its meaning or its being required
  /// differs.
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
  /// The table's name, unique in a document, which its part of the schema also has.
  package let name: String
  package let keys: [Key]
  package let names: [String]
  /// The keys of which each mapping must have exactly one.
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

  /// Ends the program if the table lacks the key, so that tests find misspelled keys.
  package func demand(_ name: String) {
    precondition(names.contains(name), "'\(self.name)' has no key '\(name)'")
  }
}

extension [Key] {
  package var names: [String] { map(\.name) }
}

/// The kinds of value that a key may have.
package indirect enum ValueKind: Sendable {
  case text
  /// A text that matches a regular expression.
  case form(String)
  case flag
  /// A number within a range; nil for any number.
  case number(ClosedRange<Double>?)
  case wholeNumber(ClosedRange<Int>)
  case quantity(QuantityDimension, Limits)
  case words([String])
  case list(of: ValueKind, count: ClosedRange<Int>)
  case table(KeyTable)
  /// A mapping whose keys are names that the author chooses.
  case named(ValueKind)
  case anything
  case either([ValueKind])
  /// Another kind, with a description of its own.
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

  /// Returns the kind for one value or a list of values.
  package static func oneOrMore(_ kind: ValueKind) -> ValueKind {
    .either([kind, .list(of: kind)])
  }
}
