import Evaluation
import Simulation
import Statistics

/// The comparison of one measure of a tracker with the tracker's baseline.
package struct MeasureCheck: Sendable, Equatable {
  package enum Outcome: String, Sendable, Equatable {
    /// The difference is not certainly larger than the tolerance.
    case kept
    /// The tracker is better by more than the tolerance. The baseline should be updated.
    case improved
    /// The tracker is worse by more than the tolerance.
    case regressed
    /// The measure applied to the baseline's days, but now applies to too few of them. For example,
    /// a tracker that sends nothing has no delay.
    case vanished
  }

  package var measure: String
  package var sense: MeasureSense
  package var tolerance: Double
  /// The number of seeds for which the figure exists both now and in the baseline.
  package var pairs: Int
  /// The baseline's mean over the seeds counted by `pairs`. If the measure has vanished, this is
  /// the mean over all seeds for which the baseline has the figure.
  package var before: Double
  package var now: Double?
  /// The 95 % interval of the mean difference: this run minus the baseline, paired by seed.
  package var interval: ConfidenceInterval?
  package var outcome: Outcome

  package var difference: Double? { now.map { $0 - before } }
  package var isFailure: Bool { outcome == .regressed || outcome == .vanished }

  /// Returns nil if too few of the baseline's days have the figure.
  ///
  /// - Parameters:
  ///   - figures: The new figures, one for each seed of the baseline, in the baseline's order.
  ///   - bootstrap: A bootstrap whose number of draws is the number of seeds in the baseline.
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

  /// Returns the outcome. A change counts only if the whole interval lies beyond the tolerance.
  private static func outcome(
    _ interval: ConfidenceInterval, _ sense: MeasureSense, _ tolerance: Double
  ) -> Outcome {
    let ends = [interval.low, interval.high].map { sense.advantage(of: $0, over: 0) }
    if ends.allSatisfy({ $0 < -tolerance }) { return .regressed }
    return ends.allSatisfy { $0 > tolerance } ? .improved : .kept
  }
}
