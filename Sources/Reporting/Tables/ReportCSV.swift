import Evaluation
import Experiments
import Foundation
import Simulation

/// A report as CSV for other programs (RFC 4180), with a row for each run and a column for each
/// figure.
///
/// Figures are as in `report.json`, under the names in `Measures`. Fields that do not apply are
/// empty.
package enum ReportCSV {
  private static let measures =
    Measures.all.filter(\.isExplained).map(\.name)
    + Measures.names.filter { $0.hasPrefix("lifecycle.") }
    + Measures.all.map(\.name).filter { $0.hasPrefix("gapCauses.recorded.") }

  package static let header = line(["scenario", "tracker", "preset", "seed"] + measures)

  /// Returns the rows without the header.
  package static func rows(_ report: Report) -> String {
    report.runs.map { run in
      line(
        [report.scenario.name, run.tracker, run.preset, String(run.seed)]
          + Measures.figures(measures, of: run).map { $0.map(text) })
    }.joined()
  }

  /// Returns a number as JSON writes it: a whole number has no decimal point.
  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }

  private static func line(_ fields: [String?]) -> String {
    Table.csv(fields) + "\r\n"
  }
}
