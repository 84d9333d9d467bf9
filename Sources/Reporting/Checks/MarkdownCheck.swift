import Experiments
import Text

/// The findings of a check as Markdown, for a pull request or the summary of a CI run.
package struct MarkdownCheck {
  private let report: CheckReport

  package init(_ report: CheckReport) { self.report = report }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    sectioned(
      [["## odograph check: \(report.outcome)"], overview, table(of: moves)] + changes + [unmet])
  }

  private var overview: [String] {
    let rows = report.scenarios.map {
      Table.Row(name: $0.path, cells: [.init(CheckText(scenario: $0).summary)])
    }
    return [Table(title: "scenario", columns: [.init(kind: .words)], rows: rows).markdown()]
  }

  private typealias Move = (scenario: ScenarioCheck, tracker: String, check: MeasureCheck)

  private var moves: [Move] {
    report.scenarios.flatMap { scenario in
      scenario.trackers.flatMap { tracker in
        tracker.measures.filter { $0.outcome != .kept }.map { (scenario, tracker.tracker, $0) }
      }
    }
  }

  private func table(of moves: [Move]) -> [String] {
    guard !moves.isEmpty else { return [] }
    let titles = [
      "scenario", "tracker", "measure", "before", "now", "difference (95 %)", "tolerance",
    ]
    let table = Table(columns: titles.map { .init(title: $0) }, rows: moves.map(row))
    return [table.markdown(alignsFigures: false)]
  }

  private func row(_ move: Move) -> Table.Row {
    let check = move.check
    let text = MeasureText(measure: check.measure)
    return Table.Row(
      name: check.outcome.rawValue,
      cells: [
        .init(move.scenario.path), .init(move.tracker), .init(check.measure),
        .init(text.withUnit(check.before)), .init(check.now.map(text.withUnit) ?? FigureText.none),
        .init(
          check.difference.map(text.difference) ?? FigureText.none,
          range: check.interval.map(text.differenceRange)),
        .init(text.advantage(check.tolerance)),
      ])
  }

  private var changes: [[String]] {
    report.scenarios.flatMap { scenario in
      scenario.trackers.filter { $0.measures.contains(where: \.isFailure) }.map { tracker in
        let title = "\(Escaping.markdown(tracker.tracker)) in \(Escaping.markdown(scenario.path)):"
        let change: [String] = tracker.change.map(CheckText.change) ?? [CheckText.noChange]
        return [[title, "", "```text"], change, scenario.remarks, ["```"]].flatMap { $0 }
      }
    }
  }

  private var unmet: [String] {
    report.scenarios.flatMap { scenario in
      scenario.verdicts.filter { !$0.isMet }.map { "- " + Escaping.markdown($0.description) }
    }
  }
}
