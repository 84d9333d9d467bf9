import Documents
import Foundation
import Text

extension StudyDocument {
  /// The parts of the plan that affect a participant's results. The content of files that the plan
  /// names is not included.
  ///
  /// Each part has a name and its text as written, without comments and layout. Parts that only
  /// affect reports are left out.
  package var essentials: [(name: String, text: String)] {
    let lives = lives.map { life in
      let distance = life.distance.map { "\($0.place): \($0.node.fullText)" } ?? ""
      return "\(URL(fileURLWithPath: life.path).lastPathComponent) \(life.share) \(distance)"
    }
    let population = population.map { "\($0.key): \($0.value.fullText)" }
    let rule = validDay
    var parts = [
      (name: "lives", text: lives.joined(separator: "\n")),
      (name: "the population", text: population.joined(separator: "\n")),
    ]
    parts += settled.map { (name: Self.names[$0.key] ?? $0.key, text: $0.value.shortText) }
    let hours = "\(rule.hours) from \(rule.fromHour) to \(rule.untilHour)"
    parts.append((name: "the rule of valid days", text: "\(hours), \(rule.bridgedHours) bridged"))
    return parts
  }

  private static let names = [
    "start": "the start", "timeZone": "the time zone", "duration": "the length",
    "server": "the server",
  ]
}

extension SourceNode {
  /// The text of a single value as written. For a list or a mapping, this is `fullText`.
  fileprivate var shortText: String {
    if case .text(let text, _) = content { text } else { fullText }
  }

  /// The content of a YAML node as text. Nodes with equal content have equal texts, and nodes with
  /// different content have different texts, whatever their layout.
  var fullText: String {
    switch content {
    case .text(let text, let isQuoted): (isQuoted ? "!" : "") + text.debugDescription
    case .list(let elements): "[" + elements.map(\.fullText).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { "\($0.key.debugDescription): \($0.value.fullText)" }
        .joined(separator: ", ") + "}"
    }
  }
}
