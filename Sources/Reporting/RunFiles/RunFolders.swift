import Experiments
import Files
import Simulation

/// The folders in which each run's files lie, relative to the folder of `report.json`.
package struct RunFolders: Sendable {
  /// The names of the report's own files, beside the folders. Only a scenario with routes has the
  /// last one.
  package static let reportFiles = ["report.json", "report.html", ReportRoutes.report.rawValue]

  private let names: [String: String]
  private let hasSeveralSeeds: Bool

  /// Chooses the names of the folders.
  ///
  /// - Parameter trackers: The trackers in the order of the report, each once.
  package init(trackers: [String], hasSeveralSeeds: Bool) {
    names = Dictionary(
      zip(trackers, FileName.distinct(trackers, besides: Self.reportFiles)),
      uniquingKeysWith: { first, _ in first })
    self.hasSeveralSeeds = hasSeveralSeeds
  }

  package init(_ report: Report) { self.init(trackersOfRuns: report.runs.map(\.tracker)) }

  /// Chooses the names for the runs of a report, of which each has a tracker and a seed of its own.
  init(trackersOfRuns runs: [String]) {
    var trackers: [String] = []
    for tracker in runs where !trackers.contains(tracker) { trackers.append(tracker) }
    self.init(trackers: trackers, hasSeveralSeeds: runs.count > trackers.count)
  }

  /// The folders of all trackers, in alphabetical order.
  package var ofTrackers: [String] { names.values.sorted() }

  /// Returns the folder of a run, such as "overland-high-resolution" or
  /// "overland-high-resolution/seed-3".
  package func folder(_ tracker: String, _ seed: UInt64) -> String {
    let name = names[tracker] ?? FileName.of(tracker)
    return hasSeveralSeeds ? "\(name)/seed-\(seed)" : name
  }
}
