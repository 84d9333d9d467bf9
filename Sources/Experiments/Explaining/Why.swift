import Evaluation
import Simulation
import Statistics
import Text

/// The changes that would have regained each cause of gaps, and their price: `why.json`, from which
/// the other forms are rendered.
///
/// Minutes are of a day, or of the whole scenario if that is shorter. Regained is what the
/// unchanged run missed, minus what the changed run of the same seed missed: above 0 is better.
package struct Why: Codable, Sendable, Equatable {
  package static let schema = "odograph.why/1"

  package var schema = Why.schema
  package var provenance: Provenance
  /// False if it was interrupted. Changes that were not fully tried are then left out.
  package var isComplete: Bool
  package var design: Design
  package var scenario: ScenarioSummary
  package var trackers: [ExplainedTracker]

  /// The minutes below which a time is negligible.
  static let minutesMin = 0.5

  package struct Design: Codable, Sendable, Equatable {
    package var firstSeed: UInt64
    package var seedCount: Int
    package var runsDone: Int
    /// The length of the time to which minutes refer.
    package var hours: Double
    /// The minutes below which a cause is only mentioned.
    package var causeMinutesMin: Double
    /// The share of the whole change's gain that the smallest change regains at least.
    package var stepShare: Double
  }
}

/// A mean over the seeds, with its 95 % interval.
package struct SeedMean: Codable, Sendable, Equatable {
  package var mean: Double
  /// Null with fewer than five seeds.
  @ExplicitNull package var interval: ConfidenceInterval? = nil

  /// True if it is more than negligible with 95 % confidence; nil if there is no interval.
  ///
  /// If only one seed of ten regains something, the interval begins a second above zero.
  package var isSure: Bool? { interval.map { $0.low >= Why.minutesMin } }
}

package struct ExplainedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var missedMinutes: SeedMean
  package var missedMovingMinutes: SeedMean
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
  /// The causes of at least `causeMinutesMin`, the largest first; those of the server after those
  /// of the phone.
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
  /// Null for a cause of the server.
  @ExplicitNull package var movingMinutes: SeedMean? = nil
  /// The changes that regain some of it, settings first. Of one kind, the change that regains most
  /// is first.
  package var changes: [TriedChange]
  /// The changes that were tried and regain no more than a negligible time.
  package var inVain: [InVain]
  /// The reason why nothing was tried; null if something was.
  @ExplicitNull package var reason: String? = nil

  package struct InVain: Codable, Sendable, Equatable {
    package var kind: ChangeKind
    package var change: String
  }
}

/// One change that was tried, with its effect.
package struct TriedChange: Codable, Sendable, Equatable {
  package var kind: ChangeKind
  /// The name, such as "event.forceQuit", "trackingMode.both" or "rule.automaticPause".
  package var name: String
  /// The ids of the facts behind a rule; empty for other changes.
  package var facts: String
  /// True if no other setting tried regains as much for as little battery. False for other kinds.
  package var isOnFront: Bool
  /// True if it regains at least half a minute with 95 % confidence; null with fewer than five
  /// seeds.
  @ExplicitNull package var isSure: Bool? = nil
  /// The effect of the whole change.
  package var whole: ChangeEffect
  /// The effect of the smallest part of it that regains `stepShare` of the whole. Null if that is
  /// the whole, or if the change has no parts.
  @ExplicitNull package var smallest: ChangeEffect? = nil

  /// The effect of the smallest change that is enough.
  package var advised: ChangeEffect { smallest ?? whole }
}

/// The effect of a change.
package struct ChangeEffect: Codable, Sendable, Equatable {
  /// The change in words, such as "distanceFilter: 500 m → 100 m". For an event or a rule, the
  /// words that follow "if".
  package var change: String
  /// The regained time of the cause. Another cause may take its place.
  package var regainedOfCause: SeedMean
  /// The regained time of all causes together.
  package var regained: SeedMean
  /// The regained time of all causes while the person moves; null for a cause of the server.
  @ExplicitNull package var regainedMoving: SeedMean? = nil
  /// The additional points of battery a day; null if the battery could not be compared.
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
}
