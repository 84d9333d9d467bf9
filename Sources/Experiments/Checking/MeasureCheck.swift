import Evaluation
import Simulation
import Statistics

/// One measure of one tracker, held against its baseline.
package struct MeasureCheck: Sendable, Equatable {
  package enum Outcome: String, Sendable, Equatable {
    /// Within the tolerance, or not sure to be beyond it.
    case kept
    /// Better beyond the tolerance; the baseline is worth an update.
    case improved
    /// Worse beyond the tolerance.
    case regressed
    /// It applied to the baseline's days, and now to too few of them to compare: a tracker that sends
    /// nothing has no delay.
    case vanished
  }

  package var measure: String
  package var sense: MeasureSense
  package var tolerance: Double
  /// Seeds that have the figure now and then.
  package var pairs: Int
  /// Means over these seeds; of all that have the figure where it has vanished.
  package var before: Double
  package var now: Double?
  /// Of the mean of the differences, seed by seed, this run less the baseline; 95 %.
  package var interval: ConfidenceInterval?
  package var outcome: Outcome

  package var difference: Double? { now.map { $0 - before } }
  package var isFailure: Bool { outcome == .regressed || outcome == .vanished }

  /// Nil where there is nothing to hold it against: too few of the baseline's days have the figure.
  ///
  /// - Parameters:
  ///   - figures: one a seed of the baseline, in its order.
  ///   - bootstrap: of as many draws as there are seeds.
  package init?(_ baseline: Baseline.Measure, figures: [Double?], bootstrap: Bootstrap) {
    let known = baseline.figures.compactMap { $0 }
    guard known.count >= Baseline.seedsMin, let sense = Measures.sense(of: baseline.measure) else {
      return nil
    }
    measure = baseline.measure
    self.sense = sense
    tolerance = baseline.tolerance
    let paired = zip(baseline.figures, figures).compactMap { old, new in
      old.flatMap { old in new.map { (old: old, new: $0) } }
    }
    pairs = paired.count
    let differences = NestedSample(
      draws: zip(baseline.figures, figures).map { old, new in
        [old.flatMap { old in new.map { $0 - old } }]
      })
    guard let interval = bootstrap.interval(of: differences) else {
      before = known.reduce(0, +) / Double(known.count)
      outcome = .vanished
      return
    }
    self.interval = interval
    before = paired.reduce(0) { $0 + $1.old } / Double(paired.count)
    now = paired.reduce(0) { $0 + $1.new } / Double(paired.count)
    outcome = Self.outcome(interval, sense, tolerance)
  }

  /// By the interval's near end: all of it has to lie beyond the tolerance.
  private static func outcome(
    _ interval: ConfidenceInterval, _ sense: MeasureSense, _ tolerance: Double
  ) -> Outcome {
    let ends = [interval.low, interval.high].map { sense.advantage(of: $0, over: 0) }
    if ends.allSatisfy({ $0 < -tolerance }) { return .regressed }
    return ends.allSatisfy { $0 > tolerance } ? .improved : .kept
  }
}
