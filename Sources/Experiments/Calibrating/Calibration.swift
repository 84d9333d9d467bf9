import Simulation
import Statistics
import Text
import Timekeeping

/// The result of a calibration: what logs of a real phone say about the parameters of its model.
package struct Calibration: Codable, Sendable, Equatable {
  package static let schema = "odograph.calibration/1"

  package var schema = Calibration.schema
  package var provenance: Provenance
  package var name: String
  package var phone: String
  package var system: String
  package var design: Design
  /// The nights in the order of the logs.
  package var nights: [Night]
  /// The parameters on which the drain of the nights depends, the most influential first.
  package var parameters: [Parameter]
  /// The standard deviation by which nights differ beyond the model [%/h]: the median of its
  /// posterior draws.
  package var unexplainedPercentPerHour: Double
  /// The comparison of predictions and measurements, for each role that has nights.
  package var summaries: [Summary]
  /// Cautions for the reader, in whole sentences.
  package var remarks: [String]

  /// How the calibration was made.
  package struct Design: Codable, Sendable, Equatable {
    package var seed: UInt64
    package var priorDraws: Int
    package var posteriorDraws: Int
    /// The probability that each interval is to cover.
    package var intervalShare: Double
    /// The least share of a night's variance that the response surfaces explain.
    @ExplicitNull package var surfaceExplainedShare: Double? = nil
  }

  /// The use that the calibration made of a night.
  package enum Role: String, Codable, Sendable, CaseIterable {
    /// The night has narrowed the parameters.
    case fit
    /// The night was held back to check the result.
    case heldBack
    /// The night is of another phone of the same model, and checks the result.
    case anotherUnit
  }

  package struct Night: Codable, Sendable, Equatable {
    package var name: String
    package var sha256: String
    @ISO8601Text package var start: Instant
    @ISO8601Text package var end: Instant
    package var setting: String
    package var role: Role
    /// The measured drain, and the limits that the gauge's steps leave [%/h].
    package var measured: PredictionInterval
    package var hours: Double
    /// The drain that the phone's model predicts without the calibration [%/h].
    package var before: PredictionInterval
    /// The drain that the calibrated phone predicts [%/h].
    package var after: PredictionInterval
    /// False if the calibrated parameters miss the measured drain by more than they could move it
    /// before the logs.
    package var isExplained: Bool
  }

  package struct Parameter: Codable, Sendable, Equatable {
    package enum Outcome: String, Codable, Sendable, CaseIterable {
      /// The logs have moved or narrowed the parameter.
      case moved
      /// The logs cannot tell the parameter.
      case undecided
    }

    package var name: String
    package var source: String
    package var priorLow: Double
    package var priorHigh: Double
    package var posterior: PredictionInterval
    /// The standard deviation of the posterior as a share of the prior's, on the scale of scores.
    package var remainingShare: Double
    package var outcome: Outcome
    package var isTrait: Bool
    /// The posterior draws. Draws of one index belong together, over all parameters.
    package var draws: [Double]
  }

  package struct Summary: Codable, Sendable, Equatable {
    package var role: Role
    package var nightCount: Int
    package var before: Scores
    package var after: Scores
  }

  /// The agreement of predicted intervals with measurements.
  package struct Scores: Codable, Sendable, Equatable {
    package var coveredShare: Double
    /// The mean width of the intervals [%/h].
    package var meanWidth: Double
    /// The mean interval score (Gneiting and Raftery, 2007) [%/h]; less is better.
    package var meanScore: Double
    /// The mean distance of the medians from the measurements [%/h].
    package var meanError: Double
  }
}

extension Calibration {
  /// The nights that narrowed the parameters, although no values of these explain their drain.
  package var unexplainedNights: [Night] { nights.filter { $0.role == .fit && !$0.isExplained } }

  /// False if at least half of the nights that narrowed the parameters are unexplained.
  ///
  /// A phone has an odd night now and then, but half of the nights are odd only if the settings or
  /// the phone are not those that were given.
  package var logsFitModel: Bool {
    2 * unexplainedNights.count < max(1, nights.count { $0.role == .fit })
  }
}

extension Calibration.Summary {
  /// Compares the nights of some roles; nil without nights.
  package init?(_ role: Calibration.Role, _ nights: [Calibration.Night], share: Double) {
    guard !nights.isEmpty else { return nil }
    self.role = role
    nightCount = nights.count
    before = Calibration.Scores(nights, \.before, share: share)
    after = Calibration.Scores(nights, \.after, share: share)
  }
}

extension Calibration.Scores {
  init(
    _ nights: [Calibration.Night], _ interval: KeyPath<Calibration.Night, PredictionInterval>,
    share: Double
  ) {
    func mean(_ figure: (PredictionInterval, Double) -> Double) -> Double {
      nights.reduce(0) { $0 + figure($1[keyPath: interval], $1.measured.middle) }
        / Double(nights.count)
    }
    coveredShare = mean { $0.covers($1) ? 1 : 0 }
    meanWidth = mean { interval, _ in interval.width }
    meanScore = mean { $0.score($1, share: share) }
    meanError = mean { abs($0.middle - $1) }
  }
}
