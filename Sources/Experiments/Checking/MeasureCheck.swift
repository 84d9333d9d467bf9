import Evaluation
import Simulation
import Statistics

/// One measure of one tracker, held against its baseline.
public struct MeasureCheck: Sendable, Equatable {
  public enum Outcome: String, Sendable, Equatable {
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

  public var measure: String
  public var sense: MeasureSense
  public var tolerance: Double
  /// Seeds that have the figure now and then.
  public var pairs: Int
  /// Means over these seeds; of all that have the figure where it has vanished.
  public var before: Double
  public var now: Double?
  /// Of the mean of the differences, seed by seed, this run less the baseline; 95 %.
  public var interval: ConfidenceInterval?
  public var outcome: Outcome

  public var difference: Double? { now.map { $0 - before } }
  public var isFailure: Bool { outcome == .regressed || outcome == .vanished }

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
