import Evaluation
import Experiments
import Scenarios
import Statistics
import Text

/// The tables of the page with the figures of each tracker.
extension ComparisonPage {
  func rows(_ findings: Findings) -> [Row] {
    let costs = findings.trackers.compactMap { $0.figure(comparison.cost)?.mean }
    return zip(findings.trackers, findings.front).map { tracker, place in
      let mark = marks[tracker.tracker]
      return Row(
        mark: mark, name: tracker.tracker,
        cells: columns.map { measure in
          let figure = tracker.figure(measure)
          return PageCell(
            .init(figure, MeasureText(measure: measure)), measure: measure, mean: figure?.mean,
            costMax: costs.max() ?? 0, mark: mark)
        },
        front: place.isOnFront ? "yes" : "no",
        draws: place.draws > 1 ? "\(place.drawsOnFront) of \(place.draws) draws" : nil)
    }
  }

  var differences: [Row] {
    (comparison.findings.map(words.differences)?.rows ?? []).map {
      Row(name: $0.name, cells: $0.cells.map(PageCell.init))
    }
  }

  /// The measures that apply to at least one tracker.
  var measures: [MeasureRow] {
    guard let findings = comparison.findings else { return [] }
    return comparison.measures.compactMap { measure in
      let text = MeasureText(measure: measure.name)
      let cells = findings.trackers.map { tracker in
        let figure = tracker.figure(measure.name)
        return Table.Cell(
          figure?.mean.map(text.withUnit) ?? FigureText.none,
          range: figure?.interval.map(text.range))
      }
      guard cells.contains(where: { $0.text != FigureText.none }) else { return nil }
      let definition = Measures.explained(measure.name)
      return MeasureRow(
        measure: measure.name, title: Measures.title(of: measure.name),
        meaning: definition?.meaning ?? "", formula: definition?.formula,
        cells: cells.map(PageCell.init))
    }
  }

  var scenarios: [Scenario] {
    comparison.scenarios.enumerated().map { index, scenario in
      let front = scenario.findings.front.filter(\.isOnFront).map(\.tracker)
      let summary = scenario.scenario
      return Scenario(
        index: index, name: summary.name,
        facts: "\(FigureText.duration(summary.durationSeconds)), \(summary.phone) with "
          + "\(summary.system), \(scenario.seedsDone) seeds",
        front: front.isEmpty
          ? "no Pareto front" : "Pareto front: " + front.joined(separator: ", "),
        rows: rows(scenario.findings))
    }
  }
}

/// A figure in the form that the script of a plot reads.
struct PlottedFigure: Encodable {
  var mean: Double
  /// The lower end of the interval; null if there are too few parameter draws for an interval.
  @ExplicitNull var low: Double? = nil
  @ExplicitNull var high: Double? = nil
}

/// The data of the plots, as JSON in the page.
struct ComparisonPlots: Encodable {
  struct Plot: Encodable {
    var name: String
    var front: [String]
    var points: [Point]
  }

  struct Point: Encodable {
    var mark: TrackerMark
    var name: String
    var cost: PlottedFigure?
    var axis: PlottedFigure?
    var isOnFront: Bool
    var drawsOnFront: Int
    var draws: Int
    /// A pair of figures for each seed: the figure of `cost`, then the figure of `axis`. A figure
    /// that does not apply is null. Only the main plot of a single scenario has this list.
    var seeds: [[Double?]]?
  }

  var main: Plot
  var scenarios: [Plot]
  var axisTitle: String
  var costTitle: String
  var axisIsShare: Bool
  var axisIsBetterHigh: Bool

  init(_ comparison: Comparison, marks: TrackerMarks) {
    let (axis, cost) = (comparison.axis, comparison.cost)
    axisTitle = Measures.title(of: axis)
    costTitle = "battery, % of a full charge per day"
    axisIsShare = Measures.definition(of: axis)?.unit == .share
    axisIsBetterHigh = comparison.isAxisBetterHigh
    func plot(_ name: String, _ findings: Findings, seeds: ScenarioComparison?) -> Plot {
      Plot(
        name: name, front: findings.front.filter(\.isOnFront).map(\.tracker),
        points: zip(findings.trackers, findings.front).map { pair in
          Point(
            mark: marks[pair.0.tracker], name: pair.0.tracker,
            cost: PlottedFigure(pair.0.figure(cost)),
            axis: PlottedFigure(pair.0.figure(axis)), isOnFront: pair.1.isOnFront,
            drawsOnFront: pair.1.drawsOnFront, draws: pair.1.draws,
            seeds: seeds.flatMap { Self.seeds($0, pair.0.tracker, cost, axis) })
        })
    }
    scenarios = comparison.scenarios.map { plot($0.scenario.name, $0.findings, seeds: nil) }
    let only = comparison.portfolio == nil ? comparison.scenarios.first : nil
    main =
      comparison.findings.map { plot(only?.scenario.name ?? "All scenarios", $0, seeds: only) }
      ?? Plot(name: "", front: [], points: [])
  }

  private static func seeds(
    _ scenario: ScenarioComparison, _ tracker: String, _ cost: String, _ axis: String
  ) -> [[Double?]]? {
    guard let figures = scenario.figures.first(where: { $0.tracker == tracker }),
      let costs = figures.measures.first(where: { $0.measure == cost })?.figures,
      let axes = figures.measures.first(where: { $0.measure == axis })?.figures
    else { return nil }
    return zip(costs, axes).map { [$0, $1] }
  }
}

extension PlottedFigure {
  init?(_ figure: ComparedFigure?) {
    guard let figure, let mean = figure.mean else { return nil }
    self.mean = mean
    low = figure.interval?.low
    high = figure.interval?.high
  }
}
