import Experiments
import Files
import Simulation

/// The folders in which each run's files lie, relative to the folder of `report.json`.
package struct RunFolders: Sendable {
  private let names: [String: String]
  private let hasSeveralSeeds: Bool

  /// Chooses the names of the folders.
  ///
  /// - Parameter trackers: The trackers in the order of the report, each once.
  package init(trackers: [String], hasSeveralSeeds: Bool) {
    names = Dictionary(
      zip(trackers, FileName.distinct(trackers, besides: ["report.json", "report.html"])),
      uniquingKeysWith: { first, _ in first })
    self.hasSeveralSeeds = hasSeveralSeeds
  }

  package init(_ report: Report) {
    let trackers = TrackerResults.grouping(report.runs)
    self.init(
      trackers: trackers.map(\.name), hasSeveralSeeds: trackers.contains { $0.runs.count > 1 })
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
