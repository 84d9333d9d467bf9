import Evaluation
import Simulation
import Statistics
import Text

/// A comparison of trackers over scenarios and seeds: `comparison.json`. All other forms of the
/// report are made from it.
///
/// The report separates two kinds of uncertainty:
///
/// - Day-to-day variation (`chance`) is the difference between days, persons and phones.
/// - Model uncertainty (`ignorance`) comes from properties of the phone that no source settles. If
///   the sources give a range, the value is drawn from the range and used for several days. If
///   sources contradict each other, the comparison tries the model variants one by one.
public struct Comparison: Codable, Sendable, Equatable {
  public static let schema = "odograph.comparison/1"

  public var schema = Comparison.schema
  /// The name of the sweep's plan; nil for a comparison without a plan.
  package var name: String? = nil
  package var provenance: Provenance
  /// False if the comparison was interrupted. The figures then cover only the runs that were done.
  public var isComplete: Bool
  package var design: Design
  /// The compared trackers. Other lists with one element for each tracker have the same order.
  package var trackers: [Tracker]
  package var measures: [Measure]
  /// The measure on one axis of the Pareto front. The other axis is battery use.
  public var axis: String
  public var cost: String
  /// The tracker with which the others are compared.
  public var reference: String
  package var scenarios: [ScenarioComparison]
  /// The findings over all scenarios, with equal weights; null if there is only one scenario.
  @ExplicitNull package var portfolio: Findings? = nil

  /// The number of runs, seeds and draws of a comparison.
  package struct Design: Codable, Sendable, Equatable {
    package var runsPlanned: Int
    package var runsDone: Int
    package var firstSeed: UInt64
    package var lastSeed: UInt64
    /// The number of seeds that were run.
    ///
    /// The range from `firstSeed` to `lastSeed` may also contain seeds that were not run. Lists of
    /// figures have one entry for each seed of the range.
    package var seedCount: Int
    /// The number of parameter draws.
    ///
    /// Seeds are assigned to the draws in turn. The first `drawCount` seeds, from `firstSeed` on,
    /// determine the parameters: one seed for each draw.
    package var drawCount: Int
    /// The rank correlation above which a parameter is listed in `movedBy`. Null if there are too
    /// few draws.
    @ExplicitNull package var correlationBound: Double? = nil
    /// The number of seeds on which each model variant was tried; 0 if no variant was tried.
    package var readingSeedCount: Int
  }

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    package var preset: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var name: String
    /// The direction in which the measure gets better: higher or lower values. Null for a measure
    /// that is neither good nor bad by itself.
    @ExplicitNull package var sense: MeasureSense? = nil
  }

  package var isAxisBetterHigh: Bool {
    measures.first { $0.name == axis }?.sense != .lessIsBetter
  }

  /// The word for what a tracker on the Pareto front has of the axis: "as much coverage", "as
  /// little gap".
  package var axisAmount: String { isAxisBetterHigh ? "much" : "little" }

  /// The main findings: the portfolio's, or the first scenario's if there is no portfolio.
  package var findings: Findings? { portfolio ?? scenarios.first?.findings }
}

package struct ScenarioComparison: Codable, Sendable, Equatable {
  package var scenario: ScenarioSummary
  /// The number of seeds that were run with every tracker.
  package var seedsDone: Int
  package var findings: Findings
  /// The figures by tracker and measure, one for each seed.
  ///
  /// A figure is null if the measure does not apply or the seed was not run. The list is empty for
  /// a large sweep: its figures are in the sweep's database.
  package var figures: [TrackerFigures]

  package struct TrackerFigures: Codable, Sendable, Equatable {
    package var tracker: String
    package var measures: [MeasureFigures]
  }

  package struct MeasureFigures: Codable, Sendable, Equatable {
    package var measure: String
    package var figures: [Double?]
  }
}

