import Campaigns
import Experiments
import Statistics

/// A study for somebody at a terminal: whom each tracker leaves usable, what is missing and when, and how far
/// off what is derived lies. At most 100 columns wide.
public struct TerminalStudy {
  private static let width = 100
  private static let shown = [
    "epochCoverage", "positionCoverage", "pathCoverage", "stayRecall", "tripRecall",
    "marginalBatteryPercentPerDay",
  ]

  private let study: Study
  private let words: StudyText
  private let pen: Pen

  public init(_ study: Study, isColoured: Bool = false) {
    self.study = study
    words = StudyText(study: study)
    pen = Pen(isColoured: isColoured)
  }

  /// Ends with a line feed.
  public var text: String {
    let sections =
      [heading, usable, measures, recruitment, missing] + study.trackers.map(mobility) + [notes]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var heading: [String] {
    var lines = [
      pen.paint(study.name, .bold),
      "\(words.people(study.participants)) over \(words.length) from "
        + words.start,
      "who live: " + counts(study.population.lives),
      "with: " + counts(study.population.phones) + "; " + counts(study.population.systems),
    ]
    if !study.isComplete { lines.append(pen.paint(words.part, .fair)) }
    return lines.flatMap { wrapped($0, width: Self.width) }
  }

  private func counts(_ counts: [PopulationSummary.Count]) -> String {
    counts.map { "\($0.name) \(FigureText.count(Double($0.count)))" }.joined(separator: ", ")
  }

  // MARK: Tables

  private typealias Cell = TextTable.Cell

  private var usable: [String] {
    var table = TextTable()
    table.add([Cell(""), Cell(""), Cell("95 %"), Cell("valid days"), Cell("hours a day")])
    table.add([
      Cell(""), Cell("usable"), Cell("interval"), Cell("median, p10–p90"), Cell("mean, p10–p90"),
    ])
    for tracker in study.trackers {
      let usable = tracker.usable
      table.add([
        Cell(tracker.tracker, .bold),
        Cell(FigureText.percent(usable.share) + " %", TextStyle(share: usable.share)),
        Cell(words.range(usable.interval) { FigureText.percent($0) }),
        Cell(middle(tracker.validDays, \.p50) { FigureText.decimal($0, 0) }),
        Cell(tracker.hoursPerDay.map { middle($0, \.mean) { FigureText.decimal($0, 1) } } ?? "–"),
      ])
    }
    return table.lines(widthMax: Self.width, pen: pen)
  }

  private func middle(
    _ distribution: Distribution, _ center: KeyPath<Distribution, Double>,
    _ text: (Double) -> String
  ) -> String {
    "\(text(distribution[keyPath: center])), \(text(distribution.p10))–\(text(distribution.p90))"
  }

  /// Of each tracker two rows: means with their intervals, and the spread between participants.
  private var measures: [String] {
    var table = TextTable()
    let texts = Self.shown.map(MeasureText.init)
    table.add([Cell("")] + texts.map { Cell($0.heading.0) })
    table.add([Cell("")] + texts.map { Cell($0.heading.1) })
    for tracker in study.trackers {
      let distributions = Self.shown.map { name in
        tracker.measures.first { $0.measure == name }?.distribution
      }
      table.add(
        [Cell(tracker.tracker, .bold)]
          + zip(texts, distributions).map { text, distribution in
            Cell(distribution.map { text.text($0.mean) } ?? FigureText.none)
          })
      table.add(
        [Cell("  95 % of the mean", .dim)]
          + zip(texts, distributions).map { text, distribution in
            Cell(distribution?.interval.map(text.range) ?? FigureText.none, .dim)
          })
      table.add(
        [Cell("  p10–p90 of participants", .dim)]
          + zip(texts, distributions).map { text, distribution in
            Cell(
              distribution.map { text.range(ConfidenceInterval(low: $0.p10, high: $0.p90)) }
                ?? FigureText.none, .dim)
          })
    }
    return table.lines(widthMax: Self.width, pen: pen)
  }

  private var recruitment: [String] {
    study.trackers.flatMap { tracker in
      wrapped("\(tracker.tracker): \(words.recruitment(tracker))", width: Self.width, indent: 2)
    }
  }

  private var missing: [String] {
    var table = TextTable()
    table.add([
      Cell("Missing epochs by"), Cell("hour from midnight", isWords: true),
      Cell("day of the study", isWords: true), Cell("days since opened", isWords: true),
    ])
    for tracker in study.trackers {
      let missing = tracker.missingness
      table.add([
        Cell(tracker.tracker, .bold), Cell(words.course(missing.byHour), isWords: true),
        Cell(words.course(Array(missing.byStudyDay.prefix(14))), isWords: true),
        Cell(words.course(Array(missing.byDaysSinceOpened.prefix(7))), isWords: true),
      ])
    }
    return table.lines(widthMax: Self.width, pen: pen)
      + ["▁ the smallest share of ten-minute epochs without a record in the line, █ the largest"]
  }

  private func mobility(_ tracker: StudyFindings) -> [String] {
    guard !tracker.mobility.isEmpty else { return [] }
    var table = TextTable()
    table.add([
      Cell("\(tracker.tracker), derived", .bold), Cell("true"), Cell("recorded"),
      Cell("difference, 95 %"), Cell("order kept"),
    ])
    for figure in tracker.mobility {
      let text = figure.measure.text
      let bias = figure.bias
      let interval = bias.interval.map { " (\(text($0.low)) to \(text($0.high)))" } ?? ""
      table.add([
        Cell("  " + figure.measure.title), Cell(text(figure.truth.mean)),
        Cell(text(figure.recorded.mean)), Cell(text(bias.mean) + interval),
        Cell(figure.rankCorrelation.map { FigureText.decimal($0, 2) } ?? FigureText.none),
      ])
    }
    return table.lines(widthMax: Self.width, pen: pen)
  }

  private var notes: [String] {
    let rules = [
      "A day is valid with \(words.validDayRule); a participant is usable with \(words.usableRule).",
      "Intervals are of means over participants, each of whom counts once; what all phones share and "
        + "nobody knows is drawn anew for each of them, and is no part of an interval.",
      "recruit: the least number that will do; in parentheses those for a share of usable ones at either "
        + "end of its 95 % interval.",
      "order kept: rank correlation of recorded with true over participants.",
    ]
    return (rules + study.warnings).flatMap { wrapped("* " + $0, width: Self.width, indent: 2) }
  }
}
