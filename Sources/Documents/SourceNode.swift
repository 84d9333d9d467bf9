import Text

/// A part of a YAML file with its name and location. Every message about the part includes both.
package struct SourceNode: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case text(String, isQuoted: Bool)
    case list([SourceNode])
    case mapping([SourceEntry])
  }

  /// The key of this value. For an element of a list, it is the key of the list.
  package var name: String
  package var content: Content
  package var location: SourceLocation

  package init(name: String, content: Content, location: SourceLocation) {
    self.name = name
    self.content = content
    self.location = location
  }

  /// True if the value is missing or `null`.
  package var isNothing: Bool {
    guard case .text(let text, isQuoted: false) = content else { return false }
    return text.isEmpty || text == "null" || text == "~"
  }

  /// A description of the value for messages such as "'day' is a list".
  package var kindFound: String {
    if isNothing { return "empty" }
    return switch content {
    case .text(let text, _): quoted(text)
    case .list(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .mapping: "a mapping"
    }
  }

  /// Returns the value of a key; nil if this is not a mapping or lacks the key.
  package subscript(_ key: String) -> SourceNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  package func refused(accepted: String) -> InputError {
    // The file as a whole has no name.
    InputError(
      location, "\(name.isEmpty ? "the file" : "'\(name)'") is \(kindFound)", accepted: accepted)
  }

  package func refused(_ problem: String, accepted: String? = nil) -> InputError {
    InputError(location, problem, accepted: accepted)
  }
}

package struct SourceEntry: Sendable, Equatable {
  package var key: String
  package var keyLocation: SourceLocation
  package var value: SourceNode

  package init(key: String, keyLocation: SourceLocation, value: SourceNode) {
    self.key = key
    self.keyLocation = keyLocation
    self.value = value
  }
}

extension SourceNode {
  package func text(_ what: String = "a text") throws(InputError) -> String {
    guard case .text(let text, _) = content, !isNothing else { throw refused(accepted: what) }
    return text
  }

  /// Reads a name that contains more than white space.
  package func visibleName() throws(InputError) -> String {
    let text = try text("a name")
    guard text.contains(where: { !$0.isWhitespace }) else { throw refused(accepted: "a name") }
    return text
  }

  package func list(_ what: String) throws(InputError) -> [SourceNode] {
    guard case .list(let elements) = content else { throw refused(accepted: what) }
    return elements
  }

  /// Reads the entries of a mapping whose keys are names that the author of the document chooses.
  package func entries(_ what: String) throws(InputError) -> [SourceEntry] {
    guard case .mapping(let entries) = content else { throw refused(accepted: what) }
    return entries
  }

  package func flag() throws(InputError) -> Bool {
    if case .text("true", isQuoted: false) = content { return true }
    if case .text("false", isQuoted: false) = content { return false }
    throw refused(accepted: "true, false")
  }

  package func word(oneOf words: [String]) throws(InputError) -> String {
    let text = try text(listing(words))
    guard words.contains(text) else {
      throw InputError(location, "'\(name)' is \(quoted(text))", word: text, oneOf: words)
    }
    return text
  }

  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(InputError) -> Choice where Choice.RawValue == String {
    let text = try word(oneOf: Choice.allCases.map { $0.rawValue })
    guard let choice = Choice(rawValue: text) else { throw refused(accepted: "a choice") }
    return choice
  }
}
