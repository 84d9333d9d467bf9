import Scenarios

extension TuningDocument {
  /// The entries of the plan that affect the tuning's runs. The contents of scenarios and presets
  /// are left out. The plan's formatting, name and description are also left out, so that a user
  /// may edit them after the sweeps have been run.
  var decisions: [PlanFingerprint.Part] {
    [
      ("settings", settings.map { "\($0.name) \($0.space.exactText)" }.joined(separator: "; ")),
      ("the search's half", search.text), ("the judgement's half", judge.text),
      ("objectives", objectives.map(\.text).joined(separator: ", ")),
      ("requirements", requirements.map(\.description).joined(separator: ", ")),
      ("the choice", choice.text), ("generations", "\(generations)"),
      ("the population", "\(population)"), ("the number judged at most", "\(judgedMax)"),
    ].map { PlanFingerprint.Part(name: $0.0, value: $0.1) }
  }
}

extension TuningDocument.Half {
  fileprivate var text: String { "\(scenarios.count) × seeds \(firstSeed) + \(seeds)" }
}

extension SweepDocument.Objective {
  fileprivate var text: String { (isLeastBest ? "least " : "most ") + measure.text }
}

extension SettingSpace {
  fileprivate var exactText: String {
    switch self {
    case .choice(let values): "one of " + values.joined(separator: ", ")
    case .steps(let values): "step of " + values.joined(separator: ", ")
    case .range(let range):
      "\(range.from) to \(range.to)\(range.unit)" + (range.isGeometric ? ", geometric" : "")
    }
  }
}
