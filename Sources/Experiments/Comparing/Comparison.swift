import Evaluation
import Simulation
import Statistics
import Text

/// Trackers side by side over scenarios and seeds: `comparison.json`, and what the other forms are
/// rendered from.
///
/// Two kinds of not knowing are kept apart. *Chance* is what differs from one day, person and phone to the
/// next. *Ignorance* is what no source tells of the phone: figures that lie somewhere in a range, drawn
/// once for several days, and behaviors of which sources give contradicting accounts, tried one by one.
public struct Comparison: Codable, Sendable, Equatable {
  public static let schema = "odograph.comparison/1"

  public var schema = Comparison.schema
  package var provenance: Provenance
  /// False when it was interrupted: the figures are of the runs that were done.
  public var isComplete: Bool
  package var design: Design
  /// In the order of listings.
  package var trackers: [Tracker]
  package var measures: [Measure]
  /// Set against the battery for the front.
  public var axis: String
  public var cost: String
  /// The tracker that the others are held against.
  public var reference: String
  package var scenarios: [ScenarioComparison]
  /// Over the scenarios, each counting the same; nil where there is one.
  @ExplicitNull package var portfolio: Findings? = nil

  /// What was run.
  package struct Design: Codable, Sendable, Equatable {
    package var runsPlanned: Int
    package var runsDone: Int
    package var firstSeed: UInt64
    package var lastSeed: UInt64
    /// Those of them that were lived: where some in between are missing, less than from first to last. A
    /// run's figures are told at its seed's place from the first on.
    package var seedCount: Int
    /// Draws of the model's parameters. The seeds go round them: the first one of each, `firstSeed` and
    /// those that follow it, draws its parameters.
    package var drawCount: Int
    /// Rank correlations of parameters are told from here on; nil where there are too few draws to tell.
    @ExplicitNull package var correlationBound: Double? = nil
    /// Seeds on which each contradicting account was tried; 0 where none was.
    package var readingSeedCount: Int
  }

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    package var preset: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var name: String
    /// Null for what is neither good nor bad by itself.
    @ExplicitNull package var sense: MeasureSense? = nil
  }

  /// What is to be said first: of the portfolio, or of the only scenario.
  package var findings: Findings? { portfolio ?? scenarios.first?.findings }
}

package struct ScenarioComparison: Codable, Sendable, Equatable {
  package var scenario: ScenarioSummary
  /// How many seeds every tracker has lived.
  package var seedsDone: Int
  package var findings: Findings
  /// Figures by tracker and measure, one a seed; null for what does not apply or was not run. Empty in the
  /// comparison of a large sweep, whose figures lie in its database.
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

/// What a comparison finds, of one scenario or over all of them.
package struct Findings: Codable, Sendable, Equatable {
  package var trackers: [ComparedTracker]
  /// Of every tracker against the reference.
  package var differences: [TrackerDifference]
  /// In the order of trackers; see `ParetoFront`.
  package var front: [FrontPlace]
  /// By the axis, by cost, and by what is to be best.
  package var orders: [MeasureOrder]
  package var readings: [ReadingTrial]
  /// Only when something was asked for.
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
  /// How many runs have the figure.
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  /// Of the mean, 95 %; null with fewer than five draws.
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// Standard deviations from one day to the next, and from one draw of what nobody knows to the next.
package struct Spread: Codable, Sendable, Equatable {
  package var chance: Double
  package var ignorance: Double

  /// Of the variance.
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

/// A tracker's figure less the reference's, seed by seed.
package struct Difference: Codable, Sendable, Equatable {
  package var measure: String
  package var count: Int
  @ExplicitNull package var mean: Double? = nil
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
}

/// Whether no other tracker has at least as much of the axis at no more cost.
package struct FrontPlace: Codable, Sendable, Equatable {
  package var tracker: String
  package var isOnFront: Bool
  /// In how many draws it is, of how many.
  package var drawsOnFront: Int
  package var draws: Int
}

/// Trackers by one measure, the best first.
package struct MeasureOrder: Codable, Sendable, Equatable {
  package var measure: String
  package var ranking: [RankedTracker]
  /// In how many draws nobody is better than somebody before them, of all `draws` of the ranking.
  package var drawsInOrder: Int
  /// Every pair, the better one first, in the order of the ranking; among more than a hundred trackers
  /// those of neighbors and with the reference.
  package var pairs: [OrderedPair]

  package func pair(_ better: String, _ worse: String) -> OrderedPair? {
    pairs.first { $0.better == better && $0.worse == worse }
  }
}

package struct RankedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var mean: Double
  /// In how many draws nobody is better.
  package var drawsFirst: Int
  package var draws: Int
}

package struct OrderedPair: Codable, Sendable, Equatable {
  package var better: String
  package var worse: String
  /// By how much, in the measure's unit; not below 0.
  package var advantage: Double
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  @ExplicitNull package var spread: Spread? = nil
  /// In how many draws the order holds, and in how many both are the same.
  package var drawsHolding: Int
  package var drawsTied: Int
  package var draws: Int
  /// What of the model moves the advantage most, the strongest first; of neighbors in the ranking and of
  /// pairs with the reference.
  package var movedBy: [ParameterInfluence]
}

/// How a parameter's draws order an advantage.
package struct ParameterInfluence: Codable, Sendable, Equatable {
  package var parameter: String
  /// Fact ids, or "judgement" and "unsourced".
  package var source: String
  /// Spearman's; above 0 where more of the parameter means more of the advantage.
  package var correlation: Double
}
