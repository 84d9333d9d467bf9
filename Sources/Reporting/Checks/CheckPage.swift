import Evaluation
import Experiments
import Foundation
import Simulation
import Text

/// A check as an HTML page: what moved since the baselines, and each tracker's two timelines side
/// by side at their first change.
package struct CheckPage {
  private let report: CheckReport
  private let marks: TrackerMarks

  package init(_ report: CheckReport) {
    self.report = report
    marks = TrackerMarks(
      report.scenarios.flatMap { $0.trackers.map(\.tracker) + $0.verdicts.map(\.tracker) })
  }

  /// The page as one file that needs no network.
  package func html() throws -> Data {
    try SectionedPage(
      title: title, brand: "check",
      answer: answer,
      sections: [overview] + report.scenarios.enumerated().flatMap(sections),
      provenance: "Odograph \(Provenance.odographVersion)."
    ).html()
  }

  private var title: String {
    let names = report.scenarios.map(\.name)
    return "Check of " + (names.count == 1 ? names[0] : counted(names.count, "scenario"))
  }

  /// The sentence that says how much got worse, and of which trackers.
  var answer: String {
    let worse = report.scenarios.flatMap { scenario in
      scenario.trackers.filter { $0.measures.contains(where: \.isFailure) }.map(\.tracker)
        + scenario.verdicts.filter { !$0.isMet }.map(\.tracker)
    }.withoutRepeats
    let outcome = report.outcome
    let names = worse.isEmpty ? "" : ", of " + worse.joined(separator: ", ")
    return outcome.prefix(1).uppercased() + outcome.dropFirst() + names + "."
  }

  private var overview: SectionedPage.Section {
    SectionedPage.Section(
      id: "scenarios", title: "Scenarios",
      tables: [
        .init(
          caption: "Scenarios that were checked", columns: ["scenario", "result"],
          rows: report.scenarios.map {
            .init(name: $0.path, cells: [.init(text: CheckText(scenario: $0).summary)])
          })
      ])
  }

  private func sections(_ index: Int, _ scenario: ScenarioCheck) -> [SectionedPage.Section] {
    guard scenario.isComplete else { return [] }
    let expectations = expectations(scenario, index)
    let measures = moved(scenario, index)
    let isMet = scenario.verdicts.allSatisfy(\.isMet)
    let parts = (isMet ? [measures, expectations] : [expectations, measures]).compactMap { $0 }
    let changes = scenario.trackers.enumerated().compactMap { place, tracker in
      tracker.change.map { change(tracker, $0, "change-\(index)-\(place)", scenario) }
    }
    return parts + changes
  }

  private func expectations(_ scenario: ScenarioCheck, _ index: Int) -> SectionedPage.Section? {
    guard !scenario.verdicts.isEmpty else { return nil }
    let rows = scenario.verdicts.map { verdict in
      SectionedPage.Row(
        style: verdict.isMet ? "" : "changed", mark: marks[verdict.tracker], name: verdict.tracker,
        cells: [.init(text: verdict.description)])
    }
    return SectionedPage.Section(
      id: "expectations-\(index)", title: "Expectations of \(scenario.path)",
      tables: [
        .init(
          caption: "Expectations of \(scenario.path)", columns: ["tracker", "verdict"], rows: rows)
      ])
  }

  // MARK: Measures

  private typealias Move = (tracker: String, check: MeasureCheck)

  private func moved(_ scenario: ScenarioCheck, _ index: Int) -> SectionedPage.Section? {
    let all = scenario.trackers.flatMap { tracker in
      tracker.measures.map { (tracker: tracker.tracker, check: $0) }
    }
    guard !all.isEmpty else { return nil }
    let moved = all.filter { $0.check.outcome != .kept }
    let shifted = all.filter { $0.check.outcome == .kept && Self.isShifted($0.check) }
    let still = all.count - moved.count - shifted.count
    let plots = [("Beyond the tolerance", moved), ("Within the tolerance", shifted)]
    return SectionedPage.Section(
      id: "measures-\(index)", title: "Measures of \(scenario.path)",
      notes: [
        "\(counted(still, "measure")) of \(all.count) did not move at all. The band is the "
          + "tolerance, the line the 95 % interval of the mean difference, seed by seed; better "
          + "is to the right."
      ] + scenario.remarks,
      groups: [
        .init(
          figures: plots.compactMap { title, moves in
            figure(title, of: scenario.path, moves.filter { $0.check.interval != nil })
          })
      ],
      tables: [table(moved + shifted, of: scenario.path)].filter { !$0.rows.isEmpty })
  }

  /// Returns true if a figure moved by more than the digits that a baseline leaves out.
  private static func isShifted(_ check: MeasureCheck) -> Bool {
    guard let difference = check.difference else { return false }
    return abs(difference) > 1e-5 * max(1, abs(check.before))
  }

  private func figure(
    _ title: String, of path: String, _ moves: [Move]
  ) -> SectionedPage.Figure? {
    guard !moves.isEmpty else { return nil }
    let plot = BandPlot(
      label: "\(title), in \(path); the table below has the figures",
      axis: ("worse", "tolerance", "better"), rows: moves.compactMap(plotted))
    return SectionedPage.Figure(caption: "\(title): \(path)", drawing: plot.drawing)
  }

  private func plotted(_ move: Move) -> BandPlot.Row? {
    let check = move.check
    guard let interval = check.interval, let difference = check.difference else { return nil }
    func place(_ difference: Double) -> Double {
      let better = check.sense.advantage(of: difference, over: 0)
      return check.tolerance > 0 ? (better / check.tolerance + 1) / 2 : better + 0.5
    }
    let ends = [place(interval.low), place(interval.high)]
    let text = MeasureText(measure: check.measure)
    return BandPlot.Row(
      name: "\(move.tracker): \(text.noun)", mark: marks[move.tracker], point: place(difference),
      low: ends.min() ?? 0, high: ends.max() ?? 0, style: check.outcome.style,
      text: "\(text.withUnit(check.before)) → \(check.now.map(text.withUnit) ?? FigureText.none)")
  }

  private func table(_ moves: [Move], of path: String) -> SectionedPage.Rows {
    SectionedPage.Rows(
      summary: "The figures as a table", caption: "Measures that moved in \(path)",
      columns: [
        "tracker", "outcome", "measure", "before", "now", "difference (95 %)", "tolerance",
      ],
      rows: moves.map { move in
        .init(
          style: move.check.isFailure ? "changed" : "", mark: marks[move.tracker],
          name: move.tracker, cells: cells(move.check).map { .init(text: $0) })
      })
  }

  private func cells(_ check: MeasureCheck) -> [String] {
    let text = MeasureText(measure: check.measure)
    let range = check.interval.map { " (\(text.differenceRange($0)))" } ?? ""
    return [
      check.outcome.rawValue, text.noun, text.withUnit(check.before),
      check.now.map(text.withUnit) ?? FigureText.none,
      (check.difference.map(text.difference) ?? FigureText.none) + range,
      text.advantage(check.tolerance),
    ]
  }

  // MARK: Timelines

  private func change(
    _ tracker: TrackerCheck, _ change: TimelineChange, _ id: String, _ scenario: ScenarioCheck
  ) -> SectionedPage.Section {
    let rows = change.rows.map { row in
      SectionedPage.Row(
        style: row.isChanged ? "changed" : "", name: row.isChanged ? "changed" : "same",
        cells: [row.before, row.now].map { .init(text: $0 ?? FigureText.none) })
    }
    return SectionedPage.Section(
      id: id, title: "First change of \(tracker.tracker)",
      notes: ["The day of seed \(change.seed) of \(scenario.path)."],
      groups: [.init(figures: [timelines(tracker.tracker, change, scenario.path)])],
      tables: [
        .init(
          caption: "The two timelines of \(tracker.tracker) in \(scenario.path)",
          columns: ["line", "baseline", "now"],
          rows: rows)
      ])
  }

  private func timelines(
    _ tracker: String, _ change: TimelineChange, _ path: String
  ) -> SectionedPage.Figure {
    let caption = "Events of \(tracker) in \(path), and the first change"
    var drawing = Drawing(
      label: "\(caption); the table below has the lines around it", width: 820,
      height: 84)
    let times = change.timesBefore + change.timesNow
    guard let scale = DrawingScale([0] + times.map(Double.init), from: 90, to: 810) else {
      return SectionedPage.Figure(caption: caption, drawing: drawing)
    }
    let style = marks[tracker].colorClass
    for (name, times, y) in [("baseline", change.timesBefore, 8.0), ("now", change.timesNow, 40.0)]
    {
      drawing.text(name, 0, y + 16, "start")
      for place in Set(times.map { scale(Double($0)).rounded() }).sorted() {
        drawing.lines.append(.init(style: style, x1: place, y1: y, x2: place, y2: y + 24))
      }
    }
    let first = scale(Double(change.firstTime))
    drawing.lines.append(.init(style: "first", x1: first, y1: 0, x2: first, y2: 70))
    drawing.text("first change", min(max(first, 130), 770), 81)
    return SectionedPage.Figure(caption: caption, drawing: drawing)
  }
}

extension MeasureCheck.Outcome {
  /// The CSS class of the outcome's color.
  fileprivate var style: String {
    switch self {
    case .kept: "quiet"
    case .improved: "met"
    case .regressed, .vanished: "unmet"
    }
  }
}
