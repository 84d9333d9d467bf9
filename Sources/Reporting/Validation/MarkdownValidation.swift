import Experiments
import Scenarios
import Text

/// A validation as a page: every row with its source, what was measured, what the model gives, and
/// what has changed sides since an earlier page.
package struct MarkdownValidation {
  private let report: ValidationReport

  package init(_ report: ValidationReport) { self.report = report }

  /// Ends with a line feed.
  package var text: String {
    sectioned([opening, totals] + report.sections.map(section) + [notMeasured])
  }

  private var opening: [String] {
    [
      "# The model against published measurements", "",
      "Written by `odograph validation --page Docs/Validation.md`; do not edit. Each row is a "
        + "published measurement under known settings, kept as data in `Validation/`, with its "
        + "source. The model's figure is the median over \(report.seeds.count) seeds, with the "
        + "range from the 5th to the 95th percentile.",
    ]
  }

  private var totals: [String] {
    let meanings: [(ValidationVerdict.Outcome, String)] = [
      (.passed, "the median lies in the band, and the model had not seen the row"),
      (.fitted, "the median lies in the band, and the row has set parameters"),
      (.missed, "the median lies outside of the band"),
      (.vague, "the median lies in the band, but the range is over twice the measured one"),
      (.none, "no seed has the figure"),
    ]
    let rows = meanings.filter { report.count($0.0) > 0 }.map { outcome, meaning in
      Table.Row(
        name: outcome.rawValue, cells: [.init("\(report.count(outcome))"), .init(meaning)])
    }
    return [
      Table(
        title: "outcome",
        columns: [.init(title: "rows"), .init(title: "meaning", kind: .words)], rows: rows
      ).markdown()
    ]
  }

  private func section(_ section: ValidationReport.Section) -> [String] {
    let source = section.document.source
    let titles = ["outcome", "what", "measured", "band", "model", "remark"]
    let rows = section.rows.map { verdict in
      let text = ValidationText(verdict: verdict)
      return Table.Row(
        name: verdict.row.id,
        cells: [
          .init(verdict.outcome.rawValue), .init(verdict.row.title), .init(verdict.row.measured),
          .init(text.band), .init(text.found), .init(text.remark),
        ])
    }
    let license = source.license.map { " License: \($0)." } ?? ""
    return [
      "## \(Escaping.markdown(section.document.name))", "",
      Escaping.markdown(source.title) + ", <\(source.address)>." + Escaping.markdown(license), "",
      Table(
        title: "row", columns: titles.map { .init(title: $0, kind: .words) }, rows: rows
      ).markdown(),
    ]
  }

  private var notMeasured: [String] {
    [
      "## Not measured", "",
      "No published measurement gives the power of a whole current iPhone under known location "
        + "settings (looked for in November 2026). Current phones therefore keep the range from a "
        + "component profile of 2022 to the iPhone 6, and the variants `restingReceiver`, "
        + "`liveUpdatesResume` and `backgroundActivityResume` stay undecided.",
    ]
  }

  /// The rows that an earlier page has on another side, as "id: before → now"; rows that only one
  /// of the two has are not compared.
  package func changes(since page: String) -> [String] {
    var before: [String: String] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmed
      }
      guard cells.count > 3 else { continue }
      before[String(cells[1]).replacing("\\", with: "")] = String(cells[2])
    }
    return report.rows.compactMap { verdict in
      guard let earlier = before[verdict.row.id], earlier != verdict.outcome.rawValue else {
        return nil
      }
      return "\(verdict.row.id): \(earlier) → \(verdict.outcome.rawValue)"
    }
  }
}
