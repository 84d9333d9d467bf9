import Evaluation
import Experiments
import Foundation
import Mustache
import Routes
import RunViews
import Simulation
import Timekeeping

/// `report.html`: a report as one file that needs no network.
///
/// Tables and sentences are static HTML. Scripts draw the map, the timeline and the plot from data
/// in the page, if the libraries for them were installed when the page was written. With several
/// seeds, the figures are means, and the map and the timeline show the day of one seed.
package struct ReportPage {
  let report: Report
  let trackers: [TrackerResults]
  /// The data for the map and the timeline (`view.json`) of each tracker's run with the shown seed,
  /// in the order of trackers; nil for a run without this data.
  let views: [RunView?]
  let libraries: PageLibraries
  /// The map under the map, if the page has both.
  let ground: MapGround?
  let calendar: LocalCalendar
  let marks: TrackerMarks
  let ranking: TrackerRanking
  /// The explanation of the gaps, if there is one beside the report.
  let why: WhyReference?

  /// Makes the page of a report.
  ///
  /// - Parameters:
  ///   - routes: The routes of the scenario, with the map under the page's map; nil for none.
  ///   - why: The explanation of the report's gaps, to which the page then has links.
  ///   - view: Returns the data for the map and the timeline of a run, from the run's tracker and
  ///     seed. Called for one seed only.
  package init(
    _ report: Report, seed: UInt64? = nil, routes: RouteFile? = nil, why: WhyReference? = nil,
    view: (_ tracker: String, _ seed: UInt64) -> RunView?
  ) {
    self.init(
      report, seed: seed, routes: routes, why: why, libraries: .embedded, view: view)
  }

  init(
    _ report: Report, seed: UInt64? = nil, routes: RouteFile? = nil, why: WhyReference? = nil,
    libraries: PageLibraries, view: (_ tracker: String, _ seed: UInt64) -> RunView?
  ) {
    self.report = report
    self.libraries = libraries
    self.why = why
    trackers = TrackerResults.grouping(report.runs)
    shownSeed = seed ?? report.runs.first?.seed ?? 1
    let shown = shownSeed
    views = trackers.map { view($0.name, shown) }
    ground = views.contains { $0 != nil } ? MapGround(routes) : nil
    marks = TrackerMarks(trackers.map(\.name))
    ranking = TrackerRanking(trackers)
    calendar = LocalCalendar(identifier: report.scenario.timeZone) ?? .utc
  }

  let shownSeed: UInt64

  private static let sections = [
    "glance": PackageResources.glance_mustache, "map": PackageResources.map_mustache,
    "timeline": PackageResources.timeline_mustache, "gaps": PackageResources.gaps_mustache,
    "gap-causes": PackageResources.gap_causes_mustache,
    "long-gaps": PackageResources.long_gaps_mustache, "hours": PackageResources.hours_mustache,
    "records": PackageResources.records_mustache, "energy": PackageResources.energy_mustache,
    "days": PackageResources.days_mustache, "trust": PackageResources.trust_mustache,
    "model": PackageResources.model_mustache, "figures": PackageResources.figures_mustache,
  ]

  private static let template = Result {
    try PageTemplate(PackageResources.report_mustache, sections: sections)
  }

  /// The assets of a page with the embedded libraries and without a map under the map.
  private static let usualAssets = assets(of: .embedded, hasGround: false)

  /// Makes what most pages have alike: the template and the assets.
  ///
  /// A page does so itself if this was not called before.
  package static func prepare() throws {
    _ = try template.get()
    _ = usualAssets
  }

  package func html() throws -> Data {
    let context = try context
    return try Self.template.get().page(context)
  }

  private var context: Context {
    get throws {
      let notices = self.notices
      let cautions = cautions(report, trackers) + report.scenario.warnings
      let notes = tableNotes(report, trackers)
      let hours = self.hours
      let days = self.days
      return Context(
        shell: try shell, answer: ranking.sentence, hasView: hasView, notices: notices,
        hasNotices: !notices.isEmpty, seedsNote: seedsNote(trackers).map { $0 + "." },
        seedsMean: isOverSeveralSeeds ? "mean over the seeds" : nil,
        isSeveral: trackers.count > 1, columns: ReportColumn.pageOverview.map(Heading.init),
        recordColumns: ReportColumn.records.map(Heading.init),
        overview: rows(ReportColumn.pageOverview), records: rows(ReportColumn.records),
        stories: stories, cautions: cautions, assumptions: notes,
        hasRemarks: !(cautions + notes).isEmpty, mapNote: mapNote,
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

  private var shell: PageShell {
    get throws {
      try PageShell(
        title: report.scenario.name,
        brand: "how much of the day each tracker recorded, and its battery use",
        facts: [facts] + (simulatedPart.map { [$0] } ?? []),
        start: "glance-section", assets: assets,
        data: PageData(trackers, views: views, ground: ground, marks: marks, shown: ranking.shown),
        provenance: report.provenance.sentence(hashOf: "scenario"))
    }
  }

  private var assets: PageAssets {
    libraries == .embedded && ground == nil
      ? Self.usualAssets : Self.assets(of: libraries, hasGround: ground != nil)
  }

  private static func assets(of libraries: PageLibraries, hasGround: Bool) -> PageAssets {
    PageAssets(
      libraries: libraries, styles: hasGround ? [PackageResources.ground_css] : [],
      scripts: scripts + (hasGround ? [PackageResources.ground_js] : [])
        + libraries.scripts(maps: maps, plots: plots) + [PackageResources.start_js])
  }

  /// The scripts of the page. Each one follows the scripts that it uses.
  private static let scripts: [[UInt8]] = [
    PackageResources.words_js, PackageResources.time_js, PackageResources.marks_js,
    PackageResources.period_js, PackageResources.meanings_js,
  ]

  private static let plots: [[UInt8]] = [
    PackageResources.lanes_js, PackageResources.lanedrawing_js, PackageResources.readout_js,
    PackageResources.timelinepointer_js, PackageResources.timeline_js, PackageResources.legend_js,
    PackageResources.chart_js, PackageResources.labels_js, PackageResources.links_js,
    PackageResources.plots_js,
  ]

  private static let maps: [[UInt8]] = [
    PackageResources.mapview_js, PackageResources.mapcontrols_js, PackageResources.mappointer_js,
    PackageResources.map_js,
  ]

  var isOverSeveralSeeds: Bool { trackers.contains { $0.runs.count > 1 } }
  var hasView: Bool { views.contains { $0 != nil } }

  // MARK: - Heading and notes

  private var facts: String {
    let scenario = report.scenario
    return
      "\(FigureText.duration(scenario.durationSeconds)) from "
      + "\(localTime(scenario.start, zone: scenario.timeZone)), "
      + "\(scenario.phone) with \(scenario.system)"
      + (isOverSeveralSeeds ? "" : ", seed \(shownSeed)")
  }

  /// A sentence on the part of a recording that was simulated; nil if all of it was.
  private var simulatedPart: String? {
    let whole = report.scenario.durationSeconds
    guard let coverage = trackers.first?.runs.first?.coverage,
      coverage.simulatedSeconds < 0.999 * whole
    else { return nil }
    let share = FigureText.percent(coverage.simulatedSeconds / whole)
    return "Simulated: \(FigureText.duration(coverage.simulatedSeconds)), \(share) % of this time. "
      + "For the rest the recording has no data. "
      + "Judged: \(FigureText.duration(coverage.judgedSeconds))."
  }

  private var mapNote: String? {
    isOverSeveralSeeds
      ? "The day of seed \(shownSeed). “odograph report --seed” shows another one." : nil
  }

  private var notices: [String] {
    guard !hasView else { return [] }
    return [
      "No map and no timeline: they need view.json from each run's folder, which was not found "
        + "next to this report."
    ]
  }

  /// The number of recorded positions that the map shows; nil if the map shows all of them.
  private var thinned: String? {
    let fixes = views.compactMap { $0?.fixes }
    let drawn = fixes.reduce(0) { $0 + $1.path.seconds.count }
    let all = fixes.reduce(0) { $0 + $1.recordedCount }
    guard drawn < all, let tolerance = fixes.map(\.toleranceMeters).max() else { return nil }
    let part = "\(FigureText.count(Double(drawn))) of \(FigureText.count(Double(all)))"
    return "\(part); the others lie within \(FigureText.meters(tolerance)) of the lines"
  }
}
