import Evaluation
import Simulation
import Statistics
import Text

/// For each cause of gaps, what would have regained it and at what price: `why.json`, and what the other
/// forms are rendered from.
///
/// Minutes are of a day, or of the whole scenario where that is shorter. Regained is what the run as it is
/// missed, less what the changed run of the same seed missed: above 0 for the better.
package struct Why: Codable, Sendable, Equatable {
  package static let schema = "odograph.why/1"

  package var schema = Why.schema
  package var provenance: Provenance
  /// False when it was interrupted: changes that were not tried to their end are left out.
  package var isComplete: Bool
  package var design: Design
  package var scenario: ScenarioSummary
  package var trackers: [ExplainedTracker]

  /// Minutes that are next to nothing.
  static let minutesMin = 0.5

  package struct Design: Codable, Sendable, Equatable {
    package var firstSeed: UInt64
    package var seedCount: Int
    package var runsDone: Int
    /// How long a stretch of time minutes are of.
    package var hours: Double
    /// Below so many minutes a cause is told of in passing.
    package var causeMinutesMin: Double
    /// The smallest change regains at least this share of what the whole one does.
    package var stepShare: Double
  }
}

/// A mean over the seeds and where it lies with 95 % confidence.
package struct SeedMean: Codable, Sendable, Equatable {
  package var mean: Double
  /// Null with fewer than five seeds.
  @ExplicitNull package var interval: ConfidenceInterval? = nil

  /// Whether it is more than next to nothing with 95 % confidence; nil where there is no interval.
  ///
  /// What one seed of ten alone regains has an interval that begins a second above nothing.
  package var isSure: Bool? { interval.map { $0.low >= Why.minutesMin } }
}

package struct ExplainedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var missedMinutes: SeedMean
  package var missedMovingMinutes: SeedMean
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
  /// Those of at least `causeMinutesMin`, the largest first; those of the server after those of the phone.
  package var causes: [ExplainedCause]
  package var smallCauses: [SmallCause]

  package struct SmallCause: Codable, Sendable, Equatable {
    package var cause: GapCause
    package var minutes: Double
  }
}

package struct ExplainedCause: Codable, Sendable, Equatable {
  package var cause: GapCause
  package var minutes: SeedMean
  /// Null for what the server does not know yet, or never will.
  @ExplicitNull package var movingMinutes: SeedMean? = nil
  /// What regains some of it, settings first; among these the one that regains most.
  package var changes: [TriedChange]
  /// What was tried and regains nothing that could be told from nothing.
  package var inVain: [InVain]
  /// Why nothing was tried; null where something was.
  @ExplicitNull package var reason: String? = nil

  package struct InVain: Codable, Sendable, Equatable {
    package var kind: ChangeKind
    package var change: String
  }
}

/// One thing changed.
package struct TriedChange: Codable, Sendable, Equatable {
  package var kind: ChangeKind
  /// "event.forceQuit", "trackingMode.both", "rule.automaticPause".
  package var name: String
  /// The facts that a rule rests on; empty for all else.
  package var facts: String
  /// Whether no other setting tried regains as much for as little battery; false for what is no setting.
  package var isOnFront: Bool
  /// Whether what it regains is at least half a minute with 95 % confidence; null with fewer than five seeds.
  @ExplicitNull package var isSure: Bool? = nil
  /// All of it.
  package var whole: ChangeEffect
  /// The smallest part of it that regains `stepShare` of the whole; null where that is all of it, or where
  /// it has no parts.
  @ExplicitNull package var smallest: ChangeEffect? = nil

  /// The smallest change that buys it.
  package var advised: ChangeEffect { smallest ?? whole }
}

/// What comes of a change.
package struct ChangeEffect: Codable, Sendable, Equatable {
  /// "distanceFilter: 500 m → 100 m"; of an event or a rule what follows "if".
  package var change: String
  /// Of the cause; what it no longer takes another cause may take.
  package var regainedOfCause: SeedMean
  /// Of all causes together.
  package var regained: SeedMean
  /// Of all causes, while the person moves; null where it is the server that does not know.
  @ExplicitNull package var regainedMoving: SeedMean? = nil
  /// Points of battery a day more than before; null where the battery could not be compared.
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
}
