import Experiments
import Scenarios
import Text

/// A validation of the model as a Markdown page. Every row has its source, the measured figure and
/// the model's figure.
///
/// The page also lists the rows whose outcome differs from an earlier page.
package struct MarkdownValidation {
  private let report: ValidationReport
  /// True if the project's own list of measurements is shown.
  private let isOwn: Bool

  package init(_ report: ValidationReport, isOwn: Bool) {
    self.report = report
    self.isOwn = isOwn
  }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    sectioned(
      [opening, totals] + report.sections.map(section) + (isOwn ? [notMeasured] : []))
  }

  private static let title = "# The model against published measurements"

  private var opening: [String] {
    let seeds = counted(report.seeds.count, "seed")
    return [
      Self.title, "",
      (isOwn
        ? "Written by `odograph validation --page Docs/Validation.md`; do not edit. Each row is a "
          + "published measurement, kept as data in `Validation/` with its source. "
        : "Written by `odograph validation`. Each row is a measurement with its source. ")
        + "The model's figure is the median over \(seeds), with the range from the 5th to the "
        + "95th percentile. A row is *close* if other seeds might put its median on the other "
        + "side of an end of its band.",
    ]
  }

  private var totals: [String] {
    let rows = ValidationVerdict.Outcome.allCases.filter { report.count($0) > 0 }.map {
      Table.Row(name: $0.rawValue, cells: [.init("\(report.count($0))"), .init($0.meaning)])
    }
    return [
      Table(
        title: "outcome",
        columns: [.init(title: "rows"), .init(title: "meaning", kind: .words)], rows: rows
      ).markdown(), "", report.remark,
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
        + "`liveUpdatesResume` and `backgroundActivityResume` stay undecided.", "",
      "No published measurement was found of the time from a tunnel's end to a phone's first fix, "
        + "nor of the share of time in which a phone between buildings has a fix (looked for in "
        + "November 2026).",
    ]
  }

  /// Returns true if the text is a validation page. The page may contain only some rows.
  package static func isPage(_ text: String) -> Bool {
    text.hasPrefix(title + "\n") && text.contains("\n| row ")
  }

  /// Returns the rows whose outcome differs from an earlier page, such as "id: before → now".
  ///
  /// New rows, which the earlier page does not have, are included. Rows that only the earlier page
  /// has are included if all of the project's rows were run.
  package func changes(since page: String) -> [String] {
    var before: [String: String] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmed
      }
      guard cells.count > 4 else { continue }
      before[String(cells[1]).replacing("\\", with: "")] = String(cells[2])
    }
    var changes: [String] = []
    for verdict in report.rows {
      let (id, now) = (verdict.row.id, verdict.outcome.rawValue)
      let earlier = before.removeValue(forKey: id)
      if earlier != now { changes.append("\(id): \(earlier ?? "not there") → \(now)") }
    }
    let outcomes = ValidationVerdict.Outcome.allCases.map(\.rawValue)
    guard isOwn else { return changes }
    return changes
      + before.filter { outcomes.contains($0.value) }.map { "\($0.key): \($0.value) → not there" }
      .sorted()
  }
}
