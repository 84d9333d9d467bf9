import Evaluation
import Foundation
import Scenarios
import Simulation

/// The judgment of one expectation of a scenario. It uses the tracker's mean over the seeds.
package struct Verdict: Sendable, Hashable {
  package let expectation: Expectation
  package let tracker: String
  /// The mean that was found for the tracker; nil if the measure does not apply.
  package let found: Double?

  package init(_ expectation: Expectation, of tracker: String, found: Double?) {
    self.expectation = expectation
    self.tracker = tracker
    self.found = found
  }

  /// Returns the verdicts on the expectations whose tracker ran, in the order of the file.
  ///
  /// Variants of a tracker made by `--set` are not judged, since the scenario has no expectations
  /// of them.
  package static func all(
    _ expectations: [Expectation], of trackers: [TrackerChoice], on report: Report
  ) -> [Verdict] {
    expectations.flatMap { expectation in
      trackers.filter { $0.name == expectation.tracker }.map { tracker in
        let runs = report.runs.filter { $0.tracker == tracker.name }
        return Verdict(
          expectation, of: tracker.name, found: Measures.mean(expectation.measure, of: runs))
      }
    }
  }

  package var isMet: Bool {
    found.map { expectation.comparison.holds($0, expectation.value) } ?? false
  }

  /// The verdict as a line such as "not met: overland-high-resolution positionCoverage >= 0.95,
  /// found 0.871 (day.yaml:31)".
  package var description: String {
    let place = expectation.location.description
    return (isMet ? "met: " : "not met: ") + "\(tracker) \(condition), found \(foundText)"
      + (place.isEmpty ? "" : " (\(place))")
  }

  /// The condition as text, such as "positionCoverage >= 0.95".
  package var condition: String {
    "\(expectation.measure) \(expectation.comparison.rawValue) \(expectation.value)"
  }

  /// The mean with four digits, or with as many as show on which side of the limit it lies.
  package var foundText: String {
    guard let found else { return "that it does not apply" }
    let wholeDigits = abs(found) < 1e15 ? Int(log10(max(1, abs(found)))) + 1 : 17
    for digits in max(4, wholeDigits)..<17 {
      let text = String(format: "%.\(digits)g", found)
      if let shown = Double(text), expectation.comparison.holds(shown, expectation.value) == isMet {
        return text
      }
    }
    return "\(found)"
  }
}
