import Evaluation
import Experiments
import Simulation
import Text
import Timekeeping

/// A report as Markdown, for a CI summary or a note to colleagues. Its tables use the syntax of
/// GitHub, which other programs also read.
package struct MarkdownReport {
  private let report: Report
  private let trackers: [TrackerResults]

  package init(_ report: Report) {
    self.report = report
    trackers = TrackerResults.grouping(report.runs)
  }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    let scenario = report.scenario
    let facts =
      "\(FigureText.duration(scenario.durationSeconds)) from "
      + "\(localTime(scenario.start, zone: scenario.timeZone)), \(scenario.phone) with \(scenario.system), \(seeds)"
    var parts = [
      "# " + Escaping.markdown(scenario.name), Escaping.markdown(facts),
      Table(ReportColumn.overview, trackers).markdown(),
      Table(ReportColumn.records, trackers).markdown(),
    ]
    for tracker in trackers {
      parts += ["## " + Escaping.markdown(tracker.name), tracker.life]
      parts += [tracker.openings, causes(of: tracker)].compactMap { $0 }
    }
    let notes =
      scenario.warnings + cautions(report, trackers) + tableNotes(report, trackers)
    if !notes.isEmpty {
      parts.append(notes.map { "- " + Escaping.markdown($0) }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var seeds: String {
    let seeds = trackers.first?.runs.map(\.seed) ?? []
    guard let first = seeds.first, let last = seeds.last, seeds.count > 1 else {
      return "seed \(seeds.first ?? 1)"
    }
    return Text.seeds(first, to: last) + ": the mean, and in brackets the lowest and the highest"
  }

  private func causes(of tracker: TrackerResults) -> String? {
    let causes = tracker.gapCauses(\.recorded)
    let total = causes.reduce(0) { $0 + $1.seconds }
    guard total > 0 else { return "No gaps." }
    let rows = causes.map { cause, seconds in
      Table.Row(
        name: cause.words,
        cells: [
          Table.Cell(FigureText.duration(seconds)), Table.Cell(FigureText.percent(seconds / total)),
        ])
    }
    return Table(
      title: "gap cause", columns: [.init(title: "time"), .init(title: "share, %")],
      rows: rows
    ).markdown()
  }
}
