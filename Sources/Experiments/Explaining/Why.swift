import Evaluation
import Simulation
import Statistics
import Text

/// For each cause of gaps, what would have regained it and at what price: `why.json`, and what the other
/// forms are rendered from.
///
/// Minutes are of a day, or of the whole scenario where that is shorter. Regained is what the run as it is
/// missed, less what the changed run of the same seed missed: above 0 for the better.
public struct Why: Codable, Sendable, Equatable {
  public static let schema = "odograph.why/1"

  public var schema = Why.schema
  public var provenance: Provenance
  /// False when it was interrupted: changes that were not tried to their end are left out.
  public var isComplete: Bool
  public var design: Design
  public var scenario: ScenarioSummary
  public var trackers: [ExplainedTracker]

  /// Minutes that are next to nothing.
  static let minutesMin = 0.5

  public struct Design: Codable, Sendable, Equatable {
    public var firstSeed: UInt64
    public var seedCount: Int
    public var runsDone: Int
    /// How long a stretch of time minutes are of.
    public var hours: Double
    /// Below so many minutes a cause is told of in passing.
    public var causeMinutesMin: Double
    /// The smallest change regains at least this share of what the whole one does.
    public var stepShare: Double
  }
}

/// A mean over the seeds and where it lies with 95 % confidence.
public struct SeedMean: Codable, Sendable, Equatable {
  public var mean: Double
  /// Null with fewer than five seeds.
  @ExplicitNull public var interval: ConfidenceInterval? = nil

  /// Whether it is more than next to nothing with 95 % confidence; nil where there is no interval.
  ///
  /// What one seed of ten alone regains has an interval that begins a second above nothing.
  public var isSure: Bool? { interval.map { $0.low >= Why.minutesMin } }
}

public struct ExplainedTracker: Codable, Sendable, Equatable {
  public var tracker: String
  public var preset: String
  public var missedMinutes: SeedMean
  public var missedMovingMinutes: SeedMean
  @ExplicitNull public var batteryPercentPerDay: SeedMean? = nil
  /// Those of at least `causeMinutesMin`, the largest first; those of the server after those of the phone.
  public var causes: [ExplainedCause]
  public var smallCauses: [SmallCause]

  public struct SmallCause: Codable, Sendable, Equatable {
    public var cause: GapCause
    public var minutes: Double
  }
}

public struct ExplainedCause: Codable, Sendable, Equatable {
  public var cause: GapCause
  public var minutes: SeedMean
  /// Null for what the server does not know yet, or never will.
  @ExplicitNull public var movingMinutes: SeedMean? = nil
  /// What regains some of it, settings first; among these the one that regains most.
  public var changes: [TriedChange]
  /// What was tried and regains nothing that could be told from nothing.
  public var inVain: [InVain]
  /// Why nothing was tried; null where something was.
  @ExplicitNull public var reason: String? = nil

  public struct InVain: Codable, Sendable, Equatable {
    public var kind: ChangeKind
    public var change: String
  }
}

/// One thing changed.
public struct TriedChange: Codable, Sendable, Equatable {
  public var kind: ChangeKind
  /// "event.forceQuit", "trackingMode.both", "rule.automaticPause".
  public var name: String
  /// The facts that a rule rests on; empty for all else.
  public var facts: String
  /// Whether no other setting tried regains as much for as little battery; false for what is no setting.
  public var isOnFront: Bool
  /// Whether what it regains is at least half a minute with 95 % confidence; null with fewer than five seeds.
  @ExplicitNull public var isSure: Bool? = nil
  /// All of it.
  public var whole: ChangeEffect
  /// The smallest part of it that regains `stepShare` of the whole; null where that is all of it, or where
  /// it has no parts.
  @ExplicitNull public var smallest: ChangeEffect? = nil

  /// The smallest change that buys it.
  public var advised: ChangeEffect { smallest ?? whole }
}

/// What comes of a change.
public struct ChangeEffect: Codable, Sendable, Equatable {
  /// "distanceFilter: 500 m → 100 m"; of an event or a rule what follows "if".
  public var change: String
  /// Of the cause; what it no longer takes another cause may take.
  public var regainedOfCause: SeedMean
  /// Of all causes together.
  public var regained: SeedMean
  /// Of all causes, while the person moves; null where it is the server that does not know.
  @ExplicitNull public var regainedMoving: SeedMean? = nil
  /// Points of battery a day more than before; null where the battery could not be compared.
  @ExplicitNull public var batteryPercentPerDay: SeedMean? = nil
}
