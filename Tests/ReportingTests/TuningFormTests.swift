import Evaluation
import Foundation
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("Forms of a tuning")
struct TuningFormTests {
  private static let need = Need(
    requirements: [MeasureCondition(measure: "tripRecall", .atLeast, 0.5)],
    objective: Measures.cost, sense: .lessIsBetter)

  private static let change = SettingChange(
    setting: "footFixSpacing", start: "60 m", value: "85 m")

  /// Returns an outcome with the specimen's trackers. The first is the preset itself; `b` is
  /// cheaper, `c` fails.
  private static func outcome() throws -> TuningOutcome {
    let comparison = try Specimen.comparison(need: need)
    let findings = try #require(comparison.findings)
    let choice = try #require(findings.choice)
    let measures = ["pathCoverage", Measures.cost, "tripRecall"]
    let judged = findings.trackers.enumerated().map { index, tracker in
      let differences = findings.differences.first { $0.tracker == tracker.tracker }
      return JudgedCandidate(
        name: tracker.tracker, standing: index == 2 ? .failing : .front, beatenBy: [],
        changes: index == 0 ? [] : [change], figures: measures.compactMap(tracker.figure),
        differences: measures.compactMap { differences?.figure($0) },
        requirements: choice.candidates[index].requirements)
    }
    let half = Tuning.Half(
      scenarios: ["A day", "a night"], firstSeed: 1, seedCount: 10, phoneDays: 60)
    let tuning = Tuning(
      provenance: comparison.provenance, name: "Cheaper <b>", start: "a", adviser: "Script 1",
      search: .init(
        half: half, generations: 2, candidatesAsked: 6, candidatesLived: 5, foundEligible: true),
      judgement: half,
      settings: [.init(setting: "footFixSpacing", start: "60 m", tried: "20 m to 200 m")],
      objectives: [
        .init(measure: "pathCoverage", sense: .moreIsBetter),
        .init(measure: Measures.cost, sense: .lessIsBetter),
      ], requirements: need.requirements, judged: judged, choice: choice,
      worth: [
        SettingEffect(change: change, differences: judged[1].differences, isSure: true)
      ])
    return TuningOutcome(
      tuning: tuning, comparison: comparison, preset: try PresetLibrary.preset("adaptive"))
  }

  @Test("tune.json is as its schema says, and can be read again")
  func json() throws {
    let tuning = try Self.outcome().tuning
    let data = try TuningJSON.data(tuning)
    #expect(try JSONDecoder().decode(Tuning.self, from: data) == tuning)
    let schema = try JSONSchema(repository: "Docs/tune.schema.json")
    // Fills in the hashes, which are empty in the specimen.
    let text = String(decoding: data, as: UTF8.self)
      .replacing("Hash\" : \"\"", with: "Hash\" : \"0123456789abcdef\"")
    #expect(try schema.complaints(Data(text.utf8)) == [])
    let damaged = text.replacing("\"standing\" : \"failing\"", with: "\"standing\" : \"lost\"")
    #expect(damaged != text)
    #expect(try !schema.complaints(Data(damaged.utf8)).isEmpty)
  }

