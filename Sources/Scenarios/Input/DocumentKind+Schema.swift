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
    }
  }

  /// The JSON Schema of such a file, for editors.
  var schema: String {
    switch self {
    case .scenario:
      table.schema(
        title: "Odograph scenario",
        description: "A person's day, how they treat the phone, and the trackers to be judged on it"
      )
    case .preset:
      table.schema(
        title: "Odograph preset",
        description: "A tracker: what its app declares, what it is composed of, and its settings")
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
        description: "Participants drawn from shares and ranges, under a protocol for weeks")
    case .validation:
      table.schema(
        title: "Odograph validation",
        description: "Published measurements to hold the model against")
    }
  }

  /// The names of all its keys and the examples of their values, for tests that make up documents.
  package var words: [String] {
    let keys = table.withNested.flatMap(\.keys)
    return Set(keys.map(\.name) + keys.compactMap(\.example)).sorted()
  }

  /// Keys that a page shows as a table, by the name in its marker.
  static func keys(named name: String) -> [Key]? {
    if let part = ScenarioKeys.pageParts[name] { return part }
    return allCases.flatMap(\.table.withNested).first { $0.name == name }?.keys
  }
}
