import Evaluation
import Experiments
import Foundation
import Routes
import Text
import Timekeeping

/// `judge.html`: the judgment of a log as one file that needs no network.
///
/// The log and the simulated runs are on one timeline. Names of files and devices come from the
/// user's files; the page's template escapes them with all other text.
package struct JudgePage {
  let judgment: Judgment
  let words: JudgeText
  let ground: MapGround?

  /// - Parameter routes: the routes of the scenario that is the truth; nil for none.
  package init(_ judgment: Judgment, routes: RouteFile? = nil) {
    self.judgment = judgment
    ground = MapGround(routes)
    words = JudgeText(judgment)
  }

  package func html() throws -> Data {
    try SectionedPage(
      title: "Judgment of \(words.name)", brand: "a real log beside the model",
      facts: words.extent, answer: words.verdict,
      sections: [measures, timeline, gaps, battery, map, reading].compactMap(\.self),
      styles: ground.map { _ in [PackageResources.ground_css] } ?? [],
      provenance: judgment.provenance.sentence(hashOf: "scenario")
    ).html()
  }

  var isTruthKnown: Bool { judgment.truth.kind != .log }
  private var hasRuns: Bool { judgment.simulation != nil }

  /// The longest time between two positions that the timeline shows as covered, and that the map
  /// joins by a line.
  static let joinedMax = TimeSpan.minutes(10)

  // MARK: Measures

  private var measures: SectionedPage.Section {
    SectionedPage.Section(
      id: "measures", title: "Measures", notes: words.remarks,
      groups: [strips].compactMap(\.self).map { .init(figures: [$0]) },
      tables: [
        .init(
          summary: hasRuns ? "The figures as a table" : nil,
          caption: "Figures of the log" + (hasRuns ? " and of the simulated runs" : ""),
          columns: ["measure", "log"]
            + (hasRuns ? ["simulated median", "simulated 90 %", "rank", "place"] : []),
          rows: judgment.measures.compactMap(row))
      ])
  }

  /// The log's figures against the ranges of the simulated ones, for the headline measures.
  private var strips: SectionedPage.Figure? {
    let headline = Set(Measures.cadence.map(\.name) + Measures.headline)
    let rows = judgment.measures.filter { headline.contains($0.measure) }.compactMap(strip)
    guard !rows.isEmpty else { return nil }
    let caption = "Where the log's figures lie among the simulated ones"
    let plot = BandPlot(
      label: "\(caption); the table below has the figures",
      axis: ("lower", "90 % of the simulated runs", "higher"), rows: rows)
    return SectionedPage.Figure(caption: caption, drawing: plot.drawing)
  }

  private func strip(_ measure: JudgedMeasure) -> BandPlot.Row? {
    guard let definition = Measures.ofLog(measure.measure), let range = measure.simulated else {
      return nil
    }
    return Self.strip(
      definition.title, measure.log, range,
      text: "\(definition.text(measure.log)), \(range.place.rawValue)")
  }

  private static func strip(
    _ name: String, _ figure: Double, _ range: JudgedMeasure.SimulatedRange, text: String
  ) -> BandPlot.Row {
    let width = range.high - range.low
    func place(_ value: Double) -> Double {
      if width > 0 { return (value - range.low) / width }
      return value == range.low ? 0.5 : value < range.low ? -1 : 2
    }
    let median = place(range.median)
    return BandPlot.Row(
      name: name, point: place(figure), low: place(figure), high: place(figure),
      style: range.place.isOutside ? "unmet" : "plain", range: (median - 0.015)...(median + 0.015),
      text: text)
  }

  private func row(_ measure: JudgedMeasure) -> SectionedPage.Row? {
    guard let definition = Measures.ofLog(measure.measure) else { return nil }
    var texts = [definition.text(measure.log)]
    if hasRuns { texts += Self.cells(measure.simulated, definition.figure, definition.text) }
    return SectionedPage.Row(
      style: measure.simulated?.place.isOutside == true ? "changed" : "",
      name: definition.title, cells: texts.map { .init(text: $0) })
  }

  /// Returns the median, the range, the rank and the place of simulated figures.
  ///
  /// - Parameters:
  ///   - figure: Writes a figure without its unit.
  ///   - text: Writes a figure with its unit.
  static func cells(
    _ range: JudgedMeasure.SimulatedRange?, _ figure: (Double) -> String, _ text: (Double) -> String
  ) -> [String] {
    guard let range else { return (0..<4).map { _ in FigureText.none } }
    return [
      text(range.median), interval(figure(range.low), text(range.high)),
      JudgeText.whole(range.rank) + " %", range.place.rawValue,
    ]
  }

  // MARK: Gaps

  private var gaps: SectionedPage.Section {
    let unexplained = judgment.gaps.count { $0.simulated?.isExplained == false }
    let count = FigureText.counted(judgment.gaps.count, "gap")
    return SectionedPage.Section(
      id: "gaps", title: "Gaps of the log",
      notes: judgment.gaps.isEmpty
        ? ["The log has no gap of more than 10 min."]
        : [
          "\(count) of more than 10 min"
            + (hasRuns ? ", \(unexplained) of them not explained by the model." : ".")
        ],
      tables: judgment.gaps.isEmpty
        ? []
        : [
          .init(
            caption: "Gaps of more than 10 min", columns: ["gap"] + (hasRuns ? ["simulated"] : []),
            rows: judgment.gaps.map { gap in
              .init(
                style: gap.simulated?.isExplained == false ? "changed" : "",
                name: words.title(gap),
                cells: hasRuns ? [.init(text: words.simulated(gap) ?? FigureText.none)] : [])
            })
        ])
  }

  // MARK: The rest

  private var reading: SectionedPage.Section {
    SectionedPage.Section(
      id: "reading", title: "How to read this page",
      notes: [
        "The simulated runs are of the same days under different seeds, each with its own phone, "
          + "radio and luck. If the model is right, the log is one more such run: nine of ten of "
          + "its figures lie within the 90 % range.",
        "Rank: the share of the simulated runs whose figure is below the log's. The darker mark "
          + "in a band is the median of the runs.",
        "Drain: the fall of the gauge without a charger. The time at 100 % is left out, because "
          + "the gauge shows 100 % until 3 to 5 % of the charge is used (BAT-11).",
      ] + judgment.scenario.warnings + judgment.scenario.assumptions)
  }
}
