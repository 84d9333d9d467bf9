import Experiments

/// The findings of a check for a terminal: a line for each scenario, and the measures that moved
/// since the baseline.
package struct TerminalCheck {
  private let report: CheckReport

  package init(_ report: CheckReport) { self.report = report }

  /// The findings of the check as text for a terminal. The text ends with a line feed.
  package var text: String {
    let lines = report.scenarios.flatMap(section)
    return (lines + [Self.sentence(report.outcome)]).joined(separator: "\n") + "\n"
  }

  /// The failures of the check without its other findings; empty if there are none.
  package var failures: String {
    report.scenarios.filter { $0.failureCount > 0 }.flatMap(section)
      .map { $0 + "\n" }.joined()
  }

  private func section(_ scenario: ScenarioCheck) -> [String] {
    var lines = ["\(scenario.path): \(CheckText(scenario: scenario).summary)"]
    lines += scenario.verdicts.filter { !$0.isMet }.map { "  " + $0.description }
    for tracker in scenario.trackers {
      let moved = tracker.measures.filter { $0.outcome != .kept }
      lines += moved.map { Self.line($0, of: tracker) }
      if moved.contains(where: \.isFailure) {
        let change = tracker.change.map(CheckText.change) ?? [CheckText.noChange]
        lines += change.map { "    " + $0 }
      }
    }
    lines += scenario.remarks.map { "  " + $0 }
    return lines
  }

  private static func line(_ check: MeasureCheck, of tracker: TrackerCheck) -> String {
    "  \(check.outcome.rawValue): \(tracker.tracker) \(CheckText.moved(check))"
  }

  /// Returns what an update of a baseline accepts, as lines; empty if nothing moved.
  package static func text(_ change: BaselineChange) -> String {
    var lines = change.trackers.flatMap { tracker in
      tracker.measures.map { line($0, of: tracker) }
    }
    lines += change.removed.map { "  removed: \($0)" }
    if !change.isCompared { lines.append("  not compared: the former baseline has other seeds") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
