import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics

/// What a tuning came to, `tune.json`: by the half of scenarios and seeds that the search has not seen, and by
/// nothing else.
public struct Tuning: Codable, Sendable, Equatable {
  public static let schema = "odograph.tuning/1"

  public var schema = Tuning.schema
  public var provenance: Provenance
  public var name: String
  /// What the preset as it is is called.
  public var start: String
  /// Who asked for the candidates.
  public var adviser: String
  public var search: Search
  public var judgement: Half
  /// What was tried.
  public var settings: [Setting]
  public var objectives: [Objective]
  public var requirements: [MeasureCondition]
  /// The preset as it is, then those that the search found best, in the order of asking.
  public var judged: [JudgedCandidate]
  /// Which one to take, by the requirements and one of the objectives.
  public var choice: Choice
  /// Of the chosen one's settings; empty where the preset is chosen as it is, or nobody.
  public var worth: [SettingWorth]

  public struct Half: Codable, Sendable, Equatable {
    /// Names.
    public var scenarios: [String]
    public var firstSeed: UInt64
    public var seedCount: Int
    public var phoneDays: Int
  }

  public struct Search: Codable, Sendable, Equatable {
    public var half: Half
    public var generations: Int
    /// How many the adviser asked for.
    public var candidatesAsked: Int
    /// Each once.
    public var candidatesLived: Int
    /// Whether any of them met the requirements there. Where none did, those that came nearest were judged.
    public var foundEligible: Bool
  }

  public struct Setting: Codable, Sendable, Equatable {
    public var setting: String
    public var start: String
    /// "30 m to 300 m", "true, false".
    public var tried: String
  }

  public struct Objective: Codable, Sendable, Equatable {
    public var measure: String
    public var sense: MeasureSense
  }

  /// Those on the front that are not the preset as it is.
  public var front: [JudgedCandidate] {
    judged.filter { $0.standing == .front && $0.name != start }
  }

  /// Whether nobody that was judged meets what is required.
  public var isHopeless: Bool { judged.allSatisfy { $0.standing == .failing } }
}

/// A candidate as the unseen half shows it.
public struct JudgedCandidate: Codable, Sendable, Equatable {
  public enum Standing: String, Codable, Sendable, CaseIterable {
    /// Meets what is required, and nobody who does is better in one objective and as good in all.
    case front
    /// Meets what is required, and somebody is better.
    case beaten
    /// Does not meet what is required.
    case failing
  }

  public var name: String
  public var standing: Standing
  /// Who is better, where somebody is.
  public var beatenBy: [String]
  /// Settings that differ from the preset's.
  public var changes: [SettingChange]
  /// By objectives and requirements.
  public var figures: [ComparedFigure]
  /// The same less the preset's, day by day; empty for the preset as it is.
  public var differences: [Difference]
  public var requirements: [RequirementFinding]

  public func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }

  public func difference(_ measure: String) -> Difference? {
    differences.first { $0.measure == measure }
  }
}

/// What becomes of the chosen candidate when one of its settings is put back.
public struct SettingWorth: Codable, Sendable, Equatable {
  public var change: SettingChange
  /// The candidate with the preset's value less the candidate as it is, day by day.
  public var differences: [Difference]
  /// Whether what the interval of any difference leaves open is not whether there is one.
  public var isSure: Bool
}
