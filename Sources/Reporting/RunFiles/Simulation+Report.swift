import Files
import Foundation
import RunViews
import Scenarios
import Simulation
import Text

extension Simulation {
  /// Runs an app on each seed's day, writes the report into a folder, and returns the results in
  /// the order of seeds.
  ///
  /// The folder gets the files that `odograph run --explain` writes: `report.html` with map and
  /// timeline, `report.json`, and for each run `fixes.csv`, `track.gpx`, `timeline.csv` and
  /// `explain.txt`. They appear together when all runs are done.
  ///
  ///     let days = try Simulation(file: "commute.yaml").report(app, into: "Reports/commute")
  ///
  /// - Throws: `InputError` if the folder cannot be written.
  @discardableResult
  public func report(_ app: OwnApp, into folder: String) throws -> [RunResult] {
    try report([app.name], into: folder) { try $0.run(app) }
  }

  /// Runs an app that is a program of its own, and writes the report into a folder.
  ///
  /// - Throws: `InputError` if the program, its Info.plist or the folder cannot be used;
  ///   `AppFailure` if the app does not return from an event or breaks the protocol.
  @discardableResult
  public func report(_ app: AppFile, into folder: String) throws -> [RunResult] {
    let choice = TrackerChoice(app: app)
    return try report([choice.name], into: folder) { experiment in
      var experiment = experiment
      experiment.trackers = [choice]
      return try experiment.run()
    }
  }

  private func report(
    _ trackers: [String], into path: String,
    _ run: (Experiment) throws -> (
      results: [RunResult], assumptions: [String], warnings: [String]
    )
  ) throws -> [RunResult] {
    let folders = RunFolders(trackers: trackers, hasSeveralSeeds: seeds.count > 1)
    let folder = try Self.opened(path, for: folders.ofTrackers)
    defer { folder.discard() }
    var experiment = Experiment(scenario: scenario, trackers: [], seeds: seeds)
    experiment.jobs = jobs
    experiment.explains = true
    let views = ShownViews(seed: seeds.first ?? 1)
    experiment.makeSink = { tracker, day in
      try RunFiles(
        in: folder.folderForWriting(folders.folder(tracker, day.seed)), tracker: tracker, day: day,
        explains: true, shown: views)
    }
    let outcome = try run(experiment)
    let report = Report(
      provenance: Provenance(
        scenario: scenario,
        options: ["seed=\(seeds.first ?? 0)", "seeds=\(seeds.count)"]
          + trackers.map { "tracker=\($0) (app)" }),
      scenario: ScenarioSummary(
        scenario, assumptions: outcome.assumptions, warnings: outcome.warnings),
      runs: outcome.results)
    let routes = scenario.map?.routes
    let page = ReportPage(report, routes: routes, view: views.view)
    try folder.write(ReportJSON.data(report), to: "report.json")
    try ReportRoutes.report.write(routes, to: folder)
    try folder.write(page.html(), to: "report.html")
    try folder.commit()
    return outcome.results
  }

  private static func opened(_ path: String, for runs: [String]) throws -> StagedFolder {
    let obstacle: FolderObstacle
    do {
      let folder = try StagedFolder(path)
      do throws(FolderObstacle) {
        try folder.refuseObstacles(in: "", files: RunFolders.reportFiles)
        for run in runs { try folder.refuseObstacles(in: run, files: RunFiles.names) }
        return folder
      } catch {
        folder.discard()
        obstacle = error
      }
    } catch {
      obstacle = FolderObstacle(path: path)
    }
    throw InputError(
      SourceLocation(file: obstacle.path), "the report cannot be written here",
      accepted: "a folder that is new or can be written")
  }
}
