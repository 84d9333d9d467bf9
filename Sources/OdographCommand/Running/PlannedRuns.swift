import Experiments
import Files
import Foundation
import Reporting
import RunViews
import Simulation
import Terminal

/// The execution of a plan: the runs of its trackers, and the files of their results.
struct PlannedRuns {
  var plan: RunPlan
  var places: ResultPlaces
  var jobs: Int
  var explains: Bool
  var progress: ProgressLine

  /// Runs the plan, writes `report.json`, and returns the report.
  func run() throws -> Report {
    defer { progress.clear() }
    do {
      return try runAll()
    } catch let trouble as FileError {
      throw places.shown(trouble)
    }
  }

  private func runAll() throws -> Report {
    let views = ShownViews(seed: plan.seeds.first ?? 1)
    let outcome = try experiment(showing: views).run()
    let report = Report(
      provenance: Provenance(scenario: plan.scenario, options: plan.options),
      scenario: ScenarioSummary(
        plan.scenario, assumptions: outcome.assumptions, warnings: outcome.warnings),
      runs: outcome.results)
    for (name, data) in try results(report, views) { try places.folder.write(data, to: name) }
    try ReportRoutes.report.write(plan.scenario.map?.routes, to: places.folder)
    try places.commit()
    return report
  }

  /// Returns the files of the results by name. The page takes longest, so it begins first, and
  /// another thread prepares what it needs last.
  private func results(_ report: Report, _ views: ShownViews) throws -> [(name: String, Data)] {
    let why = WhyNeighbor(ofReportIn: places.folder.path, report)?.reference
    let routes = plan.scenario.map?.routes
    let pieces: [@Sendable () throws -> (name: String, Data)?] = [
      {
        let page = ReportPage(report, routes: routes, why: why, view: views.view)
        return ("report.html", try page.html())
      },
      {
        try ReportPage.prepare()
        return nil
      },
      { ("report.json", try ReportJSON.data(report)) },
    ]
    return try ParallelWork(count: pieces.count, jobs: jobs).results { try pieces[$0]() }
      .compactMap { $0 ?? nil }
  }

  private func experiment(showing views: ShownViews) -> Experiment {
    var experiment = Experiment(
      scenario: plan.scenario, trackers: plan.trackers, seeds: plan.seeds)
    experiment.jobs = jobs
    experiment.inferringStays = plan.infersStays
    experiment.explains = explains
    experiment.storePath = { [places] in places.storePath($0, $1) }
    experiment.onProgress = { [progress] in progress.report(done: $0, of: $1) }
    experiment.makeSink = { [places, explains] tracker, day in
      try RunFiles(
        in: places.folder.folderForWriting(places.subfolder(tracker, day.seed)),
        tracker: tracker, day: day, explains: explains, shown: views)
    }
    return experiment
  }
}
