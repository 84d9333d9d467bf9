import Evaluation
import Foundation
import Scenarios
import Statistics
import TestSupport
import Testing
import Text

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("A comparison's forms")
struct ComparisonFormTests {
  private static let need = Need(
    requirements: [MeasureCondition(measure: "tripRecall", .atLeast, 0.5)],
    objective: Measures.cost, sense: .lessIsBetter)

  private static let trial = VariantTrial(
    reading: "cellular", source: "RAD-1, RAD-5", standard: "lte", account: "lte-2011", seedCount: 5,
    shifts: [],
    changes: [
      DecisionChange(decision: .first, measure: Measures.cost, standard: ["b"], instead: ["c"]),
      DecisionChange(decision: .front, standard: ["a", "b"], instead: ["a", "c"]),
    ])

  @Test("It is read back as it was written, with null for what does not apply")
  func roundTrip() throws {
    let comparison = try Specimen.comparison(need: Self.need, readings: [Self.trial])
    let data = try ComparisonJSON.data(comparison)
    #expect(try ComparisonJSON.comparison(data) == comparison)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"schema\":\"odograph.comparison/1\""))
    #expect(text.contains("\"portfolio\":null"))
    #expect(text.hasSuffix("}\n"))
  }

  @Test("It is as its JSON Schema says, of one scenario and of several")
  func schema() throws {
    let schema = try JSONSchema(repository: "Docs/comparison.schema.json")
    for comparison in [
      try Specimen.comparison(need: Self.need, readings: [Self.trial]),
      try Specimen.comparison(scenarios: ["one", "two"]), try Specimen.comparison(seeds: 1),
      try Self.narrowed(),
    ] {
      // Fills in the hashes, which are empty in the specimen.
      let text = String(decoding: try ComparisonJSON.data(comparison), as: UTF8.self)
        .replacing("Hash\":\"\"", with: "Hash\":\"0123456789abcdef\"")
      #expect(try schema.complaints(Data(text.utf8)) == [])
      let damaged = text.replacing("\"isOnFront\":true", with: "\"isOnFront\":1")
      #expect(try !schema.complaints(Data(damaged.utf8)).isEmpty)
    }
  }

