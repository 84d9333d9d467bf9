import Foundation
import Text

extension StudyDocument {
  /// What becomes of a participant hangs on these, and on the files that are named: each in a few words or
  /// more, as it is written but for remarks and the way it is laid out. Without what is only said of
  /// participants.
  package var essentials: [(name: String, text: String)] {
    let lives = lives.map { life in
      let distance = life.distance.map { "\($0.place): \($0.node.fullText)" } ?? ""
      return "\(URL(fileURLWithPath: life.path).lastPathComponent) \(life.share) \(distance)"
    }
    let population = population.map { "\($0.key): \($0.value.fullText)" }
    let rule = validDay
    return [
      ("lives", lives.joined(separator: "\n")),
      ("the population", population.joined(separator: "\n")),
    ] + settled.map { (Self.names[$0.key] ?? $0.key, $0.value.shortText) } + [
      (
        "the rule of valid days",
        "\(rule.hours) from \(rule.fromHour) to \(rule.untilHour), \(rule.bridgedHours) bridged"
      )
    ]
  }

  private static let names = [
    "start": "the start", "timeZone": "the time zone", "duration": "the length",
    "server": "the server",
  ]
}

extension SourceNode {
  /// As somebody wrote it, where that is a word or two.
  fileprivate var shortText: String {
    if case .text(let text, _) = content { text } else { fullText }
  }

  /// The same for two ways to lay out the same, and another one for anything else.
  fileprivate var fullText: String {
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
