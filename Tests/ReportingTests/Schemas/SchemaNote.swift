import Evaluation
import Text

@testable import Reporting

/// A schema's description and bounds of a member, in addition to its type.
struct SchemaNote: ExpressibleByStringLiteral, Sendable {
  var description: String?
  var keywords: SchemaWriter.Keywords = []
  /// The keywords for the elements of a list.
  var elements: SchemaWriter.Keywords = []

  init(stringLiteral description: String) { self.description = description }

  /// - Parameter low: Minus infinity for an integer that may be negative.
  init(
    _ description: String? = nil, from low: Double? = nil, to high: Double? = nil,
    matching pattern: String? = nil, oneOf words: [String]? = nil,
    count: ClosedRange<Double>? = nil, each element: SchemaNote? = nil
  ) {
    self.description = description
    let keywords: [(name: String, value: JSONTree?)] = [
      ("minimum", low.map(JSONTree.number)), ("maximum", high.map(JSONTree.number)),
      ("pattern", pattern.map(JSONTree.text)),
      ("enum", words.map { .array($0.map(JSONTree.text)) }),
      ("minItems", (count?.lowerBound).map(JSONTree.number)),
      ("maxItems", (count?.upperBound).map(JSONTree.number)),
    ]
    self.keywords = keywords.compactMap { name, value in value.map { JSONTree.Member(name, $0) } }
    elements = element?.keywords ?? []
  }

  init(constant text: String) { keywords = [.init("const", .text(text))] }

  static let share = SchemaNote(from: 0, to: 1)
  static let notNegative = SchemaNote(from: 0)
  static let signed = SchemaNote(from: -Double.infinity)
  static let notEmpty = SchemaNote(count: 1...Double.infinity)

  static func time(_ description: String? = nil) -> SchemaNote {
    SchemaNote(
      description,
      matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$")
  }

  /// Makes a note from the table of measures; nil if the table has no such measure.
  init?(measure name: String) {
    guard let measure = Measures.explained(name) else { return nil }
    self.init(
      measure.meaning, from: measure.unit == .share ? 0 : nil,
      to: measure.unit == .share ? 1 : nil)
  }
}

/// The notes on a type and on its members.
struct TypeNotes: Sendable {
  var type: any Any.Type
  var description: String?
  /// The prefix of the members' names in the table of measures; nil if they are no measures.
  var measures: String?
  var members: [String: SchemaNote]

  init(
    _ type: any Any.Type, _ description: String? = nil, measures: String? = nil,
    members: [String: SchemaNote] = [:]
  ) {
    self.type = type
    self.description = description
    self.measures = measures
    self.members = members
  }

  /// Returns the note on a member. Its own description and bounds take precedence over the
  /// measure's.
  func note(of member: String) -> SchemaNote? {
    let own = members[member]
    guard var note = measures.flatMap({ SchemaNote(measure: $0 + member) }) else { return own }
    if let description = own?.description { note.description = description }
    if let keywords = own?.keywords, !keywords.isEmpty { note.keywords = keywords }
    note.elements = own?.elements ?? []
    return note
  }
}
