import Foundation
import Simulation

/// A run of a report file without its results: what the run's folder is named by.
///
/// A report of hundreds of figures takes longer to read whole than a short day takes to simulate.
private struct ReportedRun: Decodable {
  struct File: Decodable {
    var schema: String
    var runs: [ReportedRun]
  }

  var tracker: String
  var seed: UInt64
}

extension RunFolders {
  /// Returns the folders of the runs of a report file; empty if it is no report.
  package static func folders(in report: Data) -> [String] {
    guard let file = try? JSONDecoder().decode(ReportedRun.File.self, from: report),
      file.schema == Report.schema
    else { return [] }
    let folders = RunFolders(trackersOfRuns: file.runs.map(\.tracker))
    return file.runs.map { folders.folder($0.tracker, $0.seed) }
  }
}
