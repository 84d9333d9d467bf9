import TestSupport
import Testing
import Text
import TrackingEngine

@testable import Scenarios

@Suite("Plans of tunings")
struct TuningReaderTests {
  private static let measures = ["pathCoverage", "tripRecall", "marginalBatteryPercentPerDay"]

  private func read(_ text: String) throws -> TuningDocument {
    try TuningReader(
      measures: Self.measures, usual: ("pathCoverage", "marginalBatteryPercentPerDay")
    ).read(text: text, file: "plans/plan.yaml")
  }

  private static let short = """
    odograph: 1
    preset: adaptive
    settings: { desiredAccuracy: [best, hundredMeters] }
    scenarios: [a.yaml, b.yaml, c.yaml]
    seeds: 4

    """

  @Test("Everything that a plan can say")
  func whole() throws {
    let plan = try read(
      """
      odograph: 1
      name: Cheaper
      description: of no use to the program
      preset: own.yaml
      settings:
        footFixSpacing: { from: 20 m, to: 0.2 km, spacing: geometric }
        sendInterval: { from: 5 min, to: 4 h }
        pointsPerBatch: { from: 10, to: 40, steps: 4 }
        pausesAutomatically: [true, false]
      search: [a.yaml]
      judge: [../b.yaml, c.yaml]
      seed: 7
      seeds: { search: 3, judge: 20 }
      maximise: [pathCoverage, tripRecall]
      minimise: marginalBatteryPercentPerDay
      require: "tripRecall >= 95 %"
      choose: tripRecall
      generations: 5
      population: 6
      judged: 3
      """)
    #expect(plan.name == "Cheaper" && plan.preset.text == "plans/own.yaml")
    #expect(
      plan.settings.map(\.space.words) == [
        "20 m to 200 m", "5 min to 4 h", "10 to 40 in 4 steps", "true, false",
      ])
    #expect(plan.search.scenarios.map(\.text) == ["plans/a.yaml"])
    #expect(plan.judge.scenarios.map(\.text) == ["plans/../b.yaml", "plans/c.yaml"])
    #expect(plan.search.firstSeed == 7 && plan.search.seeds == 3)
    #expect(plan.judge.firstSeed == 10 && plan.judge.seeds == 20)
    #expect(plan.objectives.map(\.measure.text) == Self.measures)
    #expect(plan.objectives.map(\.isLeastBest) == [false, false, true])
    #expect(plan.choice.measure.text == "tripRecall" && plan.requirements.map(\.value) == [0.95])
    #expect(plan.generations == 5 && plan.population == 6 && plan.judgedMax == 3)
  }

  @Test("What is left out: every other scenario is for the judgement, and so are the next seeds")
  func defaults() throws {
    let plan = try read(Self.short)
    #expect(plan.name == "plan")
    #expect(plan.search.scenarios.map(\.text) == ["plans/a.yaml", "plans/c.yaml"])
    #expect(plan.judge.scenarios.map(\.text) == ["plans/b.yaml"])
    #expect(plan.search.firstSeed == 1 && plan.judge.firstSeed == 5 && plan.judge.seeds == 4)
    #expect(
      plan.objectives.map(\.measure.text) == ["pathCoverage", "marginalBatteryPercentPerDay"])
    #expect(plan.choice.measure.text == "marginalBatteryPercentPerDay")
  }

  @Test(
    "Values between the ends of a range have three digits and the unit that people would take",
    arguments: [
      ("footFixSpacing: { from: 20 m, to: 200 m }", 85.1234, "85.1 m"),
      ("footFixSpacing: { from: 20 m, to: 2000 m }", 1234.5, "1230 m"),
      ("sendInterval: { from: 1 s, to: 4 h }", 10109, "2.81 h"),
      ("sendInterval: { from: 1 s, to: 4 h }", 1009.4, "16.8 min"),
      ("sendInterval: { from: 1 s, to: 4 h }", 45.06, "45.1 s"),
      ("sendInterval: { from: 0 s, to: 4 h }", 0, "0 s"),
      ("footFixSpacing: { from: 20.004 m, to: 200 m }", 20.0041, "20.0041 m"),
      ("pointsPerBatch: { from: 10, to: 4000 }", 1234.6, "1235"),
    ])
  func rounding(text: String, value: Double, rounded: String) throws {
    let plan = try read(
      Self.short.replacing("desiredAccuracy: [best, hundredMeters]", with: text))
    guard case .range(let range) = plan.settings[0].space else {
      Issue.record("no range")
      return
    }
    #expect(range.roundedText(value) == rounded)
    var settings = TrackerSettings()
    try settings.assign(SettingText(plan.settings[0].name, rounded))
  }

  @Test(
    "What is wrong is named with its line and what would do",
    arguments: [
      ("preset: adaptive", "", "plans/plan.yaml:1: key 'preset' is missing"),
      ("preset: adaptive", "presett: adaptive", ":2: unknown key 'presett'; accepted: "),
      ("desiredAccuracy", "desiredAcuracy", "did you mean 'desiredAccuracy'?"),
      ("desiredAccuracy: [best, hundredMeters]", "accessToken: [a, b]", "is a secret"),
      ("desiredAccuracy: [best, hundredMeters]", "home: [a, b]", "'home' is a place"),
      ("[best, hundredMeters]", "[best]", "so there is nothing to search; accepted: two values"),
      ("[best, hundredMeters]", "best", "there is nothing to search; accepted: a list of values"),
      ("[best, hundredMeters]", "[best, best]", "'desiredAccuracy' has a value twice"),
      ("[best, hundredMeters]", "[best, hundredMetres]", "did you mean 'hundredMeters'?"),
      ("[best, hundredMeters]", "{ from: 1 m, to: 2 m }", "and has no range"),
      (
        "desiredAccuracy: [best, hundredMeters]", "footFixSpacing: { from: 90 m, to: 20 m }",
        ":3: 'from' is above 'to'"
      ),
      (
        "desiredAccuracy: [best, hundredMeters]", "footFixSpacing: { from: 20 m, to: 20 m }",
        "span no range"
      ),
      (
        "desiredAccuracy: [best, hundredMeters]", "footFixSpacing: { from: 20 s, to: 20 m }",
        "'from' is '20 s'"
      ),
      ("{ desiredAccuracy: [best, hundredMeters] }", "{}", "accepted: at least one setting"),
      (
        "scenarios: [a.yaml, b.yaml, c.yaml]", "scenarios: [a.yaml]",
        ":4: one scenario cannot be split into a search set and a holdout set"
      ),
      (
        "scenarios: [a.yaml, b.yaml, c.yaml]", "search: [a.yaml]\njudge: [b.yaml, a.yaml]",
        ":5: 'plans/a.yaml' is in 'search' and in 'judge'"
      ),
      ("scenarios: [a.yaml, b.yaml, c.yaml]", "search: [a.yaml]", "key 'judge' is missing"),
      ("seeds: 4", "seeds: 4\nsearch: [d.yaml]", "'scenarios' and 'search' are both given"),
      ("seeds: 4", "seeds: 0", "'seeds' is '0'; accepted: a whole number from 1 to"),
      ("seeds: 4", "seeds: { search: 4 }", "key 'judge' is missing in 'seeds'"),
      ("seeds: 4", "seeds: 4\nseed: 18446744073709551612", "lead beyond the largest seed"),
      ("seeds: 4", "seeds: 4\nseed: 9223372036854775801", "lead beyond the largest seed"),
      ("seeds: 4", "seeds: 4\npopulation: 1", "accepted: a whole number from 2 to 200"),
      ("seeds: 4", "seeds: 4\nmaximise: tripRecal", "did you mean 'tripRecall'?"),
      (
        "seeds: 4", "seeds: 4\nmaximise: tripRecall\nminimise: tripRecall",
        ":7: 'tripRecall' is an objective twice"
      ),
      ("seeds: 4", "seeds: 4\nrequire: \"tripRecall > much\"", "is not a condition"),
      ("seeds: 4", "seeds: 4\nchoose: tripRecall", "accepted: pathCoverage, marginalBattery"),
    ])
  func mistakes(words: String, instead: String, message: String) throws {
    let text = Self.short.replacing(words, with: instead)
    #expect(text != Self.short)
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(error.description.contains(message), "\(error)")
  }
}

