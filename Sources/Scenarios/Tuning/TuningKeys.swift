import Text
import TrackingEngine

/// Every key of a plan of a tuning: for its reader, its schema and its page.
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
        "What each setting may become: a list of values, or a range; with `steps: 8` a range has "
          + "that many values, without any in three digits",
        example: "{ footFixSpacing: { from: 20 m, to: 200 m } }", isRequired: true),
      Key(
        "scenarios", PlanKeys.scenarios.kind,
        "Instead of `search` and `judge`: every other one, from the first on, is for the search",
        example: "[commuter-weekday.yaml, day-at-home.yaml]"),
    ] + halves + [
      PlanKeys.seed.with(meaning: "The first seed of the search, and the seed of the sampler"),
      Key(
        "seeds", .either([.wholeNumber(1...1_000_000), .table(seeds)]),
        "Days of each scenario: one number for both halves, or a number for each; the seeds of the "
          + "holdout set follow on those of the search set",
        example: "{ search: 10, judge: 40 }", isRequired: true),
      Key(
        "maximise", .oneOrMore(.described("a measure", .text)), "Objectives to have most of",
        default: "`pathCoverage`, where no objective is named",
        example: "[positionCoverageMoving, pathCoverage]"),
      Key(
        "minimise", .oneOrMore(.described("a measure", .text)), "Objectives to have least of",
        default: "`marginalBatteryPercentPerDay`, where no objective is named",
        example: "marginalBatteryPercentPerDay"),
      PlanKeys.require,
      Key(
        "choose", .described("an objective", .text), "The objective by which one is recommended",
        default: "the battery, else the first", example: "pathCoverage"),
      // Together as many candidates as a front can be looked for among.
      Key(
        "generations", .wholeNumber(1...200), "How often candidates are asked for", default: "12",
        example: "20"),
      Key(
        "population", .wholeNumber(2...200), "Number of candidates in a generation", default: "24",
        example: "24"),
      Key(
        "judged", .wholeNumber(1...100),
        "Most candidates of the search's Pareto front to judge, spread over it", default: "12",
        example: "6"),
    ])

  /// The scenarios of each half; none may be in both.
  static let halves: [Key] = [
    Key(
      "search", PlanKeys.scenarios.kind, "Scenarios of the search set",
      example: "[commuter-weekday.yaml]"),
    Key(
      "judge", PlanKeys.scenarios.kind, "Scenarios of the holdout set; none of the search set",
      example: "[day-at-home.yaml]"),
  ]

  static let seeds = KeyTable(
    "seeds",
    [
      Key(
        "search", .wholeNumber(1...1_000_000), "Days of each scenario to search on", example: "10",
        isRequired: true),
      Key(
        "judge", .wholeNumber(1...1_000_000), "Days of each scenario to judge on", example: "40",
        isRequired: true),
    ])

  static let settings = SettingKeys.table("settingRanges") { setting in
    guard !setting.isSecret, !setting.isPlace else { return nil }
    let range: [ValueKind] = setting.measured == nil ? [] : [.table(PlanKeys.range)]
    return .either([.list(of: setting.written, atLeast: 2)] + range)
  }
}
