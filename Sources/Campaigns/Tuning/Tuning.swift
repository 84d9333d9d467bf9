import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics

/// The result of a tuning, `tune.json`. It rests only on the holdout set: scenarios and seeds that
/// the search has not used.
package struct Tuning: Codable, Sendable, Equatable {
  package static let schema = "odograph.tuning/1"

  package var schema = Tuning.schema
  package var provenance: Provenance
  package var name: String
  /// The name of the unchanged preset.
  package var start: String
  /// The optimizer that proposed the candidates.
  package var adviser: String
  package var search: Search
  package var judgement: Half
  /// The settings that were varied.
  package var settings: [Setting]
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The unchanged preset, then the best candidates of the search, in the order in which they were
  /// proposed.
  package var judged: [JudgedCandidate]
  /// The recommended candidate, by the requirements and one of the objectives.
  package var choice: Choice
  /// The worth of the chosen candidate's settings. Empty if the unchanged preset is chosen, or
  /// none.
  package var worth: [SettingWorth]

  package struct Half: Codable, Sendable, Equatable {
    /// The names of the scenarios.
    package var scenarios: [String]
    package var firstSeed: UInt64
    package var seedCount: Int
    package var phoneDays: Int
  }

  package struct Search: Codable, Sendable, Equatable {
    package var half: Half
    package var generations: Int
    /// The number of candidates that the optimizer proposed.
    package var candidatesAsked: Int
    /// The number of candidates that were run, each once.
    package var candidatesLived: Int
    /// True if any candidate met the requirements on the search set. Otherwise those that came
    /// nearest were judged.
    package var foundEligible: Bool
  }

  package struct Setting: Codable, Sendable, Equatable {
    package var setting: String
    package var start: String
    /// The values that were tried, such as "30 m to 300 m" or "true, false".
    package var tried: String
  }

  package struct Objective: Codable, Sendable, Equatable {
    package var measure: String
    package var sense: MeasureSense
  }

  /// The candidates on the Pareto front, without the unchanged preset.
  package var front: [JudgedCandidate] {
    judged.filter { $0.standing == .front && $0.name != start }
  }

  /// True if no judged candidate meets the requirements.
  package var isHopeless: Bool { judged.allSatisfy { $0.standing == .failing } }
}

/// A candidate with its results on the holdout set.
package struct JudgedCandidate: Codable, Sendable, Equatable {
  package enum Standing: String, Codable, Sendable, CaseIterable {
    /// Meets the requirements, and no other that does is better in one objective and as good in
    /// all.
    case front
    /// Meets the requirements, but another is better.
    case beaten
    /// Does not meet what is required.
    case failing
  }

  package var name: String
  package var standing: Standing
  /// The better candidates, if there are any.
  package var beatenBy: [String]
  /// The settings that differ from the preset's.
  package var changes: [SettingChange]
  /// The figures by objectives and requirements.
  package var figures: [ComparedFigure]
  /// The figures minus the preset's, day by day; empty for the unchanged preset.
  package var differences: [Difference]
  package var requirements: [RequirementFinding]

  package func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }

  package func difference(_ measure: String) -> Difference? {
    differences.first { $0.measure == measure }
  }
}

/// The effect of changing one setting of the chosen candidate back.
package struct SettingWorth: Codable, Sendable, Equatable {
  package var change: SettingChange
  /// The candidate with the preset's value minus the candidate as it is, day by day.
  package var differences: [Difference]
  /// True if the interval of at least one difference does not contain 0.
  package var isSure: Bool
}
