import Text

/// The plan of a sweep, which runs every tracker with every combination of its settings in every
/// scenario under every seed. `SweepReader` reads it from YAML.
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
  /// A text in the plan, with its location in the file.
  package struct Mention: Sendable, Hashable {
    package var text: String
    package var location: SourceLocation
  }

  package struct Tracker: Sendable {
    /// The name of a preset, the name of a scenario's tracker, or the path of a user's own preset.
    package var preset: String
    package var name: String?
    package var contract: String?
    /// The settings of the tracker, each with one value or several values to compare. The property
    /// `tracker` of each override is not set yet.
    package var overrides: [SettingOverride]
    package var location: SourceLocation
  }

  /// A measure to be maximized or minimized.
  package struct Objective: Sendable {
    package var measure: Mention
    package var isLeastBest: Bool
  }

  package var file: String
  package var name: String
  /// The paths of the scenarios, relative to the working folder.
  package var scenarios: [Mention]
  package var trackers: [Tracker]
  package var seed: UInt64
  package var seeds: Int
  package var draws: Int?
  /// The measures that the results contain in addition to the default measures.
  package var measures: [String]
  package var axis: Mention?
  package var against: Mention?
  package var requirements: [MeasureCondition]
  package var objective: Objective?
  package var shards: Mention?
  package var shardCount: Int?
}

extension SweepDocument {
  /// The number of trackers in the sweep. Each combination of settings counts as a tracker.
  /// `Int.max` if the number is too large.
  package var trackerCount: Int {
    trackers.reduce(0) { sum, tracker in
      let (total, isOver) = sum.addingReportingOverflow(tracker.count)
      return isOver ? .max : total
    }
  }

  /// Returns a tracker for every combination of settings. A tracker gets its places, such as its
  /// home, from the scenario (see `Scenario.comparable`).
  ///
  /// - Throws: `InputError` if two trackers would have the same name.
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

  /// Returns the settings of all trackers in the form of the option `--set`.
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
  /// The number of combinations of the tracker's settings; `Int.max` if the number is too large.
  package var count: Int {
    overrides.reduce(1) { product, override in
      let (total, isOver) = product.multipliedReportingOverflow(by: override.values.count)
      return isOver ? .max : total
    }
  }

  /// Returns the tracker with the name and the kind of server that the plan gives it, and the
  /// settings to try.
  ///
  /// The tracker keeps its `origin`, the name that the scenario's server events use. These events
  /// therefore apply to all variants of the tracker.
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
