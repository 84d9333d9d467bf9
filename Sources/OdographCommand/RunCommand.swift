import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Terminal
import Text

/// `odograph run`: runs the trackers of each scenario, prints a table, and writes the report.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Simulate a scenario's trackers and write a report",
    discussion: CommandHelp(
      """
      A recording runs like a scenario: GPX, CSV with a header line, GeoJSON, Google's Timeline, \
      OwnTracks' .rec, Compass's days, GnssLogger's fixes, FHIR bundles, SUMO's FCD and gpsd's \
      JSON; through gpsdecode a receiver's log; through GPSBabel TCX, KML, IGC and FIT; each plain \
      or gzipped. \
      Its trackers are the presets overland-high-resolution, overland-battery-saving and \
      ehe-pilot-1 on an iphone-13 with ios-17 that is charged every night.

      The output folder receives report.html for a browser and report.json, and for each run \
      fixes.csv, track.gpx and timeline.csv in <tracker>/ or <tracker>/seed-N/. Expectations that \
      are not met are printed and do not change the exit status.
      """,
      examples: [
        "run Scenarios/commuter-weekday.yaml", "run ride.gpx --preset adaptive,always",
        "run day.yaml --preset always --set distanceFilter=50m",
      ], page: "guide/run.md"
    ).text)

  @Argument(
    help: ArgumentHelp("Scenarios in YAML, or recordings", valueName: "scenario|trace"),
    completion: .scenario)
  var scenarios: [String]

  @OptionGroup var options: RunOptions
  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    // Reads and checks all input before the first run. No file is written before that.
    let (plans, refusals) = try readPlans()
    guard !options.format.isOneDocument || plans.count == 1 else {
      throw InputError(
        .commandLine,
        "--format \(options.format.rawValue) is given with \(plans.count) scenarios",
        accepted: "one scenario")
    }
    try plans.flatMap(\.trackers).warnOfUnreadSettings(isQuiet: options.quiet)
    let places = try makePlaces(plans)
    let interruption = Interruption {
      for place in places.reversed() { place.discard() }
      Console.remark("odograph: interrupted; results of unfinished scenarios are not written")
    }
    defer {
      for place in places.reversed() { place.discard() }
      interruption.end()
    }
    for (index, (plan, place)) in zip(plans, places).enumerated() {
      let runs = PlannedRuns(
        plan: plan, places: place, jobs: options.shared.jobs, explains: options.explain,
        progress: ProgressLine(plan.scenario.name, isQuiet: options.quiet))
      show(try runs.run(), of: plan, in: place, isFirst: index == 0)
    }
    guard refusals.isEmpty else {
      Console.remark(
        "odograph: \(refusals.count) of \(scenarios.count) files could not be read; see above")
      throw AlreadyReported(status: .badInput)
    }
  }

  /// Reads the plans. A recording of several that cannot be read does not stop the others: its
  /// message is printed and returned.
  ///
  /// - Throws: The error of a scenario, of an option or of a missing file, or of a recording if
  ///   none can be read.
  private func readPlans() throws -> (plans: [RunPlan], refusals: [InputError]) {
    var plans: [RunPlan] = []
    var refusals: [InputError] = []
    for path in scenarios {
      do {
        let input = try ScenarioInput.read(path, trace, apps: options.apps)
        plans.append(try RunPlan(input, options, trace))
      } catch {
        let isRecording =
          !ScenarioInput.isScenario(path) && FileManager.default.fileExists(atPath: path)
        guard scenarios.count > 1, isRecording, error.location != .commandLine else { throw error }
        refusals.append(error)
      }
    }
    if plans.isEmpty, let last = refusals.popLast() {
      for refusal in refusals { Console.remark(refusal.description) }
      throw last
    }
    for refusal in refusals { Console.remark(refusal.description) }
    return (plans, refusals)
  }

  /// Opens an output folder for each scenario. If one folder cannot be opened, discards them all.
  private func makePlaces(_ plans: [RunPlan]) throws(InputError) -> [ResultPlaces] {
    let names = FileName.distinct(plans.map { $0.input.folderName(trace) })
    var places: [ResultPlaces] = []
    do throws(InputError) {
      for (plan, name) in zip(plans, names) {
        let isOnly = scenarios.count == 1
        let folder = options.output.map { isOnly ? $0 : "\($0)/\(name)" } ?? "Reports/\(name)"
        let store = options.store.map { path in
          StorePlaces.Request(
            path: path, subfolder: isOnly ? nil : name, isFolder: !isOnly || plan.runCount > 1)
        }
        places.append(try ResultPlaces(plan, folder: folder, store: store))
      }
    } catch {
      for place in places.reversed() { place.discard() }
      throw error
    }
    return places
  }

  private func show(_ report: Report, of plan: RunPlan, in places: ResultPlaces, isFirst: Bool) {
    let verdicts = Verdict.all(plan.scenario.expectations, of: plan.unchangedTrackers, on: report)
    let whereabouts = "Report: \(places.folder.path)/report.html"
    if options.format == .terminal {
      guard !options.quiet else {
        for verdict in verdicts where !verdict.isMet { Console.write(verdict.description + "\n") }
        return
      }
      let table = TerminalReport(
        report, isColored: Console.isColored, isVerbose: options.verbose)
      let lines = verdicts.map(\.description) + (verdicts.isEmpty ? [] : [""]) + [whereabouts]
      Console.write(table.text + "\n" + lines.joined(separator: "\n") + "\n")
      if options.explain {
        Console.write("Explanations: explain.txt in each run's folder, beside the report\n")
      }
      return
    }
    let rendering = ReportRendering(
      report: report, folder: places.folder.path, isVerbose: options.verbose)
    if let data = try? rendering.data(options.format, isFirst: isFirst) { Console.write(data) }
    guard !options.quiet else { return }
    for verdict in verdicts { Console.remark(verdict.description) }
    Console.remark(whereabouts)
  }
}
