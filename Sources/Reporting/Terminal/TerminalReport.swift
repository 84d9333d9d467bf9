import Evaluation
import Experiments
import Simulation
import Timekeeping

/// A report for a terminal, at most 100 columns wide.
///
/// The report begins with tables of all trackers. The details of each tracker follow: its gaps by
/// cause, and its energy use by component of the phone. The warnings and the definitions of
/// headings come after the details.
///
/// With many trackers, one table replaces the details. It shows each tracker's largest gap cause
/// and the component that used the most energy.
///
/// For several seeds, a figure is the mean, with the lowest and the highest figure below it.
/// Figures that do not apply to the day are a dash.
package struct TerminalReport {
  static let width = 100
  /// The greatest number of trackers for which details are shown. Their details fill about one
  /// screen.
  private static let detailedTrackersMax = 5

  let report: Report
  let pen: Pen
  let isVerbose: Bool
  let trackers: [TrackerResults]

  package init(_ report: Report, isColored: Bool = false, isVerbose: Bool = false) {
    self.report = report
    self.isVerbose = isVerbose
    pen = Pen(isColored: isColored)
    trackers = TrackerResults.grouping(report.runs)
  }

  /// The report as text for a terminal. The text ends with a line feed.
  package var text: String {
    var sections = [heading, dayWarnings, overview, records]
    sections += showsDetails ? trackers.map(details) : [foremost]
    sections += [warnings, legend]
    if isVerbose { sections.append(model) }
    return sectioned(sections)
  }

  private var showsDetails: Bool {
    isVerbose || trackers.count <= TerminalReport.detailedTrackersMax
  }

  var isOverSeveralSeeds: Bool { trackers.contains { $0.runs.count > 1 } }

  private var heading: [String] {
    let scenario = report.scenario
    let facts =
      "\(FigureText.duration(scenario.durationSeconds)) from \(localStart)\(simulated), "
      + "\(scenario.phone) with \(scenario.system)"
    let lines = [pen.paint(scenario.name, .bold)]
    guard let note = seedsNote(trackers) else {
      let seedText = trackers.first?.runs.first.map { ", seed \($0.seed)" } ?? ""
      return lines + wrapped(facts + seedText, width: TerminalReport.width)
    }
    return lines + wrapped(facts, width: TerminalReport.width)
      + [note]
  }

  /// The words for the simulated time if it is shorter than the scenario's duration; otherwise
  /// empty. A recording may have breaks of months, which are not simulated.
  private var simulated: String {
    let seconds = trackers.first?.mean { $0.coverage.simulatedSeconds } ?? 0
    guard seconds < 0.99 * report.scenario.durationSeconds else { return "" }
    return ", \(FigureText.duration(seconds)) of it simulated"
  }

  private var localStart: String {
    localTime(report.scenario.start, zone: report.scenario.timeZone)
  }
}

/// The runs of one tracker, in the order of seeds.
struct TrackerResults {
  let name: String
  let runs: [RunResult]
  /// The measures of each run.
  let figures: [RunFigures]

  init(name: String, runs: [RunResult]) {
    self.name = name
    self.runs = runs
    figures = runs.map(RunFigures.init)
  }

  static func grouping(_ runs: [RunResult]) -> [TrackerResults] {
    var names: [String] = []
    var byName: [String: [RunResult]] = [:]
    for run in runs {
      if byName[run.tracker] == nil { names.append(run.tracker) }
      byName[run.tracker, default: []].append(run)
    }
    return names.map { TrackerResults(name: $0, runs: byName[$0] ?? []) }
  }

  /// The results of the same runs if each gap in the records is inferred to be a stay. Nil without
  /// the option `--infer-stays`.
  var inferringStays: TrackerResults? {
    let inferred = runs.compactMap { run in
      run.coverageInferringStays.map { coverage in
        var run = run
        run.coverage = coverage
        return run
      }
    }
    return inferred.isEmpty ? nil : TrackerResults(name: "stays inferred", runs: inferred)
  }

  /// Returns the mean seconds of gaps for each cause that occurred, the largest first.
  func gapCauses(
    _ view: (GapCauseReport) -> [CauseSeconds]
  ) -> [(cause: GapCause, seconds: Double)] {
    let causes = GapCause.allCases.map { cause in
      let seconds = mean { run in
        view(run.gapCauses).first { $0.cause == cause }?.seconds ?? 0
      }
      return (cause: cause, seconds: seconds)
    }
    // Swift's sort is stable, so equal causes stay in the order in which causes are checked.
    return causes.filter { $0.seconds > 0 }.sorted { $0.seconds > $1.seconds }
  }

  /// The mean additional energy of each component of the phone, the largest first. Components with
  /// too little energy to show are left out.
  var energyByComponent: [(name: String, joules: Double)] {
    let names = runs.first?.energy.byComponent.map(\.name) ?? []
    let components = names.map { name in
      let joules = mean { run in
        run.energy.byComponent.first { $0.name == name }?.marginalJoules ?? 0
      }
      return (name: name, joules: joules)
    }
    return components.filter { abs($0.joules) >= 0.05 }.sorted { $0.joules > $1.joules }
  }

  func spread(_ figure: (RunResult) -> Double?) -> Spread? { Spread(runs.map(figure)) }

  func mean(_ figure: (RunResult) -> Double?) -> Double { spread(figure)?.mean ?? 0 }
}
