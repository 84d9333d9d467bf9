import Experiments
import Text

/// The judgment of a log, as Markdown for a pull request or a wiki.
package struct MarkdownJudge {
  private let judgment: Judgment
  private let words: JudgeText

  package init(_ judgment: Judgment) {
    self.judgment = judgment
    words = JudgeText(judgment)
  }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    let notes = words.extent + words.remarks
    let battery = judgment.battery.map { words.battery($0) + $0.remarks } ?? []
    return sectioned(
      [
        ["**\(Escaping.markdown(words.verdict))**"],
        [notes.map(Escaping.markdown).joined(separator: " ")],
        [words.table(words.shown(isVerbose: false)).markdown()],
        battery.isEmpty ? [] : [battery.map(Escaping.markdown).joined(separator: " ")],
        judgment.gaps.isEmpty
          ? ["The log has no gap of more than 10 min."] : judgment.gaps.map(line),
      ])
  }

  private func line(_ gap: JudgedGap) -> String {
    let simulated = words.simulated(gap).map { ". " + $0 } ?? ""
    return "- " + Escaping.markdown(words.title(gap) + simulated)
  }
}
