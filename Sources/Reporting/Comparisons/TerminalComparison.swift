import Experiments
import Text

/// A comparison for a terminal, at most 100 columns wide.
///
/// The text has these parts:
/// - a table of trackers with confidence intervals
/// - the Pareto front
/// - the order of the trackers, its certainty, and the model parameters that it depends on
/// - the recommended tracker
package struct TerminalComparison {
  static let width = 100

  let comparison: Comparison
  let pen: Pen
  let isVerbose: Bool

  package init(_ comparison: Comparison, isColored: Bool = false, isVerbose: Bool = false) {
    self.comparison = comparison
    self.isVerbose = isVerbose
    pen = Pen(isColored: isColored)
  }

  /// The comparison as text for a terminal. The text ends with a line feed.
  package var text: String {
    var sections = [heading, interruption]
    if let portfolio = comparison.portfolio {
      sections.append([pen.paint("Over \(comparison.scenarios.count) scenarios", .bold)])
      sections += findings(portfolio)
      sections += comparison.scenarios.flatMap(short)
    } else if let only = comparison.scenarios.first {
      sections += findings(only.findings)
    }
    sections += [warnings, legend]
    return sectioned(sections)
  }

  private func findings(_ findings: Findings) -> [[String]] {
    [lines(table(findings)), front(findings), differencesBlock(findings)]
      + findings.orders.map { certainty($0) } + [
        evidence(findings), narrowing(findings), choice(findings),
      ]
  }

  /// Returns the lines for one of several scenarios: a table and the Pareto front. If `isVerbose`,
  /// adds all other findings.
  private func short(_ scenario: ScenarioComparison) -> [[String]] {
    let title = [pen.paint(scenario.scenario.name, .bold)]
    guard isVerbose else {
      return [title + lines(table(scenario.findings)) + front(scenario.findings)]
    }
    return [title] + findings(scenario.findings)
  }

  // MARK: Head and foot

  private var heading: [String] {
    let names = comparison.scenarios.map(\.scenario.name)
    let title = names.count == 1 ? names[0] : "\(names.count) scenarios"
    return [
      pen.paint("\(FigureText.counted(comparison.trackers.count, "tracker")) on \(title)", .bold),
      comparison.runsText,
    ]
  }

  private var interruption: [String] {
    guard let line = comparison.incompletenessText else { return [] }
    return wrapped("! " + line, width: Self.width).map { pen.paint($0, .fair) }
  }

  private var warnings: [String] {
    comparison.scenarios.flatMap { scenario in
      scenario.scenario.warnings.flatMap {
        wrapped("! \(scenario.scenario.name): \($0)", width: Self.width)
      }
    }.map { pen.paint($0, .fair) }
  }

  private var legend: [String] {
    pen.legend([
      ("figures", "means over seeds; below them " + below),
      (
        "on the front",
        "Pareto front: no other has as \(comparison.axisAmount) \(comparison.axis) for as little "
          + "battery"
      ),
      ("draws", "in how many draws of the parameters that no source settles the order holds"),
      (
        "uncertainty",
        "share of the spread due to the draws; the rest is day-to-day variation"
      ),
    ])
  }

  private var below: String {
    comparison.hasIntervals
      ? "their 95 % intervals, and the draws on the front"
      : "the draws on the front; intervals need five draws"
  }

  // MARK: Figures

  private static let usualColumns = [
    "positionCoverage", "positionCoverageMoving", "pathCoverage", "stayRecall", "tripRecall",
  ]

  /// The measures in the table. Some measures, such as the battery use, are always shown. Up to
  /// three others are added: the measure that the Pareto front compares with the battery use, and
  /// the measures that the recommendation uses.
  var columns: [String] {
    let asked = [comparison.axis] + (comparison.findings?.choice.map(\.need.shownMeasures) ?? [])
    let usual = Self.usualColumns + [comparison.cost]
    return Self.usualColumns + asked.filter { !usual.contains($0) }.prefix(3) + [comparison.cost]
  }

  private func lines(_ table: Table) -> [String] { table.terminal(width: Self.width, pen: pen) }

  /// Returns the table of means with their intervals. The last column shows if the tracker is on
  /// the Pareto front, and in how many parameter draws.
  func table(_ findings: Findings) -> Table {
    let texts = columns.map(MeasureText.init)
    return Table(
      title: "tracker",
      columns: texts.map(Table.Column.init)
        + [.init(lines: ["on the", "front"], title: "front", kind: .mark)],
      rows: zip(findings.trackers, findings.front).map { tracker, place in
        let front = Table.Cell(
          place.isOnFront ? "yes" : "no",
          range: place.draws > 1 ? "\(place.drawsOnFront)/\(place.draws)" : nil,
          place.isOnFront ? .good : .dim)
        return Table.Row(
          name: tracker.tracker,
          cells: texts.map { Table.Cell(tracker.figure($0.measure), $0) } + [front])
      })
  }

  private func front(_ findings: Findings) -> [String] {
    let names = findings.front.filter(\.isOnFront).map(\.tracker)
    guard !names.isEmpty else { return ["No front: \(comparison.axis) does not apply here."] }
    return wrapped(
      "Pareto front of \(comparison.axis) against \(comparison.cost): "
        + "\(names.joined(separator: ", ")).",
      width: Self.width)
  }

  /// Returns the table of differences between each tracker and the reference tracker.
  func differences(_ findings: Findings) -> Table {
    let texts = columns.map(MeasureText.init)
    return Table(
      columns: texts.map { .init(title: $0.measure) },
      rows: findings.differences.map { tracker in
        Table.Row(
          name: tracker.tracker, style: .plain, isIndented: true,
          cells: texts.map { Table.Cell(tracker.figure($0.measure), $0) })
      })
  }

  private func differencesBlock(_ findings: Findings) -> [String] {
    let rows = lines(differences(findings))
    return rows.isEmpty ? [] : ["Difference from \(comparison.reference), paired by seed:"] + rows
  }
}

extension Need {
  var shownMeasures: [String] { requirements.map(\.measure) + [objective] }
}
