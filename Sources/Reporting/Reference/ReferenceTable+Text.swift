import Text

/// The text of a reference for a terminal, as Markdown and as JSON.
extension ReferenceTable {
  /// The list for a terminal: a line for each name, with the sentence on its meaning below.
  package var list: String {
    groups.map { group in
      let entries = group.entries.map { entry in
        "  " + entry.name + (entry.summary.map { "  (\($0))" } ?? "") + "\n      \(entry.meaning)\n"
      }
      return group.title + "\n\n" + entries.joined()
    }.joined(separator: "\n")
  }

  /// Returns the reference as Markdown, with a heading for each group and each name. Below a name's
  /// heading are its meaning and details, such as the default of a setting.
  package func markdown(of entries: [ReferenceEntry]? = nil) -> String {
    if let entries { return entries.map { $0.markdown(level: 1) }.joined(separator: "\n") }
    return groups.map { group in
      "## \(group.title)\n\n" + group.entries.map { $0.markdown(level: 3) }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Returns the reference as a JSON array of objects. Members that do not apply are left out.
  package func json(of entries: [ReferenceEntry]? = nil) -> String {
    JSONTree.array((entries ?? self.entries).map(\.json)).written + "\n"
  }
}

extension ReferenceEntry {
  /// The full text of one entry, for a terminal.
  package var text: String {
    let width = facts.map(\.label.count).max() ?? 0
    let lines = facts.flatMap { fact in
      fact.value.texts.enumerated().map { index, text in
        let label = index == 0 ? fact.label : ""
        return "  " + label + String(repeating: " ", count: width - label.count + 2) + text
      }
    }
    return ([name, "  " + meaning] + (lines.isEmpty ? [] : [""] + lines)).joined(separator: "\n")
      + "\n"
  }

  fileprivate func markdown(level: Int) -> String {
    let heading = String(repeating: "#", count: level) + " `\(name)`"
    let rows = facts.map { fact in
      let texts = fact.value.texts.map { fact.isCode ? "`\($0)`" : Escaping.markdown($0) }
      let value = texts.joined(separator: ", ")
      guard case .link(_, let page) = fact.value else { return "- \(fact.label): " + value }
      return "- \(fact.label): [\(value)](\(page))"
    }
    return ([heading, "", Escaping.markdown(meaning)] + (rows.isEmpty ? [] : [""] + rows))
      .joined(separator: "\n") + "\n"
  }

  fileprivate var json: JSONTree {
    var members: [JSONTree.Member] = [.init("name", .text(name)), .init("meaning", .text(meaning))]
    for fact in facts {
      switch fact.value {
      case .text(let text), .link(let text, _):
        members.append(.init(fact.key, .text(text)))
      case .list(let texts): members.append(.init(fact.key, .array(texts.map(JSONTree.text))))
      }
    }
    return .object(members)
  }
}
