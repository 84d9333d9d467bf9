import Text

/// What somebody wants to be found out: which settings of a preset are worth having others. `TuningReader`
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
/// Scenarios and seeds are in two halves: what is found on one is judged on the other.
package struct TuningDocument: Sendable {
  package typealias Mention = SweepDocument.Mention
  package typealias Objective = SweepDocument.Objective

  /// A setting, and what it may become.
  package struct Setting: Sendable {
    package var name: String
    package var space: SettingSpace
    package var location: SourceLocation
  }

  /// Scenarios and seeds of one of the halves.
  package struct Half: Sendable {
    /// Paths, as the working folder sees them.
    package var scenarios: [Mention]
    package var firstSeed: UInt64
    package var seeds: Int
  }

  package var file: String
  package var name: String
  /// Name of a preset, or the path of somebody's own.
  package var preset: Mention
  package var settings: [Setting]
  package var search: Half
  package var judge: Half
  /// At least one; no measure twice.
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The objective by which one is chosen in the end.
  package var choice: Objective
  package var generations: Int
  /// Candidates of a generation.
  package var population: Int
  /// How many of the search's front are judged at most.
  package var judgedMax: Int
}

/// What a setting may become.
package enum SettingSpace: Sendable, Hashable {
  /// Words, truth values, or values side by side.
  case choice([String])
  /// Values in an order.
  case steps([String])
  case range(SettingRange)

  /// As the plan says it, in a few words.
  package var words: String {
    switch self {
    case .choice(let values): values.joined(separator: ", ")
    case .steps(let values):
      "\(values[0]) to \(values[values.count - 1]) in \(values.count) steps"
    case .range(let range): "\(range.roundedText(range.from)) to \(range.roundedText(range.to))"
    }
  }
}