  @Test("A terminal is told the front against the preset, what fell, what to choose and why")
  func terminal() throws {
    let text = TerminalTuning(try Self.outcome().tuning).text
    for words in [
      "Goal: highest pathCoverage, lowest marginalBatteryPercentPerDay, tripRecall >= 0.5",
      "6 candidates in 2 generations, 5 of them different, on A day, a night; seeds 1\nto 10.",
      "b: footFixSpacing 85 m",
      "On the Pareto front in the search, but not here:\n  c: trips found is not known",
      "No candidate is certainly better than a in one objective and no worse in any; it is itself",
      "Recommended: b, the lowest battery use with trips found ≥ 50 % (best in",
      "Effect of reverting one setting of b:", "footFixSpacing 60 m",
    ] {
      #expect(text.contains(words), "\(words): \(text)")
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 })
  }

  @Test("Who is better for sure in one objective and no worse in any is said to be")
  func better() throws {
    var tuning = try Self.outcome().tuning
    let cost = try #require(tuning.judged[1].differences.firstIndex { $0.measure == Measures.cost })
    #expect(tuning.judged[1].differences[cost].interval?.high ?? 0 < 0)
    for index in tuning.judged[1].differences.indices where index != cost {
      tuning.judged[1].differences[index].mean = 0
    }
    #expect(
      TerminalTuning(tuning).text.contains(
        "Better than a in at least one objective with 95 % certainty, and no worse in any: b."))
    tuning.judged[1].standing = .beaten
    #expect(
      TerminalTuning(tuning).text.contains("No candidate holds up against a: keep it unchanged."))
  }

  @Test("An objective that is the same for all is reported as idle, and no other is")
  func idleObjective() throws {
    var outcome = try Self.outcome()
    let words = "as an objective it separates no candidates."
    #expect(!TerminalTuning(outcome.tuning).text.contains(words))
    for index in outcome.tuning.judged.indices {
      for figure in outcome.tuning.judged[index].figures.indices
      where outcome.tuning.judged[index].figures[figure].measure == "pathCoverage" {
        outcome.tuning.judged[index].figures[figure].mean = 0.5
      }
    }
    let sentence = "pathCoverage is the same for all judged candidates, 50.0 %: \(words)"
    let text = TerminalTuning(outcome.tuning).text.replacing("\n", with: " ")
    #expect(text.components(separatedBy: sentence).count == 2, "\(text)")
    let html = String(
      decoding: try TuningPage(outcome, libraries: .none).html(), as: UTF8.self)
    #expect(html.components(separatedBy: sentence).count == 2)
    for index in outcome.tuning.judged.indices {
      outcome.tuning.judged[index].figures.removeAll { $0.measure == "pathCoverage" }
    }
    #expect(
      TuningText(tuning: outcome.tuning).verdict.last
        == "pathCoverage applies to none of the judged days: \(words)")
  }

  @Test("That the preset itself may not keep a requirement is said at the terminal too")
  func doubtfulStart() throws {
    var tuning = try Self.outcome().tuning
    tuning.judged[0].requirements = [
      RequirementFinding(
        requirement: Self.need.requirements[0], found: 0.6,
        interval: ConfidenceInterval(low: 0.4, high: 0.8), isMet: true, isSure: false, drawsMet: 4)
    ]
    #expect(
      TerminalTuning(tuning).text.contains(
        "  ! a: trips found ≥ 50 % is not certain: 40.0 to 80.0\n"))
    #expect(!TerminalTuning(tuning).text.contains("  a: "))
  }

  @Test("A preset of the front says where it comes from, and has the changed settings")
  func preset() throws {
    let outcome = try Self.outcome()
    let text = try TunedPreset(outcome, outcome.tuning.judged[1]).yaml()
    #expect(text.hasPrefix("# a, tuned by 'odograph tune' for “Cheaper <b>”, Odograph "))
    #expect(text.contains("\npreset: \"b\"\n"))
    #expect(text.contains("  footFixSpacing: 85 m # instead of 60 m\n"))
  }

  @Test("The page holds the plot's data and the tables, and names are no markup")
  func page() throws {
    let outcome = try Self.outcome()
    let html = String(
      decoding: try TuningPage(outcome, libraries: .none).html(), as: UTF8.self)
    #expect(html.contains("<h1>Cheaper &lt;b&gt;</h1>"))
    #expect(html.contains("<td>trips found is not known</td>"))
    #expect(html.contains("footFixSpacing 60 m</th>"))
    #expect(html.contains("\"name\":\"c\"") && !html.contains("Cheaper <b>"))
    // The requirements decide: `c` fails, whatever the plot's axes show.
    #expect(html.contains("this program was built without D3"))
  }
}
