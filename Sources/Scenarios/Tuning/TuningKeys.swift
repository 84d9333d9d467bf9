import Documents
import Text
import TrackingEngine

/// The definitions of the keys of a tuning's plan, for the reader, the schema and the documentation
/// page.
enum TuningKeys {
  static let tuning = KeyTable(
    "tuning",
    [
      SharedKeys.version,
      SharedKeys.name,
      SharedKeys.description,
      Key(
        "preset", .presetName, "The preset to begin with", example: "adaptive", isRequired: true),
      Key(
        "settings", .table(settings),
        "The values to try for each setting: a list, or a range; with `steps: 8` a range has "
          + "that many values, without `steps` any value of three digits",
        example: "{ footFixSpacing: { from: 20 m, to: 200 m } }", isRequired: true),
      Key(
        "scenarios", PlanKeys.scenarios.kind,
        "Instead of `search` and `judge`: the scenarios are assigned to the two sets in turn, "
          + "beginning with the search set",
        example: "[commuter-weekday.yaml, day-at-home.yaml]"),
    ] + halves + [
      PlanKeys.seed.with(meaning: "The first seed of the search, and the seed of the sampler"),
      Key(
        "seeds", .either([.wholeNumber(1...1_000_000), .table(seeds)]),
        "Days of each scenario: one number for both sets, or a number for each; the seeds of "
          + "the holdout set follow those of the search set",
        example: "{ search: 10, judge: 40 }", isRequired: true),
      Key(
        "maximise", .oneOrMore(.described("a measure", .text)), "Measures to maximize",
        default: "`pathCoverage`, where no objective is named",
        example: "[positionCoverageMoving, pathCoverage]"),
      Key(
        "minimise", .oneOrMore(.described("a measure", .text)), "Measures to minimize",
        default: "`marginalBatteryPercentPerDay`, where no objective is named",
        example: "marginalBatteryPercentPerDay"),
      PlanKeys.require,
      Key(
        "choose", .described("an objective", .text),
        "The objective that decides which candidate is recommended",
        default: "the battery, else the first", example: "pathCoverage"),
      // The two limits together bound the number of candidates among which the Pareto front is
      // computed.
      Key(
        "generations", .wholeNumber(1...200), "Number of generations of candidates", default: "12",
        example: "20"),
      Key(
        "population", .wholeNumber(2...200), "Number of candidates in a generation", default: "24",
        example: "24"),
      Key(
        "judged", .wholeNumber(1...100),
        "Largest number of candidates to evaluate on the holdout set, spread over the search's "
          + "Pareto front", default: "12",
        example: "6"),
    ])

  /// The definitions of the keys for the scenarios of the search set and of the holdout set. No
  /// scenario may be in both sets.
  static let halves: [Key] = [
    Key(
      "search", PlanKeys.scenarios.kind, "Scenarios of the search set",
      example: "[commuter-weekday.yaml]"),
    Key(
      "judge", PlanKeys.scenarios.kind,
      "Scenarios of the holdout set; none may be in the search set",
      example: "[day-at-home.yaml]"),
  ]

  static let seeds = KeyTable(
    "seeds",
    [
      Key(
        "search", .wholeNumber(1...1_000_000),
        "Days of each scenario in the search set", example: "10",
        isRequired: true),
      Key(
        "judge", .wholeNumber(1...1_000_000),
        "Days of each scenario in the holdout set", example: "40",
        isRequired: true),
    ])

  static let settings = SettingKeys.table("settingRanges") { setting in
    guard !setting.isSecret, !setting.isPlace else { return nil }
    let range: [ValueKind] = setting.measured == nil ? [] : [.table(PlanKeys.range)]
    return .either([.list(of: setting.written, atLeast: 2)] + range)
  }
}
