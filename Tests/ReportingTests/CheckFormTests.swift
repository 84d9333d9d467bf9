import Foundation
import Scenarios
import Statistics
import Testing
import Text

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Forms of a check")
struct CheckFormTests {
  static let report: CheckReport = {
    let days: [Double?] = [0.5, 0.625, 0.75, 0.875, 1]
    let bootstrap = Bootstrap(drawCount: 5)
    func check(_ measure: String, _ tolerance: Double, change: Double?) -> MeasureCheck? {
      MeasureCheck(
        .init(measure: measure, tolerance: tolerance, figures: days),
        figures: days.map { day in change.flatMap { change in day.map { $0 + change } } },
        bootstrap: bootstrap)
    }
    let measures = [
      check("pathCoverage", 0.01, change: -0.125), check("lost", 0.5, change: 0),
      check("latencyP95Seconds", 1, change: nil),
      check("marginalBatteryPercentPerDay", 0.02, change: -0.25),
    ].compactMap { $0 }
    var day = ScenarioCheck(path: "Scenarios/day & night.yaml", name: "Day")
    day.expectationSeeds = 8
    day.baselineSeeds = 5
    day.verdicts = [
      Verdict(
        Expectation(
          tracker: "a<b", measure: "tripRecall", .atLeast, 0.5,
          location: SourceLocation(file: "Scenarios/day & night.yaml", line: 12)),
        of: "a<b", found: 0.25),
      Verdict(Expectation(tracker: "a<b", measure: "lost", .atMost, 3), of: "a<b", found: 0),
    ]
    day.trackers = [
      TrackerCheck(
        tracker: "a<b", measures: measures,
        change: TimelineChange(
          seed: 1, now: "2026-03-02 09:00:00  app sends \"5\" records", before: nil))
    ]
    var cut = ScenarioCheck(path: "cut.yaml", name: "Cut")
    cut.isComplete = false
    return CheckReport(scenarios: [day, cut])
  }()

  static let junit = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="odograph check" tests="7" failures="3" errors="0" skipped="1">
      <testsuite name="Scenarios/day &amp; night.yaml" tests="6" failures="3" errors="0" skipped="0">
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="tripRecall &gt;= 0.5" file="Scenarios/day &amp; night.yaml">
          <failure type="expectation" message="not met: a&lt;b tripRecall &gt;= 0.5, found 0.25 (Scenarios/day &amp; night.yaml:12)"/>
        </testcase>
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="lost &lt;= 3.0" file="Scenarios/day &amp; night.yaml"/>
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="pathCoverage against its baseline" file="Scenarios/day &amp; night.yaml">
          <failure type="regressed" message="a&lt;b pathCoverage 75.0 % → 62.5 % (−12.5, 95 % −12.5; tolerance 1.0)">first change in the timeline of seed 1:
      now:    2026-03-02 09:00:00  app sends &quot;5&quot; records
      before: nothing more
          </failure>
        </testcase>
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="lost against its baseline" file="Scenarios/day &amp; night.yaml"/>
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="latencyP95Seconds against its baseline" file="Scenarios/day &amp; night.yaml">
          <failure type="vanished" message="a&lt;b latencyP95Seconds was 0.75 s, and now applies to too few days">first change in the timeline of seed 1:
      now:    2026-03-02 09:00:00  app sends &quot;5&quot; records
      before: nothing more
          </failure>
        </testcase>
        <testcase classname="Scenarios/day &amp; night.yaml a&lt;b" name="marginalBatteryPercentPerDay against its baseline" file="Scenarios/day &amp; night.yaml"/>
      </testsuite>
      <testsuite name="cut.yaml" tests="1" failures="0" errors="0" skipped="1">
        <testcase classname="cut.yaml" name="all days" file="cut.yaml">
          <skipped message="interrupted"/>
        </testcase>
      </testsuite>
    </testsuites>

