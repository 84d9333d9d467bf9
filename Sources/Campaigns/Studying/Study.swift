import Evaluation
import Experiments
import Scenarios
import Simulation
import Statistics
import Text

/// The result of a study of a population under a protocol: `study.json`.
///
/// Every distribution and every interval is over participants, each of whom counts equally.
package struct Study: Codable, Sendable, Equatable {
  package static let schema = "odograph.study/1"

  package var schema = Study.schema
  package var provenance: Provenance
  package var name: String
  /// False if the study was interrupted, or merged while some shards were missing. The result then
  /// lacks some participants.
  package var isComplete: Bool
  package var participantsPlanned: Int
  package var participants: Int
  /// The numbers of missing participants, such as "7-12,30". Null if no participant is missing, or
  /// if only the last ones are missing.
  package var participantsLeftOut: String?
  package var days: Int
  package var start: String
  package var timeZone: String
  package var validDay: ValidDayRule
  package var usable: UsableRule
  package var population: PopulationSummary
  /// The origin of the participants' routes and the credit of the map, in whole sentences. Absent
  /// for a study without a map.
  package var map: String?
  /// The findings on each tracker, in the order of the protocol.
  package var trackers: [StudyFindings]
  /// The assumptions that the study had to make, in whole sentences.
  package var assumptions: [String]
  package var warnings: [String]
}

/// The composition of the participants by persona, phone, system and drawn values.
package struct PopulationSummary: Codable, Sendable, Equatable {
  package var lives: [Count]
  package var phones: [Count]
  package var systems: [Count]
  /// The values that are drawn for each participant, in the order of the study's file.
  package var drawn: [Drawn]

  package struct Count: Codable, Sendable, Equatable {
    package var name: String
    package var count: Int
  }

  /// The distribution of one drawn value. If the value is a text, `values` is null. If the value is
  /// a number, `counts` is empty.
  package struct Drawn: Codable, Sendable, Equatable {
    package var name: String
    package var counts: [Count]
    /// The unit of the values; empty for numbers without a unit.
    package var unit: String
    @ExplicitNull package var values: Distribution?
  }
}

/// The results of one tracker over the participants.
package struct StudyFindings: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var measures: [Measured]
  /// The number of valid days per participant.
  package var validDays: Distribution
  /// The mean number of hours with data per day, for each participant. Only hours from
  /// `ValidDayRule.fromHour` to `untilHour` are counted. Null if no participant has a day of which
  /// at least half was judged.
  @ExplicitNull package var hoursPerDay: Distribution?
  package var usable: UsableShare
  package var recruitment: Recruitment
  package var missingness: Missing
  /// The measures of mobility. Measures that apply to no participant are left out.
  package var mobility: [Mobility]
  /// The hours a day in which the place was not known, by cause, the largest first. Causes that
  /// never occurred are left out.
  package var gapCauses: [Cause]

  package struct Measured: Codable, Sendable, Equatable {
    package var measure: String
    /// The measure's distribution. Null if the measure applies to no participant.
    @ExplicitNull package var distribution: Distribution?
  }

  package struct UsableShare: Codable, Sendable, Equatable {
    package var count: Int
    package var share: Double
    package var interval: ConfidenceInterval
  }

  /// The shares of epochs without a record, by time.
  package struct Missing: Codable, Sendable, Equatable {
    /// The share of epochs without a record, for each local hour, beginning at midnight.
    package var byHour: [Slot]
    /// The share of epochs without a record, for each study day, beginning with day 1.
    package var byStudyDay: [Slot]
    /// The share of epochs without a record, by the number of whole 24 h periods since the
    /// participant last opened the app, beginning with 0. High numbers occur for few participants.
    package var byDaysSinceOpened: [Slot]
  }

  package struct Slot: Codable, Sendable, Equatable {
    package var at: Int
    package var count: Int
    @ExplicitNull package var mean: Double?
    @ExplicitNull package var interval: ConfidenceInterval?
  }

  /// A measure of mobility from the records, compared with its true value.
  package struct Mobility: Codable, Sendable, Equatable {
    package var measure: MobilityMeasure
    /// The distribution of true values, over the participants who have both a true and a recorded
    /// value.
    package var truth: Distribution
    package var recorded: Distribution
    /// The distribution of the recorded value minus the true value.
    package var bias: Distribution
    /// The rank correlation between the recorded and the true values: 1 if both put the
    /// participants in the same order, 0 if the orders are unrelated. Null if all values are equal.
    @ExplicitNull package var rankCorrelation: Double?
  }

  package struct Cause: Codable, Sendable, Equatable {
    package var cause: GapCause
    package var hoursPerDay: Distribution
  }
}
