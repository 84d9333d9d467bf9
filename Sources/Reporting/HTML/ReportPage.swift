import Evaluation
import Experiments
import Foundation
import Mustache
import Simulation
import Timekeeping

/// `report.html`: a report as one file that opens without a network.
///
/// Tables and sentences are in the page as they stand; map, timeline and plot are drawn by its scripts from
/// the data beside them, where the libraries for it were installed when it was written. Of several seeds the
/// figures are means, and one seed's day is drawn.
package struct ReportPage {
  let report: Report
  let trackers: [TrackerResults]
  /// In the order of trackers; nil where the run's view is not at hand.
  let views: [RunView?]
  let libraries: PageLibraries
  let calendar: LocalCalendar

  /// - Parameter view: of one run, by tracker and seed; asked for one seed only.
  package init(
    _ report: Report, seed: UInt64? = nil, view: (_ tracker: String, _ seed: UInt64) -> RunView?
  ) {
    self.init(report, seed: seed, libraries: .installed(), view: view)
  }

  init(
    _ report: Report, seed: UInt64? = nil, libraries: PageLibraries,
    view: (_ tracker: String, _ seed: UInt64) -> RunView?
  ) {
    self.report = report
    self.libraries = libraries
    trackers = TrackerResults.grouping(report.runs)
    shownSeed = seed ?? report.runs.first?.seed ?? 1
    let shown = shownSeed
    views = trackers.map { view($0.name, shown) }
    calendar = LocalCalendar(identifier: report.scenario.timeZone) ?? .utc
  }

  let shownSeed: UInt64

  package func html() throws -> Data {
    try PageTemplate(PackageResources.report_mustache).page(try context)
  }

  private var context: Context {
    get throws {
      let notices = self.notices
      let cautions = cautions(report, trackers) + report.scenario.warnings
      let hours = self.hours
      let days = self.days
      return Context(
        name: report.scenario.name, facts: facts,
        style: String(decoding: PackageResources.report_css, as: UTF8.self),
        leafletStyle: libraries.leafletStyle ?? "", scripts: scripts,
        data: try PageData(trackers, views: views).script(),
        provenance: report.provenance.sentence(hashOf: "scenario"),
        licenses: libraries.licenses, hasView: hasView, notices: notices,
        hasNotices: !notices.isEmpty, seedsNote: seedsNote(trackers).map { $0 + "." },
        seedsMean: isOverSeveralSeeds ? "mean over the seeds" : nil,
        isSeveral: trackers.count > 1, columns: ReportColumn.overview.map(Heading.init),
        recordColumns: ReportColumn.records.map(Heading.init),
        overview: rows(ReportColumn.overview), records: rows(ReportColumn.records),
        stories: stories, cautions: cautions, assumptions: report.scenario.assumptions,
        hasRemarks: !(cautions + report.scenario.assumptions).isEmpty, mapNote: mapNote,
        mapNotice: libraries.mapNotice, chartNotice: libraries.chartNotice, thinned: thinned,
        families: families, gaps: gaps, hourNames: (0..<24).map(String.init), hours: hours,
        hasHours: !hours.isEmpty,
        trackerNames: trackers.map { Named(name: $0.name) }, components: components,
        energyCauses: energyCauses, days: days, hasDays: !days.isEmpty,
        trustIntroduction: ParameterEvidence.introduction,
        trust: trust, footing: footing, modelSummary: modelSummary, modelCaption: modelCaption,
        parameters: parameters, readings: readings, settings: settings, measures: measures)
    }
  }

  /// Libraries first, then ours in the order in which they build on one another.
  private var scripts: [String] {
    let own = [
      PackageResources.words_js, PackageResources.map_js, PackageResources.timeline_js,
      PackageResources.names_js, PackageResources.plots_js, PackageResources.meanings_js,
      PackageResources.start_js,
    ].map { PageLibraries.forScript(String(decoding: $0, as: UTF8.self)) }
    return [libraries.leaflet, libraries.d3].compactMap { $0 } + own
  }

  var isOverSeveralSeeds: Bool { trackers.contains { $0.runs.count > 1 } }
  var hasView: Bool { views.contains { $0 != nil } }

  // MARK: - What it is about

  private var facts: String {
    let scenario = report.scenario
    return
      "\(FigureText.duration(scenario.durationSeconds)) from "
      + "\(localTime(scenario.start, zone: scenario.timeZone)), "
      + "\(scenario.phone) with \(scenario.system)"
      + (isOverSeveralSeeds ? "" : ", seed \(shownSeed)")
  }

  private var mapNote: String? {
    isOverSeveralSeeds
      ? "The day of seed \(shownSeed); “odograph report --seed” draws another one." : nil
  }

  private var notices: [String] {
    guard !hasView else { return [] }
    return [
      "There is no map and no timeline: they are drawn from view.json in each run's folder, which is not "
        + "beside this report."
    ]
  }

  /// How many of the recorded positions are drawn, where it is not all.
  private var thinned: String? {
    let fixes = views.compactMap { $0?.fixes }
    let drawn = fixes.reduce(0) { $0 + $1.path.seconds.count }
    let all = fixes.reduce(0) { $0 + $1.recordedCount }
    guard drawn < all, let tolerance = fixes.map(\.toleranceMeters).max() else { return nil }
    return
      "\(FigureText.count(Double(drawn))) of \(FigureText.count(Double(all))); the others lie within "
      + "\(FigureText.meters(tolerance)) of the lines"
  }
}