/// The findings of a comparison, either for one scenario or over all scenarios.
package struct Findings: Codable, Sendable, Equatable {
  package var trackers: [ComparedTracker]
  /// The differences of every tracker from the reference.
  package var differences: [TrackerDifference]
  /// Each tracker's place on or off the Pareto front, in the order of `Comparison.trackers`; see
  /// `ParetoFront`.
  package var front: [FrontPlace]
  /// The rankings of the trackers. There is one ranking for each of these measures: the measure on
  /// the front's axis, the battery use, and the objective of the user's need.
  package var orders: [MeasureOrder]
  package var readings: [VariantTrial]
  /// The recommendation; null if the user stated no need.
  @ExplicitNull package var choice: Choice? = nil
  /// The uncertainty with and without the logs of the scenario's phone, for the measures that
  /// decide. Absent if the phone is not calibrated.
  package var narrowing: [Narrowing]? = nil
}

package struct ComparedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var figures: [ComparedFigure]

  package func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }
}

/// A mean over the seeds of one scenario, or the mean of several scenarios' means.
package struct ComparedFigure: Codable, Sendable, Equatable {
  package var measure: String
  /// The number of runs to which the measure applies.
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  /// The 95 % interval of the mean; null with fewer than five parameter draws.
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// The standard deviations of day-to-day variation and of model uncertainty.
package struct Spread: Codable, Sendable, Equatable {
  package var chance: Double
  package var ignorance: Double

  /// The share of the variance that comes from model uncertainty.
  package var ignoranceShare: Double? {
    let (chance, ignorance) = (chance * chance, ignorance * ignorance)
    return chance + ignorance > 0 ? ignorance / (chance + ignorance) : nil
  }
}

package struct TrackerDifference: Codable, Sendable, Equatable {
  package var tracker: String
  package var figures: [Difference]

  package func figure(_ measure: String) -> Difference? { figures.first { $0.measure == measure } }
}

/// The mean difference between the figures of a tracker and of the reference, paired by seed.
package struct Difference: Codable, Sendable, Equatable {
  package var measure: String
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// A tracker's place on the Pareto front or off it. A tracker is off the front if another tracker is
/// at least as good on the axis and in cost, and better in one of the two.
package struct FrontPlace: Codable, Sendable, Equatable {
  package var tracker: String
  package var isOnFront: Bool
  /// The number of parameter draws in which the tracker is on the front, out of `draws`.
  package var drawsOnFront: Int
  package var draws: Int
}

/// The ranking of the trackers by one measure, the best first.
package struct MeasureOrder: Codable, Sendable, Equatable {
  package var measure: String
  package var ranking: [RankedTracker]
  /// The number of parameter draws in which the trackers have the same order as in `ranking`. Ties
  /// count as the same order.
  package var drawsInOrder: Int
  /// All pairs of trackers in the order of the ranking, with the better tracker first in each pair.
  ///
  /// With more than a hundred trackers, the list contains only neighbors in the ranking and pairs
  /// with the reference.
  package var pairs: [OrderedPair]

  package func pair(_ better: String, _ worse: String) -> OrderedPair? {
    pairs.first { $0.better == better && $0.worse == worse }
  }
}

package struct RankedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var mean: Double
  /// The number of parameter draws in which no other tracker is better than this one.
  package var drawsFirst: Int
  package var draws: Int
}

package struct OrderedPair: Codable, Sendable, Equatable {
  package var better: String
  package var worse: String
  /// The mean lead of the `better` tracker, in the measure's unit; at least 0.
  package var advantage: Double
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
  /// The number of parameter draws in which the `better` tracker is ahead of the other one.
  package var drawsHolding: Int
  package var drawsTied: Int
  package var draws: Int
  /// The model parameters that affect the advantage most, the strongest first. Listed only for
  /// neighbors in the ranking and for pairs with the reference.
  package var movedBy: [ParameterInfluence]
}

/// The rank correlation between a model parameter's drawn values and the lead of one tracker over
/// another.
package struct ParameterInfluence: Codable, Sendable, Equatable {
  package var parameter: String
  /// The ids of the parameter's sources in FACTS.md, or "judgement" or "unsourced".
  package var source: String
  /// Spearman's rank correlation. It is above 0 if the lead is larger for higher values of the
  /// parameter.
  package var correlation: Double
}
