import Text

/// The plan of a tuning: the settings of a preset to change, and the objectives to improve.
/// `TuningReader` reads it from YAML.
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
/// Scenarios and seeds are split into a search set and a holdout set: candidates are found on the
/// search set and evaluated on the holdout set.
package struct TuningDocument: Sendable {
  package typealias Mention = SweepDocument.Mention
  package typealias Objective = SweepDocument.Objective

  /// A setting that the search changes, and the values to try for it.
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
  /// The objectives of the search; at least one. No measure appears twice.
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The objective that decides which of the best candidates is recommended.
  package var choice: Objective
  package var generations: Int
  /// The number of candidates in each generation of the search.
  package var population: Int
  /// The largest number of candidates to evaluate on the holdout set. The candidates are taken from
  /// the Pareto front that the search found.
  package var judgedMax: Int
}

/// The values that the search may give one setting.
package enum SettingSpace: Sendable, Hashable {
  /// Values without an order, such as words, truth values, or the values of a list.
  case choice([String])
  /// Values in increasing or decreasing order, such as equal steps from 50 m to 500 m.
  case steps([String])
  case range(SettingRange)

  /// The values as a short text, similar to the text in the plan.
  package var words: String {
    switch self {
    case .choice(let values): values.joined(separator: ", ")
    case .steps(let values):
      "\(values[0]) to \(values[values.count - 1]) in \(values.count) steps"
    case .range(let range): "\(range.roundedText(range.from)) to \(range.roundedText(range.to))"
    }
  }
}
