import Experiments
import Text

/// A check as Markdown: for a pull request, or the summary of a CI run.
public struct MarkdownCheck {
  private let report: CheckReport

  public init(_ report: CheckReport) { self.report = report }

  /// Ends with a line feed.
  public var text: String {
    let sections =
      [["## odograph check: \(report.outcome)"], overview, table(of: moves)] + changes + [unmet]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var overview: [String] {
    ["| scenario | |", "| --- | --- |"]
      + report.scenarios.map {
        "| \(Escaping.markdown($0.path)) | \(CheckText(scenario: $0).summary) |"
      }
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
    return [
      "| | scenario | tracker | measure | before | now | difference (95 %) | tolerance |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ] + moves.map(row)
  }

  private func row(_ move: Move) -> String {
    let check = move.check
    let text = MeasureText(measure: check.measure)
    var difference = check.difference.map(text.difference) ?? FigureText.none
    if let interval = check.interval { difference += " (\(text.differenceRange(interval)))" }
    let cells = [
      check.outcome.rawValue, Escaping.markdown(move.scenario.path),
      Escaping.markdown(move.tracker),
      check.measure, text.withUnit(check.before),
      check.now.map(text.withUnit) ?? FigureText.none, difference,
      text.advantage(check.tolerance),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private var changes: [[String]] {
    report.scenarios.flatMap { scenario in
      scenario.trackers.filter { $0.measures.contains(where: \.isFailure) }.map { tracker in
        [
          "\(Escaping.markdown(tracker.tracker)) in \(Escaping.markdown(scenario.path)):", "",
          "```text",
        ]
          + (tracker.change.map(CheckText.change) ?? [CheckText.noChange]) + scenario.remarks
          + ["```"]
      }
    }
  }

  private var unmet: [String] {
    report.scenarios.flatMap { scenario in
      scenario.verdicts.filter { !$0.isMet }.map { "- " + Escaping.markdown($0.description) }
    }
  }
}
