import Evaluation
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
    var (results, assumptions) = try runs(shelf: shelf, infersStays: false)
    if plan.infersStays {
      let inferred = try runs(shelf: shelf, infersStays: true)
      results += inferred.results
      assumptions += inferred.assumptions.filter { !assumptions.contains($0) }
    }
    try shelf.finish()
    progress.clear()
    let report = Report(
      provenance: Provenance(scenario: plan.scenario, options: plan.options),
      scenario: ScenarioSummary(plan.scenario, assumptions: assumptions), runs: results)
    let path = try places.folder.pathForWriting("report.json")
    try ReportJSON.data(report).write(to: URL(fileURLWithPath: path))
    try places.commit()
    return report
  }

  private func runs(
    shelf: RunFilesShelf, infersStays: Bool
  ) throws -> (results: [RunResult], assumptions: [String]) {
    let suffix = infersStays ? RunPlan.inferredSuffix : ""
    let doneBefore = infersStays ? plan.runCount / 2 : 0
    var experiment = Experiment(
      scenario: plan.scenario, trackers: plan.trackers, seeds: plan.seeds)
    experiment.jobs = jobs
    experiment.inferringStays = infersStays
    experiment.explains = explains
    experiment.storePath = { [places] in places.storePath($0 + suffix, $1) }
    experiment.onProgress = { [progress, total = plan.runCount] done, _ in
      progress.report(done: doneBefore + done, of: total)
    }
    experiment.makeSink = { [places, explains, calendar = plan.scenario.calendar] in
      let files = try RunFiles(
        in: places.folder.folderForWriting(places.subfolder($0 + suffix, $1)),
        title: "\($0)\(suffix), seed \($1)", calendar: calendar, explains: explains)
      shelf.add(files)
      return files
    }
    var outcome = try experiment.run()
    for index in outcome.results.indices { outcome.results[index].tracker += suffix }
    return outcome
  }
}
