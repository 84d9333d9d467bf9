import Evaluation
import Simulation
import Statistics

/// One measure of one tracker, compared with its baseline.
package struct MeasureCheck: Sendable, Equatable {
  package enum Outcome: String, Sendable, Equatable {
    /// Within the tolerance, or not certainly beyond it.
    case kept
    /// Better by more than the tolerance; the baseline should be updated.
    case improved
    /// Worse by more than the tolerance.
    case regressed
    /// The measure applied to the baseline's days, and now to too few of them to compare. For
    /// example, a tracker that sends nothing has no delay.
    case vanished
  }

  package var measure: String
  package var sense: MeasureSense
  package var tolerance: Double
  /// The number of seeds that have the figure both now and in the baseline.
  package var pairs: Int
  /// The baseline's mean over these seeds. If the measure has vanished, its mean over all seeds
  /// with the figure.
  package var before: Double
  package var now: Double?
  /// The 95 % interval of the mean difference, seed by seed, of this run minus the baseline.
  package var interval: ConfidenceInterval?
  package var outcome: Outcome

  package var difference: Double? { now.map { $0 - before } }
  package var isFailure: Bool { outcome == .regressed || outcome == .vanished }

  /// Nil if there is nothing to compare with: too few of the baseline's days have the figure.
  ///
  /// - Parameters:
  ///   - figures: One per seed of the baseline, in its order.
  ///   - bootstrap: With as many draws as there are seeds.
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

  /// Judges by the interval's near end: all of the interval has to lie beyond the tolerance.
  private static func outcome(
    _ interval: ConfidenceInterval, _ sense: MeasureSense, _ tolerance: Double
  ) -> Outcome {
    let ends = [interval.low, interval.high].map { sense.advantage(of: $0, over: 0) }
    if ends.allSatisfy({ $0 < -tolerance }) { return .regressed }
    return ends.allSatisfy { $0 > tolerance } ? .improved : .kept
  }
}
