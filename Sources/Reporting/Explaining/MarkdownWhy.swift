import Experiments
import Text

/// The explanation of missed time, as Markdown for a pull request or a wiki. Missed time is the
/// time in which the person's place was not known.
package struct MarkdownWhy {
  private let why: Why
  private let words: WhyText

  package init(_ why: Why) {
    self.why = why
    words = WhyText(why: why)
  }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    let interruption = words.interruption.map { ["**\($0)**"] } ?? []
    let facts =
      Escaping.markdown(why.scenario.name) + ", \(words.seeds); minutes of \(words.span)."
    return sectioned([interruption, [facts]] + why.trackers.flatMap(tracker))
  }

  private func tracker(_ tracker: ExplainedTracker) -> [[String]] {
    [
      ["## " + Escaping.markdown(tracker.tracker)],
      [words.missed(tracker) + " " + WhyText.advice(tracker)],
    ]
      + tracker.causes.flatMap(cause) + [words.small(tracker).map { [$0] } ?? []]
  }

  private func cause(_ cause: ExplainedCause) -> [[String]] {
    let shown = WhyText.shown(cause)
    return [
      ["### " + words.title(cause)], WhyText.verdict(cause).map { [$0] } ?? [],
      shown.isEmpty ? [] : [WhyText.table(shown).markdown(alignsFigures: false)],
    ]
  }
}
