import Experiments
import Foundation
import Reporting
import Scenarios

/// Runs a plan and leaves its results in their places.
struct PlannedRuns {
  var plan: RunPlan
  var places: ResultPlaces
  var jobs: Int
  var explains: Bool
  var progress: Progress

  /// The report, which is also `report.json` in its place.
  func run() throws -> Report {
    let shelf = RunFilesShelf()
    defer { progress.clear() }
    let outcome = try experiment(shelf: shelf).run()
    try shelf.finish()
    let report = Report(
      provenance: Provenance(scenario: plan.scenario, options: plan.options),
      scenario: ScenarioSummary(
        plan.scenario, assumptions: outcome.assumptions, warnings: outcome.warnings),
      runs: outcome.results)
    let path = try places.folder.pathForWriting("report.json")
    try ReportJSON.data(report).write(to: URL(fileURLWithPath: path))
    try places.commit()
    return report
  }

  private func experiment(shelf: RunFilesShelf) -> Experiment {
    var experiment = Experiment(
      scenario: plan.scenario, trackers: plan.trackers, seeds: plan.seeds)
    experiment.jobs = jobs
    experiment.inferringStays = plan.infersStays
    experiment.explains = explains
    experiment.storePath = { [places] in places.storePath($0, $1) }
    experiment.onProgress = { [progress] in progress.report(done: $0, of: $1) }
    experiment.makeSink = { [places, explains] in
      let files = try RunFiles(
        in: places.folder.folderForWriting(places.subfolder($0, $1)),
        title: "\($0), seed \($1)", clocks: $2, explains: explains)
      shelf.add(files)
      return files
    }
    return experiment
  }
}
