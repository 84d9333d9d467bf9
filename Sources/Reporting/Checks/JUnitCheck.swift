import Experiments
import Text

/// A check as JUnit XML for CI systems: a suite for each scenario, with a test case for each
/// expectation and for each measure that has a baseline.
///
/// The format has no standard. This form uses only the elements and attributes that Jenkins, GitLab
/// and the GitHub actions all support.
package struct JUnitCheck {
  private let report: CheckReport

  package init(_ report: CheckReport) { self.report = report }

  /// The XML document, which ends with a line feed.
  package var text: String {
    let suites = report.scenarios.map { scenario in
      Suite(path: scenario.path, cases: cases(scenario))
    }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"odograph check\" \(counts(suites.flatMap(\.cases)))>",
    ]
    for suite in suites {
      lines.append("  <testsuite name=\(quoted(suite.path)) \(counts(suite.cases))>")
      lines += suite.cases.flatMap { self.lines(of: $0) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Suite {
    var path: String
    var cases: [Case]
  }

  private struct Case {
    var path: String
    var tracker: String
    var name: String
    var failure: (type: String, message: String, details: [String])?
    var isSkipped = false
  }

  private func cases(_ scenario: ScenarioCheck) -> [Case] {
    guard scenario.isComplete else {
      return [Case(path: scenario.path, tracker: "", name: "all days", isSkipped: true)]
    }
    let expected = scenario.verdicts.map { verdict in
      Case(
        path: scenario.path, tracker: verdict.tracker, name: verdict.condition,
        failure: verdict.isMet ? nil : ("expectation", verdict.description, []))
    }
    return expected
      + scenario.trackers.flatMap { tracker in
        tracker.measures.map { measure in
          Case(
            path: scenario.path, tracker: tracker.tracker,
            name: "\(measure.measure) against its baseline",
            failure: measure.isFailure ? failure(measure, tracker, scenario) : nil)
        }
      }
  }

  private func failure(
    _ measure: MeasureCheck, _ tracker: TrackerCheck, _ scenario: ScenarioCheck
  ) -> (type: String, message: String, details: [String]) {
    (
      measure.outcome.rawValue, "\(tracker.tracker) \(CheckText.moved(measure))",
      (tracker.change.map(CheckText.change) ?? [CheckText.noChange]) + scenario.remarks
    )
  }

  private func counts(_ cases: [Case]) -> String {
    "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.failure != nil })\" errors=\"0\" "
      + "skipped=\"\(cases.count { $0.isSkipped })\""
  }

  private func lines(of one: Case) -> [String] {
    let place = one.tracker.isEmpty ? one.path : "\(one.path) \(one.tracker)"
    let start =
      "    <testcase classname=\(quoted(place)) name=\(quoted(one.name)) file=\(quoted(one.path))"
    if one.isSkipped {
      return [start + ">", "      <skipped message=\"interrupted\"/>", "    </testcase>"]
    }
    guard let failure = one.failure else { return [start + "/>"] }
    let opening = "      <failure type=\"\(failure.type)\" message=\(quoted(failure.message))"
    guard !failure.details.isEmpty else {
      return [start + ">", opening + "/>", "    </testcase>"]
    }
    let details = failure.details.map(Escaping.xml).joined(separator: "\n")
    return [start + ">", opening + ">" + details, "      </failure>", "    </testcase>"]
  }

  private func quoted(_ text: String) -> String { "\"" + Escaping.xml(text) + "\"" }
}
