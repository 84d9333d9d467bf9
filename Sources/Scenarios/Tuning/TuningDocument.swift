import Text

/// The plan of a tuning: the settings of a preset to search, and what to search for. `TuningReader`
/// reads it from YAML.
///
///     odograph: 1
///     preset: adaptive
///     settings:
///       footFixSpacing: { from: 30 m, to: 300 m, spacing: geometric }
///       pausesAutomatically: [true, false]
///     scenarios: [commuter-weekday.yaml, day-at-home.yaml]
///     seeds: 20
///     require: "tripRecall >= 0.95"
///
/// Scenarios and seeds are split into a search set and a holdout set: candidates found on the first
/// are evaluated on the second.
package struct TuningDocument: Sendable {
  package typealias Mention = SweepDocument.Mention
  package typealias Objective = SweepDocument.Objective

  /// A setting, and the values to try for it.
  package struct Setting: Sendable {
    package var name: String
    package var space: SettingSpace
    package var location: SourceLocation
  }

  /// The scenarios and seeds of the search set or of the holdout set.
  package struct Half: Sendable {
    /// The paths of the scenarios, relative to the working folder.
    package var scenarios: [Mention]
    package var firstSeed: UInt64
    package var seeds: Int
  }

  package var file: String
  package var name: String
  /// The name of a preset, or the path of a user's own preset.
  package var preset: Mention
  package var settings: [Setting]
  package var search: Half
  package var judge: Half
  /// The objectives; at least one, and each measure at most once.
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The objective that decides which candidate is recommended.
  package var choice: Objective
  package var generations: Int
  /// The number of candidates in a generation.
  package var population: Int
  /// The largest number of candidates from the search's Pareto front that are evaluated on the
  /// holdout set.
  package var judgedMax: Int
}

/// The values to try for a setting.
package enum SettingSpace: Sendable, Hashable {
  /// Values without an order: words, truth values, or listed values.
  case choice([String])
  /// Values in order.
  case steps([String])
  case range(SettingRange)

  /// The values in a few words, close to the plan's.
  package var words: String {
    switch self {
    case .choice(let values): values.joined(separator: ", ")
    case .steps(let values):
      "\(values[0]) to \(values[values.count - 1]) in \(values.count) steps"
    case .range(let range): "\(range.roundedText(range.from)) to \(range.roundedText(range.to))"
    }
  }
}
