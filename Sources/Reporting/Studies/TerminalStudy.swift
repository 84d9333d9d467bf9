import Campaigns
import Experiments
import Statistics

/// A study for a terminal, at most 100 columns wide.
///
/// It shows each tracker's usable participants, how much data is missing and when, and the errors
/// of measures that are derived from positions.
package struct TerminalStudy {
  private static let width = 100
  /// The numbers of days that fit into the table of missing epochs.
  private static let drawnDaysMax = 14
  private static let drawnOpenedDaysMax = 7
  private static let shown = [
    "epochCoverage", "positionCoverage", "pathCoverage", "stayRecall", "tripRecall",
    "marginalBatteryPercentPerDay",
  ]

  private let study: Study
  private let words: StudyText
  private let pen: Pen

  package init(_ study: Study, isColored: Bool = false) {
    self.study = study
    words = StudyText(study: study)
    pen = Pen(isColored: isColored)
  }

  /// The study as text for a terminal. The text ends with a line feed.
  package var text: String {
    sectioned(
      [heading, usable, measures, recruitment, missing] + study.trackers.map(mobility) + [notes])
  }

  private var heading: [String] {
    var lines = [
      pen.paint(study.name, .bold),
      "\(words.people(study.participants)) over \(words.length) from "
        + words.start,
      "personas: " + counts(study.population.lives),
      "phones: " + counts(study.population.phones) + "; " + counts(study.population.systems),
    ]
    if !study.isComplete { lines.append(pen.paint(words.part, .fair)) }
    return lines.flatMap { wrapped($0, width: Self.width) }
  }

  private func counts(_ counts: [PopulationSummary.Count]) -> String {
    counts.map { "\($0.name) \(FigureText.count(Double($0.count)))" }.joined(separator: ", ")
  }

  // MARK: Tables

  private typealias Cell = Table.Cell

  private func lines(
    _ columns: [Table.Column], corner: Cell = Cell(""), _ rows: [Table.Row]
  ) -> [String] {
    Table(corner: corner, headingStyle: .plain, columns: columns, rows: rows)
      .terminal(width: Self.width, pen: pen)
  }

  private var usable: [String] {
    let columns: [Table.Column] = [
      .init(lines: ["", "usable"]), .init(lines: ["95 %", "interval"]),
      .init(lines: ["valid days", "median, p10 to p90"]),
      .init(lines: ["hours a day", "mean, p10 to p90"]),
    ]
    return lines(
      columns,
      study.trackers.map { tracker in
        let usable = tracker.usable
        let hours = tracker.hoursPerDay.map { middle($0, \.mean) { FigureText.decimal($0, 1) } }
        return Table.Row(
          name: tracker.tracker,
          cells: [
            Cell(FigureText.percent(usable.share) + " %", TextStyle(share: usable.share)),
            Cell(words.range(usable.interval) { FigureText.percent($0) }),
            Cell(middle(tracker.validDays, \.p50) { FigureText.decimal($0, 0) }),
            Cell(hours ?? FigureText.none),
          ])
      })
  }

  private func middle(
    _ distribution: Distribution, _ center: KeyPath<Distribution, Double>,
    _ text: (Double) -> String
  ) -> String {
    "\(text(distribution[keyPath: center])), \(text(distribution.p10)) to \(text(distribution.p90))"
  }

  /// The means of each tracker, their intervals, and the spread between participants.
  private var measures: [String] {
    let texts = Self.shown.map(MeasureText.init)
    return lines(texts.map(Table.Column.init), study.trackers.flatMap { rows(of: $0, texts) })
  }

  private func rows(of tracker: StudyFindings, _ texts: [MeasureText]) -> [Table.Row] {
    let distributions = Self.shown.map { name in
      tracker.measures.first { $0.measure == name }?.distribution
    }
    func cells(
      _ style: TextStyle, _ figure: (MeasureText, Distribution) -> String?
    ) -> [Cell] {
      zip(texts, distributions).map { text, distribution in
        Cell(distribution.flatMap { figure(text, $0) } ?? FigureText.none, style)
      }
    }
    return [
      .init(name: tracker.tracker, cells: cells(.plain) { $0.text($1.mean) }),
      .init(
        name: "95 % of the mean", style: .dim, isIndented: true,
        cells: cells(.dim) { $1.interval.map($0.range) }),
      .init(
        name: "p10 to p90 of participants", style: .dim, isIndented: true,
        cells: cells(.dim) { $0.range(ConfidenceInterval(low: $1.p10, high: $1.p90)) }),
    ]
  }

  private var recruitment: [String] {
    study.trackers.flatMap { tracker in
      wrapped("\(tracker.tracker): \(words.recruitment(tracker))", width: Self.width, indent: 2)
    }
  }

  private var missing: [String] {
    let columns = ["hour from midnight", "day of the study", "days since opened"]
    let rows = study.trackers.map { tracker in
      let missing = tracker.missingness
      return Table.Row(
        name: tracker.tracker,
        cells: [
          Cell(words.course(missing.byHour)),
          Cell(words.course(Array(missing.byStudyDay.prefix(Self.drawnDaysMax)))),
          Cell(words.course(Array(missing.byDaysSinceOpened.prefix(Self.drawnOpenedDaysMax)))),
        ])
    }
    return lines(
      columns.map { .init(lines: [$0], kind: .words) }, corner: Cell("Missing epochs by"), rows)
      + ["▁ lowest, █ highest share of ten-minute epochs without a record in that line"]
      + undrawnDays
  }

  /// A note if the study has more days than the table draws.
  private var undrawnDays: [String] {
    guard study.days > Self.drawnOpenedDaysMax else { return [] }
    let days = min(study.days, Self.drawnDaysMax)
    return wrapped(
      "Drawn are the first \(days) days of the study and \(Self.drawnOpenedDaysMax) since the app "
        + "was opened; study.json has all.", width: Self.width)
  }

  private func mobility(_ tracker: StudyFindings) -> [String] {
    guard !tracker.mobility.isEmpty else { return [] }
    let rows = tracker.mobility.map { figure in
      let text = figure.measure.text
      let bias = figure.bias
      let interval = bias.interval.map { " (\(text($0.low)) to \(text($0.high)))" } ?? ""
      return Table.Row(
        name: figure.measure.title, style: .plain, isIndented: true,
        cells: [
          Cell(text(figure.truth.mean)), Cell(text(figure.recorded.mean)),
          Cell(text(bias.mean) + interval),
          Cell(figure.rankCorrelation.map { FigureText.decimal($0, 2) } ?? FigureText.none),
        ])
    }
    return lines(
      ["true", "recorded", "difference, 95 %", "rank correlation"].map { .init(lines: [$0]) },
      corner: Cell("\(tracker.tracker), derived", .bold), rows)
  }

  private var notes: [String] {
    let rules = [
      "A day is valid with \(words.validDayRule); a participant is usable with \(words.usableRule).",
      "Intervals are of means over participants, each counted once. Phone parameters that no "
        + "source settles are drawn anew for each participant; an error that all phones share is "
        + "no part of an interval.",
      "recruit: the smallest sufficient number; in parentheses the numbers for either end of the "
        + "95 % interval of the usable share.",
      "rank correlation: of recorded with true values, over participants.",
    ]
    return (rules + study.warnings).flatMap { wrapped("* " + $0, width: Self.width, indent: 2) }
  }
}