    """

  @Test("JUnit XML, word for word")
  func junitText() { #expect(JUnitCheck(Self.report).text == Self.junit) }

  private final class Elements: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var messages: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      if name == "failure" { messages.append(attributes["message"] ?? "") }
    }
  }

  @Test("JUnit XML is well formed, whatever a tracker is called")
  func wellFormed() throws {
    var report = Self.report
    let name = "]]> & \u{1}\u{FFFE}'\"\n<x>"
    report.scenarios[0].trackers[0].tracker = name
    let parser = XMLParser(data: Data(JUnitCheck(report).text.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(
      elements.counts == [
        "testsuites": 1, "testsuite": 2, "testcase": 7, "failure": 3, "skipped": 1,
      ])
    #expect(elements.messages.last?.hasPrefix("]]> & ??'\"\n<x> latencyP95Seconds") == true)
  }

  @Test("For people: a line a scenario, what moved, and what changed first")
  func terminal() {
    #expect(
      TerminalCheck(Self.report).text == """
        Scenarios/day & night.yaml: 1 of 2 expectations met on 8 seeds; 2 of 4 measures no worse than the baseline (1 tracker, 5 seeds)
          not met: a<b tripRecall >= 0.5, found 0.25 (Scenarios/day & night.yaml:12)
          regressed: a<b pathCoverage 75.0 % → 62.5 % (−12.5, 95 % −12.5; tolerance 1.0)
          vanished: a<b latencyP95Seconds was 0.75 s, and now applies to too few days
          improved: a<b marginalBatteryPercentPerDay 0.75 → 0.50 (−0.25, 95 % −0.25; tolerance 0.02)
            first change in the timeline of seed 1:
              now:    2026-03-02 09:00:00  app sends "5" records
              before: nothing more
        cut.yaml: interrupted, not checked
        Interrupted; in the part done, 2 regressions and 1 expectation not met.

        """)
  }

  @Test("As Markdown, word for word")
  func markdown() {
    #expect(
      MarkdownCheck(Self.report).text == """
        ## odograph check: interrupted; in the part done, 2 regressions and 1 expectation not met

        | scenario | |
        | --- | --- |
        | Scenarios/day \\& night.yaml | 1 of 2 expectations met on 8 seeds; 2 of 4 measures no worse than the baseline (1 tracker, 5 seeds) |
        | cut.yaml | interrupted, not checked |

        | | scenario | tracker | measure | before | now | difference (95 %) | tolerance |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | regressed | Scenarios/day \\& night.yaml | a\\<b | pathCoverage | 75.0 % | 62.5 % | −12.5 (−12.5) | 1.0 |
        | vanished | Scenarios/day \\& night.yaml | a\\<b | latencyP95Seconds | 0.75 s | – | – | 1 s |
        | improved | Scenarios/day \\& night.yaml | a\\<b | marginalBatteryPercentPerDay | 0.75 | 0.50 | −0.25 (−0.25) | 0.02 |

        a\\<b in Scenarios/day \\& night.yaml:

        ```text
        first change in the timeline of seed 1:
          now:    2026-03-02 09:00:00  app sends "5" records
          before: nothing more
        ```

        - not met: a\\<b tripRecall \\>= 0.5, found 0.25 (Scenarios/day \\& night.yaml:12)

        """)
  }

  /// The page of the report, whose only change is given with the lines around it.
  private func page() throws -> String {
    var report = Self.report
    report.scenarios[0].trackers[0].change?.rows = [
      .init(before: nil, now: "09:00:00  app sends \"5\" records")
    ]
    return String(decoding: try CheckPage(report).html(), as: UTF8.self)
  }

  @Test("The page names the trackers that got worse, and escapes what people wrote")
  func pageAnswer() throws {
    let page = try page()
    #expect(
      page.contains(
        "Interrupted; in the part done, 2 regressions and 1 expectation not met, of a&lt;b."))
    #expect(!page.contains("a<b"))
    #expect(page.contains("<td>09:00:00  app sends &quot;5&quot; records</td>"))
  }

  /// A difference of −12.5 points at a tolerance of 1.0 lies far beyond the plot, which reaches 1.5
  /// bands to each side; −0.25 % of battery at 0.02 is better and lies beyond its other end.
  @Test("The page draws what moved against the tolerance, the better side on the right")
  func pagePlot() throws {
    let page = try page()
    let arrows = page.matches(of: /<text class="(\w+) middle arrow"[^>]*>(.)</).map {
      "\($0.1) \($0.2)"
    }
    #expect(arrows == ["unmet ‹", "unmet ‹", "met ›", "met ›"])
    #expect(page.contains("1 measure of 4 did not move at all."))
  }
}
