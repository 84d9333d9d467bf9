import Text

/// What a YAML file is, by the keys at its top: what was given to another command is told by what it is, rather
/// than by the first key that is not known there.
package enum DocumentKind: String, CaseIterable {
  case scenario = "a scenario"
  case preset = "a preset"
  case sweep = "a plan of a sweep"
  case tuning = "a plan of a tuning"
  case study = "a plan of a study"
  case validation = "a file of measurements"

  /// Nil where it could be several things, or nothing.
  init?(_ root: SourceNode) {
    func has(_ table: KeyTable, _ keys: String...) -> Bool {
      keys.contains { root[$0, of: table] != nil }
    }
    if has(StudyKeys.study, "odograph-study") {
      self = .study
    } else if has(ValidationKeys.validation, "odograph-validation") {
      self = .validation
    } else if has(PresetKeys.preset, "preset"), has(PresetKeys.preset, "behaviours") {
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

  /// Who takes it.
  fileprivate var command: String {
    switch self {
    case .scenario: "odograph run"
    case .preset: "odograph run --preset"
    case .sweep: "odograph sweep"
    case .tuning: "odograph tune"
    case .study: "odograph study"
    case .validation: "odograph validation"
    }
  }
}

extension SourceNode {
  /// Of a file as a whole.
  func refuse(unless kind: DocumentKind) throws(InputError) {
    guard let found = DocumentKind(self), found != kind else { return }
    throw InputError(
      SourceLocation(file: location.file), "this is \(found.rawValue)",
      accepted: "\(kind.rawValue); '\(found.command)' takes this one")
  }
}
