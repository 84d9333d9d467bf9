import TestSupport
import Testing
import Text
import Timekeeping

@testable import Scenarios

@Suite("Plans of sweeps")
struct SweepReaderTests {
  private static let measures = ["pathCoverage", "tripRecall", "marginalBatteryPercentPerDay"]

  private func read(_ text: String) throws -> SweepDocument {
    try SweepReader(measures: Self.measures).read(text: text, file: "plans/plan.yaml")
  }

  /// Reads the trackers of a plan with the lines that every plan needs.
  private func trackers(_ text: String) throws -> [SweepDocument.Tracker] {
    try read("odograph: 1\nscenarios: [a.yaml]\nseeds: 3\ntrackers: [\(text)]").trackers
  }

  @Test("Everything that a plan can say")
  func whole() throws {
    let plan = try read(
      """
      odograph: 1
      name: How often
      description: of no use to the program
      scenarios: [a.yaml, ../b.yaml]
      trackers:
        - overland-significant-only
        - { preset: own.yaml, name: mine, contract: none, set: { sendInterval: 5 min } }
      seed: 7
      seeds: 100
      draws: 20
      measures: [tripRecall]
      axis: pathCoverage
      against: mine
      require: ["tripRecall >= 95 %", "pathCoverage > 0.5"]
      minimise: marginalBatteryPercentPerDay
      shards: 10
      """)
    #expect(
      plan.name == "How often" && plan.scenarios.map(\.text) == ["plans/a.yaml", "plans/../b.yaml"])
    #expect(plan.trackers.map(\.preset) == ["overland-significant-only", "plans/own.yaml"])
    #expect(plan.trackers[1].name == "mine" && plan.trackers[1].contract == "none")
    #expect(plan.trackers[1].overrides.map(\.values) == [["5 min"]])
    #expect(plan.seed == 7 && plan.seeds == 100 && plan.draws == 20 && plan.shardCount == 10)
    #expect(plan.measures == ["tripRecall"] && plan.axis?.text == "pathCoverage")
    #expect(plan.against?.text == "mine" && plan.against?.location.line == 13)
    #expect(plan.requirements.map(\.value) == [0.95, 0.5])
    #expect(plan.objective?.measure.text == "marginalBatteryPercentPerDay")
    #expect(plan.objective?.isLeastBest == true)
  }

  @Test("A plan is called after its file where it has no name, and one condition needs no list")
  func defaults() throws {
    let plan = try read(
      "odograph: 1\nscenarios: [a.yaml]\ntrackers: [adaptive]\nseeds: 1\nrequire: \"tripRecall > 0\""
    )
    #expect(plan.name == "plan" && plan.seed == 1 && plan.draws == nil && plan.shardCount == nil)
    #expect(plan.requirements.count == 1 && plan.objective == nil)
  }

  @Test(
    "Ranges span lengths, durations and counts, evenly or by a factor",
    arguments: [
      (
        "minimumDistance: { from: 50 m, to: 500 m, steps: 4 }", ["50 m", "200 m", "350 m", "500 m"]
      ),
      (
        "minimumDistance: { from: 1 km, to: 10 m, steps: 3, spacing: geometric }",
        ["1000 m", "100 m", "10 m"]
      ),
      ("sendInterval: { from: 1 min, to: 2 min, steps: 4 }", ["60 s", "80 s", "100 s", "120 s"]),
      (
        "sendInterval: { from: 0 s, to: 1 s, steps: 4 }",
        ["0 s", "0.333333 s", "0.666667 s", "1 s"]
      ),
      ("pointsPerBatch: { from: 1, to: 4, steps: 3 }", ["1", "3", "4"]),
    ])
  func ranges(text: String, values: [String]) throws {
    let found = try trackers("{ preset: overland-significant-only, set: { \(text) } }")
    #expect(found[0].overrides.first?.values == values)
  }

  @Test("A list of two numbers is one place, a list of lists is two")
  func places() throws {
    let found = try trackers(
      "{ preset: ehe-pilot-1, set: { home: [45.5, -122.6] } }, "
        + "{ preset: ehe-pilot-1, name: b, set: { home: [[45.5, -122.6], none] } }")
    #expect(found[0].overrides[0].values == ["[45.5, -122.6]"])
    #expect(found[1].overrides[0].values == ["[45.5, -122.6]", "none"])
  }

  @Test("Values fan out as --set does, in every combination")
  func combinations() throws {
    let text =
      "odograph: 1\nscenarios: [a.yaml]\nseeds: 3\ntrackers: [{ preset: adaptive, name: mine, "
      + "set: { sendInterval: [1 min, 5 min], minimumDistance: [10 m, 20 m], pointsPerBatch: 5 } }]"
    let scenario = Scenario(
      name: "A", start: Instant(nanoseconds: 0), duration: .hours(1), course: .legs([]))
    let choices = try read(text).choices(in: scenario)
    #expect(
      choices.map(\.name) == [
        "mine sendInterval=1 min minimumDistance=10 m",
        "mine sendInterval=1 min minimumDistance=20 m",
        "mine sendInterval=5 min minimumDistance=10 m",
        "mine sendInterval=5 min minimumDistance=20 m",
      ])
    #expect(
      choices.allSatisfy { $0.settings.contains { $0.name == "pointsPerBatch" && $0.value == "5" } }
    )
    #expect(
      try read(text).settings(in: scenario) == [
        "mine.sendInterval=1 min,5 min", "mine.minimumDistance=10 m,20 m", "mine.pointsPerBatch=5",
      ])
  }

  private static let base = "odograph: 1\nscenarios: [a.yaml]\ntrackers: [adaptive]\nseeds: 3\n"

  @Test(
    "What is wrong is told with its line, what was found, and what is accepted",
    arguments: [
      ("", "plans/plan.yaml: the file is empty"),
      ("odograph: 2", ":1: 'odograph' is '2'; accepted: 1"),
      ("scenarios: [a.yaml]", ":1: key 'odograph' is missing"),
      (base + "sedes: 3", ":5: unknown key 'sedes'"), (base + "sedes: 3", "did you mean 'seeds'?"),
      (base + "shards: 0", ":5: 'shards' is '0'; accepted: a whole number from 1 to 1000000"),
      (base + "shards: ten", ":5: 'shards' is 'ten'"),
      (base + "draws: 4", ":5: 'draws' is '4'; accepted: at most one draw for each of the 3 seeds"),
      (base + "seed: -1", ":5: 'seed' is '-1'; accepted: a whole number, not negative"),
      (base + "seed: 18446744073709551615", "beyond the largest seed"),
      (base + "seed: 9223372036854775806", "seeds up to 9223372036854775807"),
      ("odograph: 1\nscenarios: [a.yaml]\ntrackers: [adaptive]\nseeds:", ":4: 'seeds' is empty"),
      ("odograph-study: 1", "plan.yaml: this is a plan of a study; accepted: "),
      (base + "measures: [tripRecal]", ":5: no measure is called 'tripRecal'"),
      (base + "axis: pathCoverag", "did you mean 'pathCoverage'?"),
      (base + "require: tripRecall", ":5: 'require' 'tripRecall' is not a condition"),
      (base + "minimise: tripRecall\nmaximise: pathCoverage", "are both given"),
      (
        "odograph: 1\nscenarios: []\nseeds: 1\ntrackers: [adaptive]",
        ":2: 'scenarios' is an empty list"
      ),
      ("odograph: 1\nscenarios: [a.yaml, a.yaml]\nseeds: 1\ntrackers: [adaptive]", "listed twice"),
      (
        "odograph: 1\nscenarios: [a.yaml]\nseeds: 1\ntrackers: []",
        ":4: 'trackers' is an empty list"
      ),
    ])
  func mistakes(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "nothing")")
  }

  @Test(
    "So it is with settings",
    arguments: [
      ("{ preset: adaptive, sets: {} }", "did you mean 'set'?"),
      ("{ name: a }", "key 'preset' is missing"),
      ("{ preset: adaptive, set: { sendIntervall: 5 min } }", "did you mean 'sendInterval'?"),
      (
        "{ preset: adaptive, set: { sendInterval: 5 } }",
        "'sendInterval' is '5'; accepted: a duration"
      ),
      ("{ preset: adaptive, set: { sendInterval: [] } }", "accepted: 1 to 1000 values"),
      ("{ preset: adaptive, set: { sendInterval: [1 s, 1 s] } }", "has a value twice"),
      (
        "{ preset: adaptive, set: { sendInterval: { from: 1 s, to: 1 s, steps: 2 } } }",
        "span no range"
      ),
      (
        "{ preset: adaptive, set: { sendInterval: { from: 1 s, to: 2 m, steps: 2 } } }",
        "'to' is '2 m'"
      ),
      (
        "{ preset: adaptive, set: { sendInterval: { from: 1 s, to: 2 s, steps: 1 } } }",
        "from 2 to 1000"
      ),
      (
        "{ preset: adaptive, set: { sendInterval: { from: 1 s, to: 2 s } } }",
        "key 'steps' is missing"
      ),
      (
        "{ preset: adaptive, set: { sendInterval: { from: 0 s, to: 2 s, steps: 3, spacing: geometric } } }",
        "two different values above 0"
      ),
      (
        "{ preset: adaptive, set: { desiredAccuracy: { from: 1 m, to: 2 m, steps: 3 } } }",
        "has no range"
      ),
      (
        "{ preset: adaptive, set: { pointsPerBatch: { from: 1, to: 2, steps: 5 } } }",
        "has a value twice"
      ),
      ("{ preset: adaptive, set: { accessToken: x } }", "'accessToken' is a secret"),
    ])
  func settings(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try trackers(text) }
    #expect(error?.location.line == 4)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "nothing")")
  }

  @Test("Two trackers of one name are refused")
  func names() throws {
    let plan = try read(
      "odograph: 1\nscenarios: [a.yaml]\nseeds: 1\ntrackers: [adaptive, adaptive]")
    let scenario = Scenario(
      name: "A", start: Instant(nanoseconds: 0), duration: .hours(1), course: .legs([]))
    let error = #expect(throws: InputError.self) { try plan.choices(in: scenario) }
    #expect(error?.description.contains("two trackers are called 'adaptive'") == true)
  }
}
