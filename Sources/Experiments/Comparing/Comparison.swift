import Evaluation
import Simulation
import Statistics
import Text

/// Trackers compared over scenarios and seeds: `comparison.json`, from which the other forms are
/// rendered.
///
/// Two kinds of uncertainty are kept apart. Day-to-day variation (`chance`) is the difference from
/// one day, person and phone to the next. Model uncertainty (`ignorance`) is what no source settles
/// about the phone: figures that lie somewhere in a range, drawn once for several days, and
/// behaviors on which sources contradict each other, tried one by one.
public struct Comparison: Codable, Sendable, Equatable {
  public static let schema = "odograph.comparison/1"

  public var schema = Comparison.schema
  package var provenance: Provenance
  /// False if it was interrupted; the figures are then of the runs that were done.
  public var isComplete: Bool
  package var design: Design
  /// The trackers in the order of listings.
  package var trackers: [Tracker]
  package var measures: [Measure]
  /// The measure that is set against the battery for the Pareto front.
  public var axis: String
  public var cost: String
  /// The tracker with which the others are compared.
  public var reference: String
  package var scenarios: [ScenarioComparison]
  /// The findings over the scenarios, which all count the same; null if there is only one.
  @ExplicitNull package var portfolio: Findings? = nil

  /// The number of runs, seeds and draws of a comparison.
  package struct Design: Codable, Sendable, Equatable {
    package var runsPlanned: Int
    package var runsDone: Int
    package var firstSeed: UInt64
    package var lastSeed: UInt64
    /// The number of seeds that were run. It is less than from first to last if some in between are
    /// missing. A run's figures are listed at its seed's place, counted from the first.
    package var seedCount: Int
    /// The number of draws of the model's parameters. Seeds take the draws in turn: the first seed
    /// of each draw, `firstSeed` and those that follow it, draws its parameters.
    package var drawCount: Int
    /// The least rank correlation at which a parameter is listed; null if there are too few draws.
    @ExplicitNull package var correlationBound: Double? = nil
    /// The number of seeds on which each model variant was tried; 0 if none was.
    package var readingSeedCount: Int
  }

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    package var preset: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var name: String
    /// Null for a measure that is neither good nor bad by itself.
    @ExplicitNull package var sense: MeasureSense? = nil
  }

  /// The main findings: those of the portfolio, or of the only scenario.
  package var findings: Findings? { portfolio ?? scenarios.first?.findings }
}

package struct ScenarioComparison: Codable, Sendable, Equatable {
  package var scenario: ScenarioSummary
  /// The number of seeds that were run with every tracker.
  package var seedsDone: Int
  package var findings: Findings
  /// The figures by tracker and measure, one per seed; null for one that does not apply or was not
  /// run. Empty in the comparison of a large sweep, whose figures are in its database.
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

/// The findings of a comparison, of one scenario or over all of them.
package struct Findings: Codable, Sendable, Equatable {
  package var trackers: [ComparedTracker]
  /// The differences of every tracker from the reference.
  package var differences: [TrackerDifference]
  /// The trackers' places in their order; see `ParetoFront`.
  package var front: [FrontPlace]
  /// The orders by the axis, by cost, and by the objective.
  package var orders: [MeasureOrder]
  package var readings: [ReadingTrial]
  /// The recommendation; null if the user stated no need.
  @ExplicitNull package var choice: Choice? = nil
}

package struct ComparedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var figures: [ComparedFigure]

  package func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }
}

/// A mean over seeds, or the mean of several scenarios' means.
package struct ComparedFigure: Codable, Sendable, Equatable {
  package var measure: String
  /// The number of runs that have the figure.
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  /// The 95 % interval of the mean; null with fewer than five draws.
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// The standard deviations of day-to-day variation and of model uncertainty.
package struct Spread: Codable, Sendable, Equatable {
  package var chance: Double
  package var ignorance: Double

  /// The share of model uncertainty in the variance.
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

/// A tracker's figure minus the reference's, seed by seed.
package struct Difference: Codable, Sendable, Equatable {
  package var measure: String
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// A tracker's place on the Pareto front or off it. A tracker is on it if no other has at least as
/// much of the axis at no more cost.
package struct FrontPlace: Codable, Sendable, Equatable {
  package var tracker: String
  package var isOnFront: Bool
  /// The number of draws in which it is on the front, of all `draws`.
  package var drawsOnFront: Int
  package var draws: Int
}

/// Trackers by one measure, the best first.
package struct MeasureOrder: Codable, Sendable, Equatable {
  package var measure: String
  package var ranking: [RankedTracker]
  /// The number of draws in which no tracker is better than one before it, of all `draws` of the
  /// ranking.
  package var drawsInOrder: Int
  /// Every pair, the better tracker first, in the order of the ranking. With more than a hundred
  /// trackers, only pairs of neighbors and pairs with the reference.
  package var pairs: [OrderedPair]

  package func pair(_ better: String, _ worse: String) -> OrderedPair? {
    pairs.first { $0.better == better && $0.worse == worse }
  }
}

package struct RankedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var mean: Double
  /// The number of draws in which no tracker is better.
  package var drawsFirst: Int
  package var draws: Int
}

package struct OrderedPair: Codable, Sendable, Equatable {
  package var better: String
  package var worse: String
  /// The advantage in the measure's unit; not below 0.
  package var advantage: Double
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
  /// The number of draws in which the order holds.
  package var drawsHolding: Int
  package var drawsTied: Int
  package var draws: Int
  /// The model parameters that move the advantage most, the strongest first. Only for neighbors in
  /// the ranking and for pairs with the reference.
  package var movedBy: [ParameterInfluence]
}

/// The rank correlation between a parameter's draws and an advantage.
package struct ParameterInfluence: Codable, Sendable, Equatable {
  package var parameter: String
  /// Fact ids, or "judgement" and "unsourced".
  package var source: String
  /// Spearman's rank correlation; above 0 if more of the parameter means more of the advantage.
  package var correlation: Double
}
