import Experiments
import Foundation
import Reporting
import Scenarios

/// Whether a tracker's results are as the scenario expects, by the mean over the seeds.
struct Verdict {
  let expectation: Expectation
  /// The tracker, or one of the variants that `--set` made of it.
  let tracker: String
  /// Nil where the measure does not apply to the day.
  let found: Double?

  /// Of those expectations whose tracker ran, in the order of the file.
  static func all(
    _ expectations: [Expectation], of trackers: [TrackerChoice], on report: Report
  ) -> [Verdict] {
    expectations.flatMap { expectation in
      trackers.filter { $0.origin == expectation.tracker }.map { tracker in
        let runs = report.runs.filter { $0.tracker == tracker.name }
        return Verdict(
          expectation: expectation, tracker: tracker.name,
          found: Measures.mean(expectation.measure, of: runs))
      }
    }
  }

  var isMet: Bool {
    found.map { expectation.comparison.holds($0, expectation.value) } ?? false
  }

  /// "not met: overland-high-resolution positionCoverage >= 0.95, found 0.871 (day.yaml:31)".
  var description: String {
    let condition =
      "\(tracker) \(expectation.measure) \(expectation.comparison.rawValue) "
      + "\(expectation.value)"
    let place = expectation.location.description
    return (isMet ? "met: " : "not met: ") + condition
      + ", found " + (found.map { String(format: "%.4g", $0) } ?? "that it does not apply")
      + (place.isEmpty ? "" : " (\(place))")
  }
}
