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
  public var provenance: Provenance
  /// False when it was interrupted: the figures are of the runs that were done.
  public var isComplete: Bool
  public var design: Design
  /// In the order of listings.
  public var trackers: [Tracker]
  public var measures: [Measure]
  /// Set against the battery for the front.
  public var axis: String
  public var cost: String
  /// The tracker that the others are held against.
  public var reference: String
  public var scenarios: [ScenarioComparison]
  /// Over the scenarios, each counting the same; nil where there is one.
  @ExplicitNull public var portfolio: Findings? = nil

  /// What was run.
  public struct Design: Codable, Sendable, Equatable {
    public var runsPlanned: Int
    public var runsDone: Int
    public var firstSeed: UInt64
    public var lastSeed: UInt64
    /// Those of them that were lived: where some in between are missing, less than from first to last. A
    /// run's figures are told at its seed's place from the first on.
    public var seedCount: Int
    /// Draws of the model's parameters. The seeds go round them: the first one of each, `firstSeed` and
    /// those that follow it, draws its parameters.
    public var drawCount: Int
    /// Rank correlations of parameters are told from here on; nil where there are too few draws to tell.
    @ExplicitNull public var correlationBound: Double? = nil
    /// Seeds on which each contradicting account was tried; 0 where none was.
    public var readingSeedCount: Int
  }

  public struct Tracker: Codable, Sendable, Equatable {
    public var name: String
    public var preset: String
  }

  public struct Measure: Codable, Sendable, Equatable {
    public var name: String
    /// Null for what is neither good nor bad by itself.
    @ExplicitNull public var sense: MeasureSense? = nil
  }

  /// What is to be said first: of the portfolio, or of the only scenario.
  public var findings: Findings? { portfolio ?? scenarios.first?.findings }
}

public struct ScenarioComparison: Codable, Sendable, Equatable {
  public var scenario: ScenarioSummary
  /// How many seeds every tracker has lived.
  public var seedsDone: Int
  public var findings: Findings
  /// Figures by tracker and measure, one a seed; null for what does not apply or was not run. Empty in the
  /// comparison of a large sweep, whose figures lie in its database.
  public var figures: [TrackerFigures]

  public struct TrackerFigures: Codable, Sendable, Equatable {
    public var tracker: String
    public var measures: [MeasureFigures]
  }

  public struct MeasureFigures: Codable, Sendable, Equatable {
    public var measure: String
    public var figures: [Double?]
  }
}

/// What a comparison finds, of one scenario or over all of them.
public struct Findings: Codable, Sendable, Equatable {
  public var trackers: [ComparedTracker]
  /// Of every tracker against the reference.
  public var differences: [TrackerDifference]
  /// In the order of trackers; see `ParetoFront`.
  public var front: [FrontPlace]
  /// By the axis, by cost, and by what is to be best.
  public var orders: [MeasureOrder]
  public var readings: [ReadingTrial]
  /// Only when something was asked for.
  @ExplicitNull public var choice: Choice? = nil
}

public struct ComparedTracker: Codable, Sendable, Equatable {
  public var tracker: String
  public var figures: [ComparedFigure]

  public func figure(_ measure: String) -> ComparedFigure? {
    figures.first { $0.measure == measure }
  }
}

/// A mean over seeds, or the mean of several scenarios' means.
public struct ComparedFigure: Codable, Sendable, Equatable {
  public var measure: String
  /// How many runs have the figure.
  public var count: Int
  @ExplicitNull public var mean: Double? = nil
  /// Of the mean, 95 %; null with fewer than five draws.
  @ExplicitNull public var interval: ConfidenceInterval? = nil
  @ExplicitNull public var spread: Spread? = nil
}

/// Standard deviations from one day to the next, and from one draw of what nobody knows to the next.
public struct Spread: Codable, Sendable, Equatable {
  public var chance: Double
  public var ignorance: Double

  /// Of the variance.
  public var ignoranceShare: Double? {
    let (chance, ignorance) = (chance * chance, ignorance * ignorance)
    return chance + ignorance > 0 ? ignorance / (chance + ignorance) : nil
  }
}

public struct TrackerDifference: Codable, Sendable, Equatable {
  public var tracker: String
  public var figures: [Difference]

  public func figure(_ measure: String) -> Difference? { figures.first { $0.measure == measure } }
}

/// A tracker's figure less the reference's, seed by seed.
public struct Difference: Codable, Sendable, Equatable {
  public var measure: String
  public var count: Int
  @ExplicitNull public var mean: Double? = nil
  @ExplicitNull public var interval: ConfidenceInterval? = nil
  @ExplicitNull public var spread: Spread? = nil
}

/// Whether no other tracker has at least as much of the axis at no more cost.
public struct FrontPlace: Codable, Sendable, Equatable {
  public var tracker: String
  public var isOnFront: Bool
  /// In how many draws it is, of how many.
  public var drawsOnFront: Int
  public var draws: Int
}

/// Trackers by one measure, the best first.
public struct MeasureOrder: Codable, Sendable, Equatable {
  public var measure: String
  public var ranking: [RankedTracker]
  /// In how many draws nobody is better than somebody before them, of all `draws` of the ranking.
  public var drawsInOrder: Int
  /// Every pair, the better one first, in the order of the ranking; among more than a hundred trackers
  /// those of neighbours and with the reference.
  public var pairs: [OrderedPair]

  public func pair(_ better: String, _ worse: String) -> OrderedPair? {
    pairs.first { $0.better == better && $0.worse == worse }
  }
}

public struct RankedTracker: Codable, Sendable, Equatable {
  public var tracker: String
  public var mean: Double
  /// In how many draws nobody is better.
  public var drawsFirst: Int
  public var draws: Int
}

public struct OrderedPair: Codable, Sendable, Equatable {
  public var better: String
  public var worse: String
  /// By how much, in the measure's unit; not below 0.
  public var advantage: Double
  @ExplicitNull public var interval: ConfidenceInterval? = nil
  @ExplicitNull public var spread: Spread? = nil
  /// In how many draws the order holds, and in how many both are the same.
  public var drawsHolding: Int
  public var drawsTied: Int
  public var draws: Int
  /// What of the model moves the advantage most, the strongest first; of neighbours in the ranking and of
  /// pairs with the reference.
  public var movedBy: [ParameterInfluence]
}

/// How a parameter's draws order an advantage.
public struct ParameterInfluence: Codable, Sendable, Equatable {
  public var parameter: String
  /// Fact ids, or "judgement" and "unsourced".
  public var source: String
  /// Spearman's; above 0 where more of the parameter means more of the advantage.
  public var correlation: Double
}
