import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics
import Text

/// The result of a study of a population under a protocol: `study.json`.
///
/// Every distribution and every interval is over participants, each of whom counts once.
package struct Study: Codable, Sendable, Equatable {
  package static let schema = "odograph.study/1"

  package var schema = Study.schema
  package var provenance: Provenance
  package var name: String
  /// False if it was interrupted, or merged without some shards. Some participants are then
  /// missing.
  package var isComplete: Bool
  package var participantsPlanned: Int
  package var participants: Int
  /// The numbers of missing participants, such as "7-12,30", unless they are the last ones.
  package var participantsLeftOut: String?
  package var days: Int
  package var start: String
  package var timeZone: String
  package var validDay: ValidDayRule
  package var usable: UsableRule
  package var population: PopulationSummary
  /// The findings in the order of the protocol.
  package var trackers: [StudyFindings]
  /// The assumptions that were needed, in whole sentences.
  package var assumptions: [String]
  package var warnings: [String]
}

/// The participants by persona, phone, system and drawn values.
package struct PopulationSummary: Codable, Sendable, Equatable {
  package var lives: [Count]
  package var phones: [Count]
  package var systems: [Count]
  /// The drawn values, in the order of the study.
  package var drawn: [Drawn]

  package struct Count: Codable, Sendable, Equatable {
    package var name: String
    package var count: Int
  }

  /// A drawn value. One of the two is empty: words have counts, numbers have a distribution.
  package struct Drawn: Codable, Sendable, Equatable {
    package var name: String
    package var counts: [Count]
    /// The unit of the values; empty for plain numbers.
    package var unit: String
    @ExplicitNull package var values: Distribution?
  }
}

/// The results of one tracker over the participants.
package struct StudyFindings: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var measures: [Measured]
  /// The number of valid days of a participant.
  package var validDays: Distribution
  /// Covered hours in the rule's window; null if no day was simulated by at least half.
  @ExplicitNull package var hoursPerDay: Distribution?
  package var usable: UsableShare
  package var recruitment: Recruitment
  package var missingness: Missing
  /// The measures of mobility. Those that apply to no participant are left out.
  package var mobility: [Mobility]
  /// Hours a day in which the place was not known, by cause, the largest first. Causes without any
  /// are left out.
  package var gapCauses: [Cause]

  package struct Measured: Codable, Sendable, Equatable {
    package var measure: String
    /// Null if the measure applies to no participant.
    @ExplicitNull package var distribution: Distribution?
  }

  package struct UsableShare: Codable, Sendable, Equatable {
    package var count: Int
    package var share: Double
    package var interval: ConfidenceInterval
  }

  /// The share of epochs without a record.
  package struct Missing: Codable, Sendable, Equatable {
    /// The share of each local hour, from midnight on.
    package var byHour: [Slot]
    /// The share of each study day, from day 1 on.
    package var byStudyDay: [Slot]
    /// The share by whole times of 24 h since the participant last opened the app, from 0 on. Few
    /// participants reach high numbers.
    package var byDaysSinceOpened: [Slot]
  }

  package struct Slot: Codable, Sendable, Equatable {
    package var at: Int
    package var count: Int
    @ExplicitNull package var mean: Double?
    @ExplicitNull package var interval: ConfidenceInterval?
  }

  /// A figure that studies derive, compared with the truth.
  package struct Mobility: Codable, Sendable, Equatable {
    package var measure: MobilityMeasure
    /// The true values of the participants with both values.
    package var truth: Distribution
    package var recorded: Distribution
    /// Recorded value minus true one, participant by participant.
    package var bias: Distribution
    /// The correlation between the recorded and the true order of participants: 1 if they are the
    /// same, 0 if there is none. Null if all values are the same.
    @ExplicitNull package var rankCorrelation: Double?
  }

  package struct Cause: Codable, Sendable, Equatable {
    package var cause: GapCause
    package var hoursPerDay: Distribution
  }
}
