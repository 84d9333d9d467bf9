import Evaluation
import Simulation
import Text
import Timekeeping

/// The judgment of a real tracker's log: its figures, its gaps, and where they lie among those of
/// simulated runs on the same days. The file is `judge.json`; all other forms are made from it.
package struct Judgment: Codable, Sendable, Equatable {
  package static let schema = "odograph.judge/1"

  package var schema = Judgment.schema
  package var provenance: Provenance
  package var log: JudgedLog
  package var truth: TruthSummary
  package var scenario: ScenarioSummary
  /// The simulated runs; null if no tracker was chosen to compare with.
  @ExplicitNull package var simulation: SimulatedSide? = nil
  /// The measures that have a figure for the log, in the order in which reports list measures.
  package var measures: [JudgedMeasure]
  /// The gaps of the log that are longer than 10 min, in order of time, at most 200.
  package var gaps: [JudgedGap]
  /// The battery of the log's phone; null if the log has no readings of it.
  @ExplicitNull package var battery: JudgedBattery? = nil
  /// The log's positions in order of time, at most 2,000, for a map.
  package var path: [PathPoint]
}

/// The log, as the judge read it.
package struct JudgedLog: Codable, Sendable, Equatable {
  /// The names of the log's files, without folders.
  package var files: [String]
  package var recordCount: Int
  /// The number of records in the judged time.
  package var judgedRecordCount: Int
  @ISO8601Text package var first: Instant
  @ISO8601Text package var last: Instant
  /// True if the log states when each position was recorded. Otherwise a position counts from its
  /// own time on.
  package var hasRecordingTimes: Bool
  package var remarks: [String]
}

/// The truth with which the log was compared.
package struct TruthSummary: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case recording, scenario
    /// The log's own positions. Nothing else shows where the person was, so that there is no
    /// coverage.
    case log = "self"
  }

  package var kind: Kind
  /// The time that was judged, in seconds. In holes of the truth nothing is judged.
  package var judgedSeconds: Double
  /// The share of the truth's time that was judged.
  package var judgedShare: Double
  /// The judged periods, with holes of the truth, in order of time.
  package var periods: [JudgedPeriod]
  /// The reasons why time or records were not judged, in whole sentences.
  package var remarks: [String]
  /// The person's positions in the judged time, in order, at most 2,000, for a map. Empty if only
  /// the log shows where the person was.
  package var path: [PathPoint]
}

package struct JudgedPeriod: Codable, Sendable, Equatable {
  @ISO8601Text package var start: Instant
  @ISO8601Text package var end: Instant
}

/// The simulated runs of one tracker on the log's days.
package struct SimulatedSide: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var firstSeed: UInt64
  package var seedCount: Int
  /// False if the work was interrupted. The runs are then those that were finished.
  package var isComplete: Bool
  package var settings: [String]
  /// The runs, in the order of seeds.
  package var draws: [SimulatedDraw]
  /// The run in the middle of all, for a map beside the log.
  package var middle: MiddleRun
}

/// The simulated run whose missed time is the median of all runs.
package struct MiddleRun: Codable, Sendable, Equatable {
  package var seed: UInt64
  /// The run's positions in the judged time, in order, at most 2,000.
  package var path: [PathPoint]
}

/// One simulated run, for a timeline beside the log.
package struct SimulatedDraw: Codable, Sendable, Equatable {
  package var seed: UInt64
  /// The times of at least a minute in which no position showed where the person was.
  package var uncovered: [UncoveredTime]
  /// The percentage on the battery's gauge at each of its changes.
  package var battery: [GaugeReading]
}

package struct UncoveredTime: Codable, Sendable, Equatable {
  @ISO8601Text package var start: Instant
  @ISO8601Text package var end: Instant
  package var cause: GapCause

  package var length: TimeSpan { end - start }
}

package struct GaugeReading: Codable, Sendable, Equatable {
  @ISO8601Text package var time: Instant
  package var percent: Int
}

/// The figure of a measure for the log, and its place among the figures of the simulated runs.
package struct JudgedMeasure: Codable, Sendable, Equatable {
  package enum Place: String, Codable, Sendable, CaseIterable {
    case below, within, above
    /// Too few runs for a range that holds 90 % of them.
    case undecided

    package var isOutside: Bool { self == .below || self == .above }
  }

  package var measure: String
  package var log: Double
  /// The figures of the simulated runs; null if no run has one.
  @ExplicitNull package var simulated: SimulatedRange? = nil

  package struct SimulatedRange: Codable, Sendable, Equatable {
    /// The number of runs that have the figure.
    package var count: Int
    package var median: Double
    /// The 5 % and the 95 % quantile of the runs' figures.
    package var low: Double
    package var high: Double
    /// The share of the runs whose figure is below the log's. A run with an equal figure counts
    /// half.
    package var rank: Double
    /// The place of the log's figure against the range from `low` to `high`.
    package var place: Place
  }
}

/// A gap of the log.
package struct JudgedGap: Codable, Sendable, Equatable {
  @ISO8601Text package var start: Instant
  @ISO8601Text package var end: Instant
  /// The state of the log's newest record in most of the gap: it was inaccurate, or the person has
  /// moved on. Null without a truth: the gap is then a time without a record.
  @ExplicitNull package var cause: GapCause? = nil
  /// The gap in the simulated runs; null without simulated runs.
  @ExplicitNull package var simulated: SimulatedGap? = nil

  package var length: TimeSpan { end - start }
}

/// The time of one of the log's gaps in the simulated runs.
package struct SimulatedGap: Codable, Sendable, Equatable {
  /// The share of a gap's time that a run has to miss so that it counts for `runShare`.
  package static let missedShareMin = 0.1

  /// The share of the runs that miss at least a tenth of this time.
  package var runShare: Double
  /// The share of this time that the runs miss, as their mean.
  package var timeShare: Double
  /// The causes of the time that the runs miss, the largest first.
  package var causes: [CauseShare]

  /// False if no run has a gap here: the model does not explain the log's gap.
  package var isExplained: Bool { runShare > 0 }

  package struct CauseShare: Codable, Sendable, Equatable {
    package var cause: GapCause
    package var share: Double
  }
}

package struct PathPoint: Codable, Sendable, Equatable {
  @ISO8601Text package var time: Instant
  package var latitude: Double
  package var longitude: Double
}
