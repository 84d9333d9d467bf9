import Documents
import Text

extension DocumentKind {
  var table: KeyTable {
    switch self {
    case .scenario: ScenarioKeys.scenario
    case .preset: PresetKeys.preset
    case .sweep: SweepKeys.sweep
    case .tuning: TuningKeys.tuning
    case .study: StudyKeys.study
    case .validation: ValidationKeys.validation
    case .app: AppKeys.app
    case .calibration: CalibrationKeys.calibration
    case .profile: ProfileKeys.profile
    }
  }

  /// The JSON Schema for files of this kind, for editors.
  var schema: String {
    switch self {
    case .scenario:
      table.schema(
        title: "Odograph scenario",
        description: "A person's day, their use of the phone, and the trackers to compare on it"
      )
    case .preset:
      table.schema(
        title: "Odograph preset",
        description: "A tracker: what its app declares, its behaviors, and its settings")
    case .sweep:
      table.schema(
        title: "Odograph sweep",
        description: "A comparison of many trackers over many days, in shards")
    case .tuning:
      table.schema(
        title: "Odograph tuning", description: "A search for better settings of a preset")
    case .study:
      table.schema(
        title: "Odograph study",
        description: "Participants drawn from shares and ranges, who carry trackers for some weeks")
    case .validation:
      table.schema(
        title: "Odograph validation",
        description: "Published measurements to compare the model with")
    case .app:
      table.schema(
        title: "Odograph app",
        description: "A tracker of your own: its executable, its server, and what it records")
    case .calibration:
      table.schema(
        title: "Odograph calibration",
        description: "Logs of a real phone under known settings, to narrow the phone's model")
    case .profile:
      table.schema(
        title: "Odograph phone profile",
        description: "Parameters of a phone's model, calibrated by logs of a real phone")
    }
  }

  /// All key names that files of this kind may contain, and example values. Tests generate
  /// documents from these words.
  package var words: [String] {
    let keys = table.withNested.flatMap(\.keys)
    return Set(keys.map(\.name) + keys.compactMap(\.example)).sorted()
  }

  /// Returns the keys that the documentation page lists in the table `name`; nil if there is no
  /// such table.
  static func keys(named name: String) -> [Key]? {
    if let part = ScenarioKeys.pageParts[name] { return part }
    return allCases.flatMap(\.table.withNested).first { $0.name == name }?.keys
  }
}
