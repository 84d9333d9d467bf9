import Experiments

/// A comparison as CSV, with a row for each scenario, tracker and measure.
///
/// Rows on all scenarios together have an empty scenario field. Figures are in SI units, as in
/// `comparison.json`. Fields that do not apply are empty.
package enum ComparisonCSV {
  static let columns = [
    "scenario", "tracker", "measure", "runs", "mean", "low", "high", "chance", "ignorance",
    "difference", "differenceLow", "differenceHigh", "front",
  ]

  package static func text(_ comparison: Comparison) -> String {
    var rows = [Table.csv(columns)]
    for scenario in comparison.scenarios {
      rows += self.rows(scenario.findings, scenario.scenario.name)
    }
    if let portfolio = comparison.portfolio { rows += self.rows(portfolio, "") }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func rows(_ findings: Findings, _ scenario: String) -> [String] {
    zip(findings.trackers, findings.front).flatMap { tracker, place in
      let differences = findings.differences.first { $0.tracker == tracker.tracker }
      return tracker.figures.map { figure in
        let difference = differences?.figure(figure.measure)
        let numbers = [
          figure.mean, figure.interval?.low, figure.interval?.high, figure.spread?.chance,
          figure.spread?.ignorance, difference?.mean, difference?.interval?.low,
          difference?.interval?.high,
        ]
        return Table.csv(
          [scenario, tracker.tracker, figure.measure, "\(figure.count)"]
            + numbers.map(Table.field) + ["\(place.isOnFront)"])
      }
    }
  }
}
