import Text

/// A plan of a sweep as somebody wrote it: scenarios × trackers × settings × seeds in draws of what nobody
/// knows of the phone. `SweepReader` reads it from YAML.
///
///     odograph: 1
///     name: How often to send
///     scenarios: [commuter-weekday.yaml, day-at-home.yaml]
///     trackers:
///       - overland-significant-only
///       - preset: overland-battery-saving
///         set: { sendInterval: [1 min, 5 min], minimumDistance: { from: 50 m, to: 500 m, steps: 4 } }
///     seeds: 1000
///     draws: 100
public struct SweepDocument: Sendable {
  /// A word of the plan, and where it stands.
  public struct Mention: Sendable, Hashable {
    public var text: String
    public var location: SourceLocation
  }

  public struct Tracker: Sendable {
    /// Name of a preset or of a scenario's tracker, or the path of somebody's own.
    public var preset: String
    public var name: String?
    public var contract: String?
    /// Of each setting the value, or those to be tried side by side; the tracker's name is not settled yet.
    public var overrides: [SettingOverride]
    public var location: SourceLocation
  }

  /// What somebody wants most or least of.
  public struct Objective: Sendable {
    public var measure: Mention
    public var isLeastBest: Bool
  }

  public var file: String
  public var name: String
  /// Paths, as the working folder sees them.
  public var scenarios: [Mention]
  public var trackers: [Tracker]
  public var seed: UInt64
  public var seeds: Int
  public var draws: Int?
  /// Beside the usual ones.
  public var measures: [String]
  public var axis: Mention?
  public var against: Mention?
  public var requirements: [MeasureCondition]
  public var objective: Objective?
  public var shards: Mention?
  public var shardCount: Int?
}

extension SweepDocument {
  /// With every combination of settings; `Int.max` for more.
  public var trackerCount: Int {
    trackers.reduce(0) { sum, tracker in
      let (total, isOver) = sum.addingReportingOverflow(tracker.count)
      return isOver ? .max : total
    }
  }

  /// Every combination of the trackers' settings, bound to a scenario's places.
  ///
  /// - Throws: `InputError` where two would have the same name.
  public func choices(in scenario: Scenario) throws(InputError) -> [TrackerChoice] {
    var choices: [TrackerChoice] = []
    for tracker in trackers {
      let (form, overrides) = try tracker.named(in: scenario)
      for choice in [form].applying(overrides) {
        guard !choices.contains(where: { $0.name == choice.name }) else {
          throw InputError(
            tracker.location, "two trackers are called \(quoted(choice.name))",
            accepted: "a 'name:' of its own for each")
        }
        choices.append(choice)
      }
    }
    return choices
  }

  /// As `--set` would have them.
  public func settings(in scenario: Scenario) throws(InputError) -> [String] {
    var lines: [String] = []
    for tracker in trackers {
      lines += try tracker.named(in: scenario).overrides.map {
        "\($0.tracker).\($0.setting)=\($0.values.joined(separator: ","))"
      }
    }
    return lines
  }
}

extension SweepDocument.Tracker {
  /// How many come of it; `Int.max` for more.
  public var count: Int {
    overrides.reduce(1) { product, override in
      let (total, isOver) = product.multipliedReportingOverflow(by: override.values.count)
      return isOver ? .max : total
    }
  }

  /// Where two are made of one preset they have names of their own; the scenario's server means both.
  fileprivate func named(
    in scenario: Scenario
  ) throws(InputError) -> (form: TrackerChoice, overrides: [SettingOverride]) {
    var form = try scenario.comparable(preset, location: location)
    if let name { form.name = name }
    if let contract { form.contract = contract }
    let overrides = overrides.map { override in
      var override = override
      override.tracker = form.name
      return override
    }
    return (form, overrides)
  }
}
