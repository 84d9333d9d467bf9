import Evaluation
import Experiments
import Timekeeping

/// A report in Markdown with tables as GitHub and others read them: for a summary of a CI run, a note to
/// colleagues.
public struct MarkdownReport {
  private let report: Report
  private let trackers: [TrackerResults]

  public init(_ report: Report) {
    self.report = report
    trackers = TrackerResults.grouping(report.runs)
  }

  /// Ends with a line feed.
  public var text: String {
    let scenario = report.scenario
    let facts =
      "\(FigureText.duration(scenario.durationSeconds)) from \(scenario.start) "
      + "(\(scenario.timeZone)), \(scenario.phone) with \(scenario.system), \(seeds)"
    var parts = [
      "# " + Markdown.escaped(scenario.name), Markdown.escaped(facts),
      table(ReportColumn.overview), table(ReportColumn.records),
    ]
    for tracker in trackers {
      parts += ["## " + Markdown.escaped(tracker.name), tracker.life]
      parts += [tracker.openings, causes(of: tracker)].compactMap { $0 }
    }
    let notes = report.scenario.warnings + cautions(report, trackers) + scenario.assumptions
    if !notes.isEmpty {
      parts.append(notes.map { "- " + Markdown.escaped($0) }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var seeds: String {
    let seeds = trackers.first?.runs.map(\.seed) ?? []
    guard let first = seeds.first, let last = seeds.last, seeds.count > 1 else {
      return "seed \(seeds.first ?? 1)"
    }
    return "seeds \(first) to \(last): the mean, and in brackets the lowest and the highest"
  }

  private func table(_ columns: [ReportColumn]) -> String {
    let headings = columns.map {
      [$0.heading.0, $0.heading.1].filter { !$0.isEmpty }.joined(separator: " ")
        + ($0.isShare ? ", %" : "")
    }
    return Markdown.table(
      ["tracker"] + headings,
      trackers.map { tracker in
        [tracker.name]
          + zip(columns, tracker.spreads(columns)).map { column, spread in
            guard let spread else { return FigureText.none }
            let mean = column.measure.figure(spread.mean)
            return tracker.runs.count > 1
              ? "\(mean) (\(spread.range(column.measure.figure)))" : mean
          }
      })
  }

  private func causes(of tracker: TrackerResults) -> String? {
    let seconds = GapCause.allCases.map { cause in
      (
        cause,
        seconds: tracker.mean { run in
          run.gapCauses.recorded.first { $0.cause == cause }?.seconds ?? 0
        }
      )
    }.filter { $0.seconds > 0 }.sorted { $0.seconds > $1.seconds }
    let total = seconds.reduce(0) { $0 + $1.seconds }
    guard total > 0 else { return "It saw everything." }
    return Markdown.table(
      ["why it saw nothing", "time", "of it, %"],
      seconds.map { cause, seconds in
        [cause.words, FigureText.duration(seconds), FigureText.percent(seconds / total)]
      })
  }
}

/// Text as Markdown has it.
enum Markdown {
  /// The first column to the left, the others to the right.
  static func table(_ headings: [String], _ rows: [[String]]) -> String {
    let ruler = headings.indices.map { $0 == 0 ? "---" : "--:" }
    return ([headings, ruler] + rows).enumerated().map { index, cells in
      let texts = index == 1 ? cells : cells.map(escaped)
      return "| " + texts.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// Nothing in it is markup, nor ends a cell or a line.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character.isNewline {
        escaped.append(" ")
      } else {
        if "\\`*_{}[]<>#|~$".contains(character) { escaped.append("\\") }
        escaped.append(character)
      }
    }
    return escaped
  }
}
