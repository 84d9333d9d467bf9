import Evaluation
import Experiments
import Simulation
import Timekeeping

/// A report for somebody at a terminal: a table of trackers, then for each why it saw nothing and where
/// its energy went, then what to beware of. At most 100 columns wide. Of many trackers only the foremost
/// reason of each is told, so that they can still be compared at a glance.
///
/// Several seeds of a tracker are shown as their mean, with the lowest and the highest below it. What does
/// not apply to the day is a dash.
package struct TerminalReport {
  static let width = 100
  /// Their details fill about a screen.
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

  /// Ends with a line feed.
  package var text: String {
    var sections = [heading, dayWarnings, overview, records]
    sections += tellsDetails ? trackers.map(details) : [foremost]
    sections += [warnings, legend]
    if isVerbose { sections.append(model) }
    return sectioned(sections)
  }

  private var tellsDetails: Bool {
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

  /// A recording may have breaks of months, in which nobody knows anything.
  private var simulated: String {
    let seconds = trackers.first?.mean { $0.coverage.simulatedSeconds } ?? 0
    guard seconds < 0.99 * report.scenario.durationSeconds else { return "" }
    return ", \(FigureText.duration(seconds)) of it simulated"
  }

  private var localStart: String {
    localTime(report.scenario.start, zone: report.scenario.timeZone)
  }
}

/// One tracker's runs, in the order of seeds.
struct TrackerResults {
  let name: String
  let runs: [RunResult]

  static func grouping(_ runs: [RunResult]) -> [TrackerResults] {
    var names: [String] = []
    var byName: [String: [RunResult]] = [:]
    for run in runs {
      if byName[run.tracker] == nil { names.append(run.tracker) }
      byName[run.tracker, default: []].append(run)
    }
    return names.map { TrackerResults(name: $0, runs: byName[$0] ?? []) }
  }

  /// The same runs with a recording's gaps taken for stays; nil where that was not asked for.
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

  /// Mean seconds of each cause that took any, the largest first.
  func gapCauses(
    _ view: (GapCauseReport) -> [CauseSeconds]
  ) -> [(cause: GapCause, seconds: Double)] {
    let causes = GapCause.allCases.map { cause in
      let seconds = mean { run in
        view(run.gapCauses).first { $0.cause == cause }?.seconds ?? 0
      }
      return (cause: cause, seconds: seconds)
    }
    // Swift's sort keeps the order of equals, which is the order in which causes are asked.
    return causes.filter { $0.seconds > 0 }.sorted { $0.seconds > $1.seconds }
  }

  /// What it added to each component, as far as it can be shown, the largest first.
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
