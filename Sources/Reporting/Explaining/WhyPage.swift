import Evaluation
import Experiments
import Foundation
import Text

/// `why.html`: an explanation of missed time as one file that needs no network.
///
/// Below the first sentence, each tracker has its causes as bars that add up to the missed time.
/// For each cause, a table shows the minutes that each change regains and the battery that it uses.
package struct WhyPage {
  let why: Why
  let words: WhyText
  let marks: TrackerMarks

  package init(_ why: Why) {
    self.why = why
    words = WhyText(why: why)
    marks = TrackerMarks(why.trackers.map(\.tracker))
  }

  package func html() throws -> Data {
    try PageTemplate(PackageResources.why_mustache).page(try context)
  }

  private var context: Context {
    get throws {
      let notices = [words.interruption].compactMap(\.self) + why.scenario.warnings
      let trackers = why.trackers.map(tracker)
      return Context(
        shell: try shell, answer: words.answer, notices: notices, hasNotices: !notices.isEmpty,
        hasSeveral: why.trackers.count > 1, span: words.span, trackers: trackers,
        families: families, legend: Self.legend(words),
        assumptions: why.scenario.assumptions, hasAssumptions: !why.scenario.assumptions.isEmpty)
    }
  }

  private var shell: PageShell {
    get throws {
      let runs = FigureText.count(Double(why.design.runsDone))
      return try PageShell(
        title: "Why on \(why.scenario.name)", brand: "explanation of missed time",
        facts: ["\(words.seeds), \(runs) runs; minutes of \(words.span)"],
        start: why.trackers.count > 1 ? "overview" : firstAnchor,
        assets: PageAssets(styles: [PackageResources.why_css]), data: [String](),
        provenance: why.provenance.sentence(hashOf: "scenario"))
    }
  }

  private var firstAnchor: String {
    why.trackers.first.map { WhyAnchor.tracker($0.tracker) } ?? "reading"
  }

  /// The families of the causes on the page, in a fixed order.
  private var families: [Family] {
    let shown = why.trackers.flatMap { tracker in
      tracker.causes.map(\.cause) + tracker.smallCauses.map(\.cause)
    }
    let used = Set(shown.filter { !$0.isOfServer }.map { GapFamily($0) })
    return GapFamily.allCases.filter(used.contains).map {
      Family(fill: "p-\($0.rawValue)", words: $0.words)
    }
  }

  static func legend(_ words: WhyText) -> [Term] {
    [
      Term(
        term: "regained",
        meaning: "Minutes of \(words.span) that are no longer missed, over all causes. Below: the "
          + "95 % interval of the mean, which is also the line across the bar. All causes of a "
          + "tracker have the same scale."),
      Term(
        term: "?",
        meaning: "The interval reaches almost to 0: the gain may be day-to-day variation."),
      Term(
        term: "of this cause",
        meaning: "The same for this cause alone. A part may move to another cause."),
      Term(
        term: "battery a day",
        meaning: "Percentage points of a full battery a day, more than now."),
      Term(
        term: "best buy",
        meaning: "The setting with the most minutes regained for its battery, among those that "
          + "regain at least half of what the strongest setting regains."),
      Term(
        term: "if …",
        meaning: "No setting changes this: it shows what caused the gap."),
      Term(
        term: "at the server only",
        meaning: "The app has recorded the place, and the server does not have the record. This "
          + "time is not part of the missed time. What a change regains is counted at the server."),
    ]
  }
}
