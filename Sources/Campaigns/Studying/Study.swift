import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics
import Text

/// What a study of that population under that protocol would come to: `study.json`.
///
/// Every distribution and every interval is over participants, each of whom counts once.
package struct Study: Codable, Sendable, Equatable {
  package static let schema = "odograph.study/1"

  package var schema = Study.schema
  package var provenance: Provenance
  package var name: String
  /// False where it was interrupted, or merged without some shards: then not all participants are in it.
  package var isComplete: Bool
  package var participantsPlanned: Int
  package var participants: Int
  /// Numbers of those who are not in it, "7-12,30", where they are not the last ones.
  package var participantsLeftOut: String?
  package var days: Int
  package var start: String
  package var timeZone: String
  package var validDay: ValidDayRule
  package var usable: UsableRule
  package var population: PopulationSummary
  /// In the order of the protocol.
  package var trackers: [StudyFindings]
  /// What had to be assumed, in whole sentences.
  package var assumptions: [String]
  package var warnings: [String]
}

/// Who took part.
package struct PopulationSummary: Codable, Sendable, Equatable {
  package var lives: [Count]
  package var phones: [Count]
  package var systems: [Count]
  /// What was drawn, in the order of the study.
  package var drawn: [Drawn]

  package struct Count: Codable, Sendable, Equatable {
    package var name: String
    package var count: Int
  }

  /// One of the two is empty: words have counts, numbers a distribution.
  package struct Drawn: Codable, Sendable, Equatable {
    package var name: String
    package var counts: [Count]
    /// In this unit; empty for plain numbers.
    package var unit: String
    @ExplicitNull package var values: Distribution?
  }
}

/// What one tracker saw of the participants.
package struct StudyFindings: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var measures: [Measured]
  /// Of a participant.
  package var validDays: Distribution
  /// Covered hours of the rule's window; null where no day was lived by half.
  @ExplicitNull package var hoursPerDay: Distribution?
  package var usable: UsableShare
  package var recruitment: Recruitment
  package var missingness: Missing
  /// What does not apply to anybody is left out.
  package var mobility: [Mobility]
  /// Hours a day in which the place was not known, by cause, the largest first; without those that took
  /// none.
  package var gapCauses: [Cause]

  package struct Measured: Codable, Sendable, Equatable {
    package var measure: String
    /// Null where it applies to nobody.
    @ExplicitNull package var distribution: Distribution?
  }

  package struct UsableShare: Codable, Sendable, Equatable {
    package var count: Int
    package var share: Double
    package var interval: ConfidenceInterval
  }

  /// Share of epochs without a record.
  package struct Missing: Codable, Sendable, Equatable {
    /// From midnight to one on.
    package var byHour: [Slot]
    /// From day 1 on.
    package var byStudyDay: [Slot]
    /// By whole times of 24 h since the participant last opened the app, from 0 on. Few come far.
    package var byDaysSinceOpened: [Slot]
  }

  package struct Slot: Codable, Sendable, Equatable {
    package var at: Int
    package var count: Int
    @ExplicitNull package var mean: Double?
    @ExplicitNull package var interval: ConfidenceInterval?
  }

  /// A figure that studies derive, against the truth.
  package struct Mobility: Codable, Sendable, Equatable {
    package var measure: MobilityMeasure
    /// Participants of whom both are known.
    package var truth: Distribution
    package var recorded: Distribution
    /// Recorded less true, participant by participant.
    package var bias: Distribution
    /// How well what was recorded orders the participants: 1 as the truth does, 0 not at all. Null where all
    /// are the same.
    @ExplicitNull package var rankCorrelation: Double?
  }

  package struct Cause: Codable, Sendable, Equatable {
    package var cause: GapCause
    package var hoursPerDay: Distribution
  }
}
