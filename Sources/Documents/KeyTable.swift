import Text

/// The definition of a key of a YAML document.
///
/// The reader of the document, the JSON Schema and the page about the keys all use this definition.
package struct Key: Sendable {
  package let name: String
  package let kind: ValueKind
  /// The key's meaning as a sentence without a full stop, with code between backticks.
  package let meaning: String
  /// The value that applies if the document lacks the key, with code between backticks.
  package let usual: String?
  /// An example of the key's value, as written in YAML.
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

  /// Returns a copy of this key for another document. Each argument that is not nil replaces the
  /// property of the same name in the copy.
  package func with(
    _ kind: ValueKind? = nil, meaning: String? = nil, isRequired: Bool? = nil
  ) -> Key {
    Key(
      name, kind ?? self.kind, meaning ?? self.meaning, default: usual, example: example,
      isRequired: isRequired ?? self.isRequired)
  }
}

/// The definitions of a mapping's keys, in the order in which messages list them.
package struct KeyTable: Sendable {
  /// The table's name, which is unique in a document. The JSON Schema contains the table under this
  /// name.
  package let name: String
  package let keys: [Key]
  package let names: [String]
  /// The keys of which a mapping must contain exactly one.
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

  /// Returns the definition of the key with this name.
  ///
  /// - Precondition: The table contains the key.
  package subscript(_ name: String) -> Key {
    demand(name)
    return keys[names.firstIndex(of: name) ?? 0]
  }

  /// Ends the program if the table lacks the key, so that tests find misspelled keys in the code.
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
  /// A text that matches this regular expression.
  case form(String)
  case flag
  /// A number within this range; nil for any number.
  case number(ClosedRange<Double>?)
  case wholeNumber(ClosedRange<Int>)
  case quantity(QuantityDimension, Limits)
  case words([String])
  case list(of: ValueKind, count: ClosedRange<Int>)
  case table(KeyTable)
  /// A mapping whose keys are names that the author of the document chooses.
  case named(ValueKind)
  case anything
  case either([ValueKind])
  /// A value of another kind, with a description that replaces the kind's own description.
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

  /// Returns the kind that accepts one value or a list of values.
  package static func oneOrMore(_ kind: ValueKind) -> ValueKind {
    .either([kind, .list(of: kind)])
  }
}
