import Documents
import Text

/// A writer that turns a participant's scenario into YAML, so that the participant can be simulated
/// and inspected alone.
struct ScenarioText {
  private var lines: [String] = []

  init(_ root: SourceNode, comment: [String]) {
    lines = comment.map { "# " + $0 }
    if case .mapping(let entries) = root.content { write(entries, indent: 0) }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func write(_ entries: [SourceEntry], indent: Int) {
    let margin = String(repeating: " ", count: indent)
    for entry in entries where !entry.value.isNothing {
      let key = margin + Self.scalar(entry.key, isQuoted: false) + ":"
      switch entry.value.content {
      case .mapping(let nested) where indent == 0:
        lines.append(key)
        write(nested, indent: indent + 2)
      case .list(let elements) where Self.isLong(elements):
        lines.append(key)
        for element in elements { lines.append(margin + "  - " + Self.flow(element)) }
      default: lines.append(key + " " + Self.flow(entry.value))
      }
    }
  }

  /// Returns true if the list contains mappings, such as legs or acts. Each of them is then written
  /// on a line of its own.
  private static func isLong(_ elements: [SourceNode]) -> Bool {
    elements.contains { element in
      if case .mapping = element.content { true } else { false }
    }
  }

  private static func flow(_ node: SourceNode) -> String {
    switch node.content {
    case .text(let text, let isQuoted):
      scalar(path(text, of: node) ?? text, isQuoted: isQuoted)
    case .list(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{ "
        + entries.map { scalar($0.key, isQuoted: false) + ": " + flow($0.value) }
        .joined(separator: ", ") + " }"
    }
  }

  /// Returns the path relative to the working folder; nil if the text is not a path.
  ///
  /// In `text`, the path is relative to the folder of the node's file.
  private static func path(_ text: String, of node: SourceNode) -> String? {
    switch node.name {
    case "accelerometer", "app", "plist": ScenarioInheritance.path(text, from: node.location)
    case "preset", "trackers", "profile":
      PresetLibrary.isPath(text) ? ScenarioInheritance.path(text, from: node.location) : nil
    default: nil
    }
  }

  private static func scalar(_ text: String, isQuoted: Bool) -> String {
    let isPlain =
      Double(text) != nil
      || text.wholeMatch(of: /[\p{L}\p{N}]([\p{L}\p{N} ._%±+\/-]|:(?=\S))*/) != nil
        && text.last != " "
    guard isQuoted || !isPlain else { return text }
    return Escaping.json(text)
  }
}
