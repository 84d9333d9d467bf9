import Text
import Timekeeping

/// A YAML mapping whose keys must be in a key table. Any other key is an error.
package struct Fields {
  package let node: SourceNode
  package let table: KeyTable
  package let entries: [SourceEntry]

  package init(_ node: SourceNode, keys table: KeyTable) throws(InputError) {
    guard case .mapping(let entries) = node.content else {
      throw node.refused(accepted: "a mapping with the keys " + listing(table.names))
    }
    for entry in entries where !table.names.contains(entry.key) {
      let whereabouts = node.name.isEmpty ? "" : " in '\(node.name)'"
      throw InputError(
        entry.keyLocation, "unknown key \(quoted(entry.key))\(whereabouts)", word: entry.key,
        oneOf: table.names)
    }
    self.node = node
    self.table = table
    self.entries = entries
  }

  /// Returns the value of a key; nil if the key is missing or has no value.
  package subscript(_ key: String) -> SourceNode? {
    table.demand(key)
    return entries.first { $0.key == key }.map(\.value).flatMap { $0.isNothing ? nil : $0 }
  }

  package func required(_ key: String, accepted: String? = nil) throws(InputError) -> SourceNode {
    if let value = self[key] { return value }
    if let written = entries.first(where: { $0.key == key }) {
      throw InputError(written.keyLocation, "'\(key)' is empty", accepted: accepted)
    }
    let whereabouts = node.name.isEmpty ? "" : " in '\(node.name)'"
    throw InputError(node.location, "key '\(key)' is missing\(whereabouts)", accepted: accepted)
  }

  /// Throws an error if both of two keys that exclude each other have a value.
  package func refuseTogether(_ first: String, _ second: String) throws(InputError) {
    if let node = self[second], self[first] != nil {
      throw InputError(
        node.location, "'\(first)' and '\(second)' are both given", accepted: "one of them")
    }
  }

  /// Returns the names of the listed keys that have a value, in the order of the list.
  package func given(_ keys: [Key]) -> [String] { keys.names.filter { self[$0] != nil } }
}

// The key's row in the table gives the form of its value.
extension Fields {
  /// Reads a key's quantity in SI units; nil if the key is missing.
  package func quantity(_ key: String) throws(InputError) -> Double? {
    guard let node = self[key] else { return nil }
    return try node.quantity(of: table[key])
  }

  package func requiredQuantity(_ key: String) throws(InputError) -> Double {
    try required(key).quantity(of: table[key])
  }

  /// Reads the value of the document's key `name`; nil if the key is missing.
  ///
  /// It also checks that the value of `description` is a text.
  package func documentName() throws(InputError) -> String? {
    _ = try self["description"]?.text()
    return try self["name"]?.visibleName()
  }

  package func duration(_ key: String) throws(InputError) -> TimeSpan? {
    try quantity(key).map(TimeSpan.seconds)
  }

  package func wholeNumber(_ key: String) throws(InputError) -> Int? {
    guard let node = self[key] else { return nil }
    return try node.wholeNumber(of: table[key])
  }

  package func requiredWholeNumber(
    _ key: String, accepted: String? = nil
  ) throws(InputError) -> Int {
    try required(key, accepted: accepted).wholeNumber(of: table[key])
  }

  package func flag(_ key: String) throws(InputError) -> Bool? {
    guard let node = self[key] else { return nil }
    return try node.flag()
  }

  package func choice<Word: RawRepresentable>(
    _ key: String, as type: Word.Type = Word.self
  ) throws(InputError) -> Word? where Word.RawValue == String {
    guard let node = self[key] else { return nil }
    return try node.choice(of: table[key])
  }
}

extension SourceNode {
  /// Reads a quantity, and checks it against the dimension and the limits in the definition of
  /// `key`.
  ///
  /// - Precondition: The kind of the key's value is a quantity.
  package func quantity(of key: Key) throws(InputError) -> Double {
    guard case .quantity(let dimension, let limits) = key.kind else {
      preconditionFailure("'\(key.name)' is no quantity")
    }
    return try quantity(dimension, limits)
  }

  package func wholeNumber(of key: Key) throws(InputError) -> Int {
    guard case .wholeNumber(let range) = key.kind else {
      preconditionFailure("'\(key.name)' is no whole number")
    }
    return try wholeNumber(range)
  }

  package func choice<Word: RawRepresentable>(
    of key: Key
  ) throws(InputError) -> Word where Word.RawValue == String {
    guard case .words(let words) = key.kind else {
      preconditionFailure("'\(key.name)' is no choice of words")
    }
    guard let word = Word(rawValue: try word(oneOf: words)) else {
      throw refused(accepted: listing(words))
    }
    return word
  }

  package func wholeNumber(_ range: ClosedRange<Int>) throws(InputError) -> Int {
    let accepted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(try text(accepted)), range.contains(number) else {
      throw refused(accepted: accepted)
    }
    return number
  }

  /// Returns the value of a key, without a check of the mapping's other keys.
  ///
  /// - Precondition: `table` contains the key.
  package subscript(_ key: String, of table: KeyTable) -> SourceNode? {
    table.demand(key)
    return self[key]
  }
}
