import Documents
import Text
import TrackingEngine

/// The definitions of the keys of a sweep's plan, for the reader, the schema and the documentation
/// page.
enum SweepKeys {
  static let sweep = KeyTable(
    "sweep",
    [
      SharedKeys.version,
      SharedKeys.name,
      SharedKeys.description,
      PlanKeys.scenarios.with(isRequired: true),
      Key(
        "trackers",
        .list(
          of: .either([.presetName, .table(tracker), .table(ScenarioKeys.appTracker)]), atLeast: 1),
        "Presets, trackers of a scenario, or presets' files; each may have settings to try",
        example: "[overland-significant-only]", isRequired: true),
      PlanKeys.seed,
      Key(
        "seeds", .wholeNumber(1...10_000_000), "Number of seeds: a day of each scenario for each",
        example: "1000", isRequired: true),
      Key(
        "draws", .wholeNumber(1...1000), "Number of parameter draws; the seeds cycle through them",
        default: "one for every two seeds, at most 100", example: "100"),
      PlanKeys.measures,
      Key(
        "axis", .described("a measure", .text),
        "The measure to compare with battery use, as `compare --axis`", example: "pathCoverage"),
      Key(
        "against", .text,
        "The tracker that the others are compared with, as `compare --against`; a tracker with "
          + "several values is named after them: `saving sendInterval=1 min`",
        default: "the first", example: "overland-significant-only"),
      PlanKeys.require,
      Key(
        "minimise", .described("a measure", .text),
        "The measure that the recommended tracker minimizes",
        default: "`marginalBatteryPercentPerDay`", example: "marginalBatteryPercentPerDay"),
      Key(
        "maximise", .described("a measure", .text),
        "The measure that the recommended tracker maximizes",
        example: "tripRecall"),
      PlanKeys.shards(1_000_000),
    ])

  static let tracker = KeyTable("sweepTracker", ScenarioKeys.trackerKeys(set: .table(values)))

  /// The definitions of the settings' keys. Each setting has one value, or several values to
  /// compare.
  static let values = SettingKeys.table("settingValues") { setting in
    guard !setting.isSecret else { return nil }
    let range: [ValueKind] = setting.measured == nil ? [] : [.table(PlanKeys.range)]
    return .either([setting.written, .list(of: setting.written, atLeast: 1)] + range)
  }
}

/// The definitions of the keys that several kinds of plans share.
enum PlanKeys {
  static let scenarios = Key(
    "scenarios", .list(of: .path, atLeast: 1),
    "Paths of the scenarios, relative to the plan's folder",
    example: "[commuter-weekday.yaml, day-at-home.yaml]")
  static let seed = Key(
    "seed", .wholeNumber(0...Int.max), "The first seed", default: "1", example: "7")
  static let measures = Key(
    "measures", .list(of: .described("a measure", .text)),
    "Measures to keep beside the usual ones, as `compare --measure`", example: "[gapP95Seconds]")
  static let require = Key(
    "require",
    .oneOrMore(
      .described(
        "a condition such as `\"tripRecall >= 0.95\"`",
        .form(#"^[\w.-]+\s*(>=|<=|>|<|==)\s*-?\d+(\.\d+)?\s*%?$"#))),
    "Conditions that the recommended tracker has to meet", example: "\"tripRecall >= 0.95\"")

  static func shards(_ most: Int) -> Key {
    Key(
      "shards", .wholeNumber(1...most), "Number of shards; `--shards` overrides it",
      example: "100")
  }

  /// The definitions of the keys of a range, such as `{ from: 50 m, to: 500 m }`.
  static let range = KeyTable(
    "range",
    [
      Key(
        "from", numberWithUnit, "One end of the range", example: "50 m", isRequired: true),
      Key("to", numberWithUnit, "The other end", example: "500 m", isRequired: true),
      Key(
        "steps", .wholeNumber(2...SettingRange.valuesMax), "Number of values, including both ends",
        example: "4"),
      Key(
        "spacing", .words(of: SettingRange.Spacing.self),
        "Steps of the same size, or by the same factor", default: "`even`", example: "geometric"),
    ])

  static let numberWithUnit = ValueKind.described(
    "a number with its unit", .either([.text, .anyNumber]))
}
