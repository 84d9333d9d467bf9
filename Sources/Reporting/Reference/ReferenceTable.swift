import Text

/// A reference of names that users look up, such as settings, behaviors or measures.
package struct ReferenceTable: Sendable {
  /// The word for one entry of the reference, such as "setting".
  package let noun: String
  /// The groups of entries in lists and on pages, in order. Each group has a heading.
  package let groups: [Group]

  package struct Group: Sendable {
    package let title: String
    package let entries: [ReferenceEntry]
  }

  package var entries: [ReferenceEntry] { groups.flatMap(\.entries) }
  package var names: [String] { entries.map(\.name) }

  /// Returns the entry whose name is `word`. If there is none, returns all entries that mention
  /// `word`.
  ///
  /// Upper and lower case count as equal. Other spellings of a name, such as the name that Apple
  /// uses, also find the entry.
  ///
  /// - Throws: `InputError` if no entry mentions the word.
  package func find(_ word: String) throws(InputError) -> [ReferenceEntry] {
    let wanted = word.lowercased()
    let named = entries.filter { entry in
      ([entry.name] + entry.otherNames).contains { $0.lowercased() == wanted }
    }
    if let entry = named.first { return [entry] }
    let mentioning = wanted.isEmpty ? [] : entries.filter { $0.mentions(wanted) }
    guard mentioning.isEmpty else { return mentioning }
    // A setting may be written as for --set: "always.distanceFilter".
    if let last = word.split(separator: ".").last, last.count < word.count {
      return try find(String(last))
    }
    throw InputError(
      .commandLine, "no \(noun) is called \(quoted(word)), and none mentions it", word: word,
      oneOf: names, listedBy: "odograph \(noun)s")
  }
}

/// One name in a reference, with a sentence on its meaning and with details such as examples.
package struct ReferenceEntry: Sendable {
  package let name: String
  /// One sentence on the meaning. It has no full stop if the other sentences of the table have
  /// none.
  package let meaning: String
  /// The default or unit that a list shows beside the name.
  package var summary: String?
  package var otherNames: [String] = []
  /// Other spellings of the setting's values, such as Apple's constants, which also find the entry.
  package var values: [String] = []
  package var facts: [Fact] = []

  package struct Fact: Sendable {
    /// The name of the fact in JSON, such as "readBy".
    package let key: String
    /// The words before the values of the fact, such as "read by".
    package let label: String
    package let value: Value
    /// True if the values are names or commands, which Markdown shows as code.
    package var isCode = false
  }

  package enum Value: Sendable {
    case text(String)
    case list([String])
    /// A text that Markdown links to a page beside it.
    case link(String, page: String)

    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .list(let texts): texts
      case .link(let text, _): [text]
      }
    }
  }

  fileprivate func mentions(_ lowercased: String) -> Bool {
    ([name, meaning] + otherNames + values).contains { $0.lowercased().contains(lowercased) }
  }

  /// Returns the entry with one more fact. If the text is nil, returns the entry unchanged.
  func with(_ key: String, _ label: String, _ text: String?, isCode: Bool = false) -> Self {
    guard let text else { return self }
    var entry = self
    entry.facts.append(Fact(key: key, label: label, value: .text(text), isCode: isCode))
    return entry
  }

  func with(_ key: String, _ label: String, _ texts: [String], isCode: Bool = true) -> Self {
    guard !texts.isEmpty else { return self }
    var entry = self
    entry.facts.append(Fact(key: key, label: label, value: .list(texts), isCode: isCode))
    return entry
  }

  /// Returns the entry with a link to a page. If the page is nil, returns the entry unchanged.
  func with(_ key: String, _ label: String, _ text: String, page: String?) -> Self {
    guard let page else { return self }
    var entry = self
    entry.facts.append(Fact(key: key, label: label, value: .link(text, page: page)))
    return entry
  }
}
