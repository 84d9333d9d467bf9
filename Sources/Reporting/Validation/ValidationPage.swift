import Experiments
import Foundation
import Simulation
import Text

/// A validation of the model as an HTML page: measured against simulated, with intervals on both.
package struct ValidationPage {
  private let report: ValidationReport

  package init(_ report: ValidationReport) { self.report = report }

  /// The page as one file that needs no network.
  package func html() throws -> Data {
    let seeds = counted(report.seeds.count, "seed")
    return try SectionedPage(
      title: "The model against published measurements", brand: "validation",
      facts: [
        "The model's figure is the median over \(seeds), from the 5th to the 95th percentile."
      ],
      answer: answer, sections: [overview] + report.sections.map(section),
      provenance: "Odograph \(Provenance.odographVersion)."
    ).html()
  }

  /// The sentence that says how often the model agrees with what was measured.
  var answer: String {
    let tests = report.rows.count { $0.row.fitted == nil && $0.outcome != .none }
    let passed = report.count(.passed)
    guard tests > 0 else { return "No row tests the model." }
    return "Of \(counted(tests, "measurement")) that set no parameter of the model, the model "
      + "meets \(passed) (\(FigureText.percent(Double(passed) / Double(tests))) %)."
  }

  private var overview: SectionedPage.Section {
    let rows = ValidationVerdict.Outcome.allCases.filter { report.count($0) > 0 }.map { outcome in
      let count = report.count(outcome)
      let share = Double(count) / Double(max(1, report.rows.count))
      return SectionedPage.Row(
        name: outcome.rawValue,
        cells: [
          .init(
            text: "\(count)",
            meter: .init(style: outcome.style, width: Drawing.rounded(share * 100))),
          .init(text: outcome.meaning),
        ])
    }
    return SectionedPage.Section(
      id: "outcomes", title: "Outcomes", notes: [report.remark, Self.legend],
      tables: [
        .init(caption: "Rows by outcome", columns: ["outcome", "rows", "meaning"], rows: rows)
      ])
  }

  private static let legend =
    "In each plot the wide band is what counts as met, the darker part what was measured, the dot "
    + "the model's median and the line its range. Each row has its own scale."

  private func section(_ section: ValidationReport.Section) -> SectionedPage.Section {
    let source = section.document.source
    return SectionedPage.Section(
      id: "source-" + section.document.name, title: section.document.name,
      notes: [source.title + (source.license.map { ". License: \($0)" } ?? "") + "."],
      groups: [.init(figures: [figure(section)])],
      tables: [
        .init(
          summary: "The figures as a table", caption: "Rows of \(section.document.name)",
          columns: ["row", "outcome", "what", "measured", "band", "model", "remark"],
          rows: section.rows.map(row))
      ])
  }

  private func row(_ verdict: ValidationVerdict) -> SectionedPage.Row {
    let text = ValidationText(verdict: verdict)
    let row = verdict.row
    return SectionedPage.Row(
      name: row.id,
      cells: [
        verdict.outcome.rawValue, row.title, row.measured, text.band, text.found, text.remark,
      ].map { .init(text: $0) })
  }

  private func figure(_ section: ValidationReport.Section) -> SectionedPage.Figure {
    let caption = "Measured and simulated: \(section.document.name)"
    let plot = BandPlot(
      label: caption + "; the table below has the figures", axis: ("lower", "band", "higher"),
      rows: section.rows.map(plotted))
    return SectionedPage.Figure(caption: caption, drawing: plot.drawing)
  }

  private func plotted(_ verdict: ValidationVerdict) -> BandPlot.Row {
    let band = verdict.row.band
    let width = band.upperBound - band.lowerBound
    func place(_ value: Double) -> Double {
      width > 0 ? (value - band.lowerBound) / width : value - band.lowerBound
    }
    let median = verdict.median ?? .nan
    let interval = verdict.interval ?? median...median
    let range = verdict.row.range
    return BandPlot.Row(
      name: verdict.row.title, point: place(median), low: place(interval.lowerBound),
      high: place(interval.upperBound), style: verdict.outcome.style,
      range: place(range.lowerBound)...place(range.upperBound),
      text: ValidationText(verdict: verdict).found)
  }
}

extension ValidationVerdict.Outcome {
  /// The CSS class of the outcome's color.
  fileprivate var style: String {
    switch self {
    case .passed: "met"
    case .fitted, .vague: "quiet"
    case .missed, .none: "unmet"
    }
  }
}