@Suite("A preset as a file")
struct PresetTextTests {
  @Test("Written and read again it is the same preset", arguments: PresetLibrary.names)
  func roundTrip(name: String) throws {
    let preset = try PresetLibrary.preset(name)
    let text = preset.text(comment: ["A copy", ""])
    #expect(text.hasPrefix("# A copy\n#\npreset: \"\(name)\"\n"))
    let again = try Preset(
      YAMLDocument.read(bytes: text.utf8, file: "copy.yaml", asWhat: "a preset"))
    #expect(again.withoutWarnings == preset.withoutWarnings)
  }

  @Test("What is odd about a value does not get lost, and a secret is not told")
  func oddValues() throws {
    var preset = try PresetLibrary.preset("adaptive")
    preset.description = "says \"so\", and:\n# more"
    for (setting, value) in [
      ("sendInterval", "5401 s"), ("minimumInterval", "0.25 s"), ("footFixSpacing", "61.25 m"),
      ("deviceID", "off: \"a\""), ("home", "[45.5, -122.5]"), ("accessToken", "hush"),
    ] {
      try preset.settings.assign(SettingText(setting, value))
    }
    let text = preset.text(comment: [], remarks: [("distanceFilter", "as it was")])
    #expect(!text.contains("hush") && text.contains("  distanceFilter: off # as it was\n"))
    let again = try Preset(
      YAMLDocument.read(bytes: text.utf8, file: "copy.yaml", asWhat: "a preset"))
    preset.settings.accessToken = nil
    #expect(again.withoutWarnings == preset.withoutWarnings)
  }
}
