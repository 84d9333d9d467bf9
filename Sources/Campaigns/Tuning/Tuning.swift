import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics

/// The result of a tuning: `tune.json`. It is based only on the holdout set, which has scenarios
/// and seeds that the search did not use.
package struct Tuning: Codable, Sendable, Equatable {
  package static let schema = "odograph.tuning/1"

  package var schema = Tuning.schema
  package var provenance: Provenance
  package var name: String
  /// The name of the preset with its settings unchanged.
  package var start: String
  /// The name and version of the optimizer that proposed the candidates.
  package var adviser: String
  package var search: Search
  package var judgement: Half
  /// The settings that were varied.
  package var settings: [Setting]
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The judged candidates: first the unchanged preset, then the best candidates of the search in
  /// the order in which they were proposed.
  package var judged: [JudgedCandidate]
  /// The recommended candidate. It meets the requirements and is best in one of the objectives.
  package var choice: Choice
  /// The effect of each changed setting of the recommended candidate. Empty if the unchanged preset
  /// is recommended, or if no candidate is recommended.
  package var worth: [SettingEffect]

  package struct Half: Codable, Sendable, Equatable {
    /// The names of the scenarios in the search set or in the holdout set.
    package var scenarios: [String]
    package var firstSeed: UInt64
    package var seedCount: Int
    package var phoneDays: Int
  }

  package struct Search: Codable, Sendable, Equatable {
    package var half: Half
    package var generations: Int
    /// The number of candidates that the optimizer proposed, including repeated ones.
    package var candidatesAsked: Int
    /// The number of different candidates that were run.
    package var candidatesLived: Int
    /// True if any candidate met the requirements on the search set. If false, the candidates that
    /// missed the requirements by the smallest distance were judged.
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
    /// The candidate meets the requirements. No other candidate that meets them is at least as good
    /// in all objectives and better in one.
    case front
    /// The candidate meets the requirements, but another one is at least as good in all objectives
    /// and better in one.
    case beaten
    /// The candidate does not meet all requirements.
    case failing
  }

  package var name: String
  package var standing: Standing
  /// The names of the candidates that are at least as good in all objectives and better in one.
  package var beatenBy: [String]
  /// The settings whose values differ from the preset's values.
  package var changes: [SettingChange]
  /// The figure for each measure that is an objective or a requirement.
  package var figures: [ComparedFigure]
  /// The candidate's figures minus the preset's figures, paired by day. Empty for the unchanged
  /// preset.
  package var differences: [Difference]
  package var requirements: [RequirementFinding]

  package func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }

  package func difference(_ measure: String) -> Difference? {
    differences.first { $0.measure == measure }
  }
}

/// The effect of one changed setting. To measure it, the recommended candidate is run with the
/// preset's value of this setting.
package struct SettingEffect: Codable, Sendable, Equatable {
  package var change: SettingChange
  /// The figures with the preset's value of the setting, minus the candidate's own figures, paired
  /// by day.
  package var differences: [Difference]
  /// True if at least one of `differences` has an interval that does not contain 0.
  package var isSure: Bool
}