  @Test("For a terminal")
  func terminal() throws {
    let comparison = try Specimen.comparison(need: Self.need, readings: [Self.trial])
    let text = TerminalComparison(comparison).text
    #expect(text == Self.terminalText, "\(text)")
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 })
  }

  @Test("With too few seeds for intervals the page does not mention them")
  func fewSeeds() throws {
    let text = TerminalComparison(try Specimen.comparison(seeds: 1)).text
    #expect(!text.contains("95 % intervals"))
    #expect(text.contains("below them the draws on the front; intervals need five draws\n"))
  }

  private static func narrowed() throws -> Comparison {
    func row(
      _ tracker: String, _ reference: String? = nil, with: ClosedRange<Double>,
      without: ClosedRange<Double>
    ) -> Narrowing {
      func certainty(_ range: ClosedRange<Double>, ignorance: Double) -> Narrowing.Certainty {
        .init(
          mean: (range.lowerBound + range.upperBound) / 2,
          interval: ConfidenceInterval(low: range.lowerBound, high: range.upperBound),
          spread: Spread(chance: 0.1, ignorance: ignorance))
      }
      return Narrowing(
        tracker: tracker, measure: Measures.cost, reference: reference,
        calibrated: certainty(with, ignorance: 1), uncalibrated: certainty(without, ignorance: 2))
    }
    var comparison = try Specimen.comparison()
    comparison.scenarios[0].findings.narrowing = [
      row("a", with: 21...23, without: 20...28), row("b", with: 2...4, without: 2...4),
      row("b", "a", with: -20 ... -18, without: -25 ... -17),
    ]
    return comparison
  }

  @Test("With a calibrated phone, it says how much narrower the intervals are with its logs")
  func narrowing() throws {
    let comparison = try Self.narrowed()
    // Widths of 2 and 2 instead of 8 and 2: 60 % less.
    let sentence =
      "With the logs of the phone's profile, the intervals of “battery use” are 60 % narrower than"
    let text = TerminalComparison(comparison).text
    #expect(text.contains(sentence), "\(text)")
    #expect(text.contains(" 20.0 to 28.0    21.0 to 23.0         75 %        2.00 → 1.00\n"))
    // The differences: 2 instead of 8.
    #expect(text.contains("  b − a    −25.0 to −17.0  −20.0 to −18.0         75 %"))
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 })
    #expect(MarkdownComparison(comparison).text.contains(sentence))
    let page = String(decoding: try ComparisonPage(comparison).html(), as: UTF8.self)
    #expect(page.contains("are 60 % narrower than without them, all trackers together.</p>"))
    #expect(page.contains("<td class=\"number\">20.0 to 28.0</td>"))
    let plain = String(decoding: try ComparisonPage(Specimen.comparison()).html(), as: UTF8.self)
    #expect(!plain.contains(NarrowingText.title))
    let data = try ComparisonJSON.data(comparison)
    #expect(try ComparisonJSON.comparison(data) == comparison)
  }

  @Test("A part is marked as one")
  func interrupted() throws {
    let comparison = try Specimen.comparison(isComplete: false)
    #expect(
      TerminalComparison(comparison).text.contains(
        "! Incomplete: the figures are from 15 of 30 runs."))
    #expect(
      MarkdownComparison(comparison).text.hasPrefix(
        "**Incomplete: the figures are from 15 of 30 runs."))
  }

  @Test("Over scenarios, a requirement that the mean meets and a scenario does not is told")
  func failures() throws {
    var comparison = try Specimen.comparison(scenarios: ["Easy", "Hard"], need: Self.need)
    var hard = try #require(comparison.scenarios[1].findings.choice)
    hard.candidates[1].requirements[0].isMet = false
    comparison.scenarios[1].findings.choice = hard
    #expect(
      TerminalComparison(comparison).text.contains(
        "  ! trips found ≥ 50 % is not met in 1 of 2 scenarios: Hard\n"))
  }

  @Test("Where no contradiction decides anything, that is said")
  func decided() throws {
    var trial = Self.trial
    trial.changes = []
    let text = TerminalComparison(try Specimen.comparison(readings: [trial])).text
    #expect(text.contains("No model variant, tried one at a time, changes"))
    #expect(!text.contains("Not decided"))
  }

  @Test("Too few draws have no intervals, and one draw no certainty")
  func few() throws {
    let text = TerminalComparison(try Specimen.comparison(seeds: 2)).text
    #expect(text.contains("  b  "))
    #expect(!text.contains(/[0-9]–[0-9]/))
    // Both draws meet the requirement, but two draws give no interval.
    let needed = TerminalComparison(try Specimen.comparison(seeds: 2, need: Self.need)).text
    #expect(needed.contains("intervals need five draws\n"))
    #expect(needed.contains("is not certain"))
  }

  @Test("Color changes nothing but color")
  func color() throws {
    let comparison = try Specimen.comparison(need: Self.need, readings: [Self.trial])
    let colored = TerminalComparison(comparison, isColored: true).text
    #expect(colored.contains("\u{1B}[1m"))
    #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == Self.terminalText)
  }

  @Test("As CSV: a row a scenario, tracker and measure, names quoted where they must be")
  func csv() throws {
    let comparison = try Specimen.comparison(seeds: 4, scenarios: ["One, two", "Three"])
    let rows = ComparisonCSV.text(comparison).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      rows[0]
        == "scenario,tracker,measure,runs,mean,low,high,chance,ignorance,difference,differenceLow,differenceHigh,front"
    )
    #expect(rows[1] == "\"One, two\",a,positionCoverage,4,0.99,,,0.0,0.0,,,,true")
    #expect(rows.contains("\"One, two\",c,tripRecall,0,,,,,,,,,false"))
    #expect(rows.count == 1 + 3 * 3 * 7 + 1 && rows.last == "")
    #expect(rows[rows.count - 2].hasPrefix(",c,latencyP50Seconds,0,"))
  }

  @Test("As Markdown: a table a scenario and one over all")
  func markdown() throws {
    let text = MarkdownComparison(try Specimen.comparison(scenarios: ["One|two", "Three"])).text
    #expect(text.contains("## Over 2 scenarios\n\n| tracker | positionCoverage, % | "))
    #expect(text.contains("## One\\|two\n"))
    #expect(text.contains("| b | 90.0 (90.0) | 20.0 (20.0) | 44.5 ("))
    #expect(text.contains("| yes ("))
  }

  @Test(
    "Figures and differences as people read them",
    arguments: [
      ("pathCoverage", 0.123, "12.3", "+12.3"), ("pathCoverage", -0.5, "−50.0", "−50.0"),
      (Measures.cost, 1.234, "1.23", "+1.23"), (Measures.cost, 27.04, "27.0", "+27.0"),
      ("latencyP50Seconds", 150, "2 min 30 s", "+2 min 30 s"),
      ("fixCount", 12_345, "12,345", "+12,345"),
      ("pathCoverage", 0.00001, "0.1", "0.0"),
    ])
  func figures(measure: String, value: Double, text: String, difference: String) {
    #expect(MeasureText(measure: measure).text(value) == text)
    #expect(MeasureText(measure: measure).difference(value) == difference)
  }

  @Test(
    "An end of an interval reads as 0 only if it is 0",
    arguments: [
      ("pathCoverage", 0, 0.003, "0.0 to +0.3"), ("pathCoverage", 0.0002, 0.003, "+0.02 to +0.3"),
      ("pathCoverage", -0.0002, 0.003, "−0.02 to +0.3"),
      ("pathCoverage", -0.02, -0.0004, "−2.0 to −0.04"),
      ("pathCoverage", -1e-9, 0.003, "≈0 to +0.3"), ("pathCoverage", -1e-9, 1e-9, "≈0"),
      ("pathCoverage", 0, 0, "0.0"), ("pathCoverage", -0.0, 0.01, "0.0 to +1.0"),
      (Measures.cost, -0.001, 0.12, "−0.001 to +0.12"),
      (Measures.cost, -0.0001, 0.12, "≈0 to +0.12"),
      ("fixCount", -0.001, 2000, "−0.001 to +2,000"),
      ("latencyP50Seconds", 0, 150, "0 s to +2 min 30 s"),
    ])
  func ends(measure: String, low: Double, high: Double, text: String) {
    let interval = ConfidenceInterval(low: low, high: high)
    #expect(MeasureText(measure: measure).differenceRange(interval) == text)
  }

  private static let terminalText = """
    3 trackers on A day / a night
    30 runs: seeds 1 to 10, 5 draws of the uncertain phone parameters

       place   while          path  stays  trips       battery  on the
       known  moving         known  found  found         %/day   front
    a   99.0    98.0          92.8    100    100          21.8     yes
        99.0    98.0  91.8 to 93.7    100    100  21.2 to 22.6     5/5
    b   90.0    20.0          44.5   75.0   50.0          2.05     yes
        90.0    20.0  42.7 to 46.2   75.0   50.0  2.03 to 2.06     5/5
    c   80.0    10.0          40.2   50.0      –          2.07      no
        80.0    10.0  39.4 to 41.2   50.0         2.06 to 2.08     0/5

    Pareto front of pathCoverage against marginalBatteryPercentPerDay: a, b.

    Difference from a, paired by seed:
      b   −9.0  −78.0           −48.2  −25.0  −50.0           −19.8
          −9.0  −78.0  −50.9 to −45.5  −25.0  −50.0  −20.5 to −19.1
      c  −19.0  −88.0           −52.5  −50.0      –           −19.7
         −19.0  −88.0  −54.3 to −50.5  −50.0         −20.4 to −19.0

    pathCoverage: a leads, in 5 of 5 draws; the whole order holds in 5.
         ahead by          95 %  in draws  uncertainty
      a      48.2  45.5 to 50.9       5/5          0 %
      b       4.3    3.4 to 5.2       5/5          0 %
      c

    marginalBatteryPercentPerDay: b leads, in 5 of 5 draws; the whole order holds in 5.
         ahead by          95 %  in draws  uncertainty
      b      0.03  0.02 to 0.04       5/5          0 %
      c      19.7  19.0 to 20.4       5/5          0 %
      a

    Not decided by evidence, as sources contradict each other:
      cellular: lte-2011 instead of lte (RAD-1, RAD-5): c leads by marginalBatteryPercentPerDay, not b;
      joining the Pareto front: c; leaving the Pareto front: b

    Recommended: b, the lowest battery use with trips found ≥ 50 % (best in 5 of 5 draws).
      not a: battery use is 21.8
      not c: trips found is not known here

    figures       means over seeds; below them their 95 % intervals, and the draws on the front
    on the front  Pareto front: no other has as much pathCoverage for as little battery
    draws         in how many draws of the parameters that no source settles the order holds
    uncertainty   share of the spread due to the draws; the rest is day-to-day variation

    """
}
