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
public struct TuningDocument: Sendable {
  public typealias Mention = SweepDocument.Mention
  public typealias Objective = SweepDocument.Objective

  /// A setting, and what it may become.
  public struct Setting: Sendable {
    public var name: String
    public var space: SettingSpace
    public var location: SourceLocation
  }

  /// Scenarios and seeds of one of the halves.
  public struct Half: Sendable {
    /// Paths, as the working folder sees them.
    public var scenarios: [Mention]
    public var firstSeed: UInt64
    public var seeds: Int
  }

  public var file: String
  public var name: String
  /// Name of a preset, or the path of somebody's own.
  public var preset: Mention
  public var settings: [Setting]
  public var search: Half
  public var judge: Half
  /// At least one; no measure twice.
  public var objectives: [Objective]
  public var requirements: [MeasureCondition]
  /// The objective by which one is chosen in the end.
  public var choice: Objective
  public var generations: Int
  /// Candidates of a generation.
  public var population: Int
  /// How many of the search's front are judged at most.
  public var judgedMax: Int
}

/// What a setting may become.
public enum SettingSpace: Sendable, Hashable {
  /// Words, truth values, or values side by side.
  case choice([String])
  /// Values in an order.
  case steps([String])
  case range(SettingRange)

  /// As the plan says it, in a few words.
  public var words: String {
    switch self {
    case .choice(let values): values.joined(separator: ", ")
    case .steps(let values):
      "\(values[0]) to \(values[values.count - 1]) in \(values.count) steps"
    case .range(let range): "\(range.roundedText(range.from)) to \(range.roundedText(range.to))"
    }
  }
}
