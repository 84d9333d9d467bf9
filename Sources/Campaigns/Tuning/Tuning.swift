import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics

/// What a tuning came to, `tune.json`: by the half of scenarios and seeds that the search has not seen, and by
/// nothing else.
package struct Tuning: Codable, Sendable, Equatable {
  package static let schema = "odograph.tuning/1"

  package var schema = Tuning.schema
  package var provenance: Provenance
  package var name: String
  /// What the preset as it is is called.
  package var start: String
  /// Who asked for the candidates.
  package var adviser: String
  package var search: Search
  package var judgement: Half
  /// What was tried.
  package var settings: [Setting]
  package var objectives: [Objective]
  package var requirements: [MeasureCondition]
  /// The preset as it is, then those that the search found best, in the order of asking.
  package var judged: [JudgedCandidate]
  /// Which one to take, by the requirements and one of the objectives.
  package var choice: Choice
  /// Of the chosen one's settings; empty where the preset is chosen as it is, or nobody.
  package var worth: [SettingWorth]

  package struct Half: Codable, Sendable, Equatable {
    /// Names.
    package var scenarios: [String]
    package var firstSeed: UInt64
    package var seedCount: Int
    package var phoneDays: Int
  }

  package struct Search: Codable, Sendable, Equatable {
    package var half: Half
    package var generations: Int
    /// How many the adviser asked for.
    package var candidatesAsked: Int
    /// Each once.
    package var candidatesLived: Int
    /// Whether any of them met the requirements there. Where none did, those that came nearest were judged.
    package var foundEligible: Bool
  }

  package struct Setting: Codable, Sendable, Equatable {
    package var setting: String
    package var start: String
    /// "30 m to 300 m", "true, false".
    package var tried: String
  }

  package struct Objective: Codable, Sendable, Equatable {
    package var measure: String
    package var sense: MeasureSense
  }

  /// Those on the front that are not the preset as it is.
  package var front: [JudgedCandidate] {
    judged.filter { $0.standing == .front && $0.name != start }
  }

  /// Whether nobody that was judged meets what is required.
  package var isHopeless: Bool { judged.allSatisfy { $0.standing == .failing } }
}

/// A candidate as the unseen half shows it.
package struct JudgedCandidate: Codable, Sendable, Equatable {
  package enum Standing: String, Codable, Sendable, CaseIterable {
    /// Meets what is required, and nobody who does is better in one objective and as good in all.
    case front
    /// Meets what is required, and somebody is better.
    case beaten
    /// Does not meet what is required.
    case failing
  }

  package var name: String
  package var standing: Standing
  /// Who is better, where somebody is.
  package var beatenBy: [String]
  /// Settings that differ from the preset's.
  package var changes: [SettingChange]
  /// By objectives and requirements.
  package var figures: [ComparedFigure]
  /// The same less the preset's, day by day; empty for the preset as it is.
  package var differences: [Difference]
  package var requirements: [RequirementFinding]

  package func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }

  package func difference(_ measure: String) -> Difference? {
    differences.first { $0.measure == measure }
  }
}

/// What becomes of the chosen candidate when one of its settings is put back.
package struct SettingWorth: Codable, Sendable, Equatable {
  package var change: SettingChange
  /// The candidate with the preset's value less the candidate as it is, day by day.
  package var differences: [Difference]
  /// Whether what the interval of any difference leaves open is not whether there is one.
  package var isSure: Bool
}
