import Documents
import Text

/// The kind of a YAML file, such as a scenario or a study. The file's top-level keys show its kind.
///
/// If the user passes a study to `odograph run`, the error message can thus say that the file is a
/// study.
package enum DocumentKind: String, CaseIterable {
  case scenario = "a scenario"
  case preset = "a preset"
  case sweep = "a plan of a sweep"
  case tuning = "a plan of a tuning"
  case study = "a plan of a study"
  case validation = "a file of measurements"
  case app = "a description of an app"
  case calibration = "a list of logs for a calibration"
  case profile = "a phone profile"

  /// Recognizes the kind of a document. The result is nil if no kind or more than one kind fits.
  init?(_ root: SourceNode) {
    func has(_ table: KeyTable, _ keys: String...) -> Bool {
      keys.contains { root[$0, of: table] != nil }
    }
    if has(AppKeys.app, "odographApp") {
      self = .app
    } else if has(CalibrationKeys.calibration, "odographCalibration") {
      self = .calibration
    } else if has(ProfileKeys.profile, "odographProfile") {
      self = .profile
    } else if has(StudyKeys.study, "odograph-study") {
      self = .study
    } else if has(ValidationKeys.validation, "odograph-validation") {
      self = .validation
    } else if has(PresetKeys.preset, "preset"),
      has(PresetKeys.preset, "behaviours", "behaviors")
    {
      self = .preset
    } else if has(TuningKeys.tuning, "scenarios", "search", "judge") {
      switch (
        has(SweepKeys.sweep, "trackers"),
        has(TuningKeys.tuning, "preset", "settings", "search", "judge")
      ) {
      case (true, true): return nil
      case (false, true): self = .tuning
      case (_, false): self = .sweep
      }
    } else if has(ScenarioKeys.scenario, "day", "week", "replay", "extends") {
      self = .scenario
    } else {
      return nil
    }
  }

  /// Recognizes the kind of the document in a file.
  package static func recognized(path: String) throws(InputError) -> DocumentKind? {
    DocumentKind(try YAMLDocument.read(path: path, asWhat: ScenarioInheritance.accepted))
  }

  /// Returns true unless the document in a file is of another kind or not one of Odograph's.
  package static func mayBeScenario(path: String) throws(InputError) -> Bool {
    let root = try YAMLDocument.read(path: path, asWhat: ScenarioInheritance.accepted)
    return DocumentKind(root).map { $0 == .scenario }
      ?? (root["odograph", of: ScenarioKeys.scenario] != nil)
  }

  /// The command, or the entry of a scenario, that reads files of this kind.
  fileprivate var command: String {
    switch self {
    case .scenario: "odograph run"
    case .preset: "odograph run --preset"
    case .sweep: "odograph sweep"
    case .tuning: "odograph tune"
    case .study: "odograph study"
    case .validation: "odograph validation"
    case .app: "odograph run --app"
    case .calibration: "odograph calibrate"
    case .profile: "phone: { profile: FILE }"
    }
  }
}

extension SourceNode {
  /// Throws an error if the document is of another kind than `kind`.
  func refuse(unless kind: DocumentKind) throws(InputError) {
    guard let found = DocumentKind(self), found != kind else { return }
    throw InputError(
      SourceLocation(file: location.file), "this is \(found.rawValue)",
      accepted: "\(kind.rawValue); '\(found.command)' takes this one")
  }
}
