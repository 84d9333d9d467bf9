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
package struct SweepDocument: Sendable {
  /// A word of the plan, and where it stands.
  package struct Mention: Sendable, Hashable {
    package var text: String
    package var location: SourceLocation
  }

  package struct Tracker: Sendable {
    /// Name of a preset or of a scenario's tracker, or the path of somebody's own.
    package var preset: String
    package var name: String?
    package var contract: String?
    /// Of each setting the value, or those to be tried side by side; the tracker's name is not settled yet.
    package var overrides: [SettingOverride]
    package var location: SourceLocation
  }

  /// What somebody wants most or least of.
  package struct Objective: Sendable {
    package var measure: Mention
    package var isLeastBest: Bool
  }

  package var file: String
  package var name: String
  /// Paths, as the working folder sees them.
  package var scenarios: [Mention]
  package var trackers: [Tracker]
  package var seed: UInt64
  package var seeds: Int
  package var draws: Int?
  /// Beside the usual ones.
  package var measures: [String]
  package var axis: Mention?
  package var against: Mention?
  package var requirements: [MeasureCondition]
  package var objective: Objective?
  package var shards: Mention?
  package var shardCount: Int?
}

extension SweepDocument {
  /// With every combination of settings; `Int.max` for more.
  package var trackerCount: Int {
    trackers.reduce(0) { sum, tracker in
      let (total, isOver) = sum.addingReportingOverflow(tracker.count)
      return isOver ? .max : total
    }
  }

  /// Every combination of the trackers' settings, bound to a scenario's places.
  ///
  /// - Throws: `InputError` where two would have the same name.
  package func choices(in scenario: Scenario) throws(InputError) -> [TrackerChoice] {
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
  package func settings(in scenario: Scenario) throws(InputError) -> [String] {
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
  package var count: Int {
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
