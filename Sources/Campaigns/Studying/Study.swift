import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics
import Text

/// What a study of that population under that protocol would come to: `study.json`.
///
/// Every distribution and every interval is over participants, each of whom counts once.
public struct Study: Codable, Sendable, Equatable {
  public static let schema = "odograph.study/1"

  public var schema = Study.schema
  public var provenance: Provenance
  public var name: String
  /// False where it was interrupted, or merged without some shards: then not all participants are in it.
  public var isComplete: Bool
  public var participantsPlanned: Int
  public var participants: Int
  /// Numbers of those who are not in it, "7-12,30", where they are not the last ones.
  public var participantsLeftOut: String?
  public var days: Int
  public var start: String
  public var timeZone: String
  public var validDay: ValidDayRule
  public var usable: UsableRule
  public var population: PopulationSummary
  /// In the order of the protocol.
  public var trackers: [StudyFindings]
  /// What had to be assumed, in whole sentences.
  public var assumptions: [String]
  public var warnings: [String]
}

/// Who took part.
public struct PopulationSummary: Codable, Sendable, Equatable {
  public var lives: [Count]
  public var phones: [Count]
  public var systems: [Count]
  /// What was drawn, in the order of the study.
  public var drawn: [Drawn]

  public struct Count: Codable, Sendable, Equatable {
    public var name: String
    public var count: Int
  }

  /// One of the two is empty: words have counts, numbers a distribution.
  public struct Drawn: Codable, Sendable, Equatable {
    public var name: String
    public var counts: [Count]
    /// In this unit; empty for plain numbers.
    public var unit: String
    @ExplicitNull public var values: Distribution?
  }
}

/// What one tracker saw of the participants.
public struct StudyFindings: Codable, Sendable, Equatable {
  public var tracker: String
  public var preset: String
  public var measures: [Measured]
  /// Of a participant.
  public var validDays: Distribution
  /// Covered hours of the rule's window; null where no day was lived by half.
  @ExplicitNull public var hoursPerDay: Distribution?
  public var usable: UsableShare
  public var recruitment: Recruitment
  public var missingness: Missing
  /// What does not apply to anybody is left out.
  public var mobility: [Mobility]
  /// Hours a day in which the place was not known, by cause, the largest first; without those that took
  /// none.
  public var gapCauses: [Cause]

  public struct Measured: Codable, Sendable, Equatable {
    public var measure: String
    /// Null where it applies to nobody.
    @ExplicitNull public var distribution: Distribution?
  }

  public struct UsableShare: Codable, Sendable, Equatable {
    public var count: Int
    public var share: Double
    public var interval: ConfidenceInterval
  }

  /// Share of epochs without a record.
  public struct Missing: Codable, Sendable, Equatable {
    /// From midnight to one on.
    public var byHour: [Slot]
    /// From day 1 on.
    public var byStudyDay: [Slot]
    /// By whole times of 24 h since the participant last opened the app, from 0 on. Few come far.
    public var byDaysSinceOpened: [Slot]
  }

  public struct Slot: Codable, Sendable, Equatable {
    public var at: Int
    public var count: Int
    @ExplicitNull public var mean: Double?
    @ExplicitNull public var interval: ConfidenceInterval?
  }

  /// A figure that studies derive, against the truth.
  public struct Mobility: Codable, Sendable, Equatable {
    public var measure: MobilityMeasure
    /// Participants of whom both are known.
    public var truth: Distribution
    public var recorded: Distribution
    /// Recorded less true, participant by participant.
    public var bias: Distribution
    /// How well what was recorded orders the participants: 1 as the truth does, 0 not at all. Null where all
    /// are the same.
    @ExplicitNull public var rankCorrelation: Double?
  }

  public struct Cause: Codable, Sendable, Equatable {
    public var cause: GapCause
    public var hoursPerDay: Distribution
  }
}
