import Evaluation
import Simulation
import Statistics
import Text

/// The changes that would have regained missed time, by cause of gaps, with their cost in battery:
/// `why.json`. All other forms of the report are made from it.
///
/// Minutes are counted per day, or per scenario if it is shorter than a day. The regained time is
/// the missed time of the unchanged run minus the missed time of the changed run of the same seed.
/// A number above 0 is a gain.
package struct Why: Codable, Sendable, Equatable {
  package static let schema = "odograph.why/1"

  package var schema = Why.schema
  package var provenance: Provenance
  /// False if the analysis was interrupted. Changes that were not fully tried are then left out.
  package var isComplete: Bool
  package var design: Design
  package var scenario: ScenarioSummary
  package var trackers: [ExplainedTracker]

  /// The number of minutes below which a time is negligible.
  static let minutesMin = 0.5

  package struct Design: Codable, Sendable, Equatable {
    package var firstSeed: UInt64
    package var seedCount: Int
    package var runsDone: Int
    /// Minutes are given per this many hours: 24, or the length of the scenario if it is shorter.
    package var hours: Double
    /// The number of minutes below which a cause is listed without being explained.
    package var causeMinutesMin: Double
    /// The share of the whole change's gain that the smallest change must regain.
    package var stepShare: Double
  }
}

/// A mean over the seeds, with its 95 % interval.
package struct SeedMean: Codable, Sendable, Equatable {
  package var mean: Double
  /// The 95 % interval of the mean; null with fewer than five seeds.
  @ExplicitNull package var interval: ConfidenceInterval? = nil

  /// True if the mean is at least `minutesMin` with 95 % confidence; nil if there is no interval.
  ///
  /// A comparison with 0 would not be enough. If only one seed of ten regains time, the interval
  /// already begins a second above 0.
  package var isSure: Bool? { interval.map { $0.low >= Why.minutesMin } }
}

package struct ExplainedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var missedMinutes: SeedMean
  package var missedMovingMinutes: SeedMean
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
  /// The causes with at least `causeMinutesMin`, the largest first. Causes of gaps at the server
  /// follow after all others.
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
  /// The part of `minutes` in which the person moved. Null for gaps at the server.
  @ExplicitNull package var movingMinutes: SeedMean? = nil
  /// The changes that regain some of the missed time: settings, then events, then rules. Within
  /// each kind, the change that regains most is first.
  package var changes: [TriedChange]
  /// The changes that were tried and regained no more than a negligible time.
  package var inVain: [ChangeWithoutEffect]
  /// The reason why no change was tried; null if some change was tried.
  @ExplicitNull package var reason: String? = nil

  package struct ChangeWithoutEffect: Codable, Sendable, Equatable {
    package var kind: ChangeKind
    package var change: String
  }
}

/// One change that was tried, with its effect.
package struct TriedChange: Codable, Sendable, Equatable {
  package var kind: ChangeKind
  /// The name of the change, such as "event.forceQuit", "trackingMode.both" or
  /// "rule.automaticPause".
  package var name: String
  /// The ids of the rule's sources in FACTS.md; empty for events and settings.
  package var facts: String
  /// True for a setting if no other tried setting regains as much time for as little battery. False
  /// for events and rules.
  package var isOnFront: Bool
  /// True if the change regains at least half a minute with 95 % confidence; null with fewer than
  /// five seeds.
  @ExplicitNull package var isSure: Bool? = nil
  /// The effect of the whole change.
  package var whole: ChangeEffect
  /// The effect of the smallest step that regains `stepShare` of what the whole change regains.
  /// Null if only the whole change regains that much, or if the change has a single step.
  @ExplicitNull package var smallest: ChangeEffect? = nil

  /// The effect to recommend: the smallest step that regains enough, or else the whole change.
  package var advised: ChangeEffect { smallest ?? whole }
}

/// The effect of a change, with its cost in battery.
package struct ChangeEffect: Codable, Sendable, Equatable {
  /// The change in words, such as "distanceFilter: 500 m → 100 m". For an event or a rule, the
  /// words that follow "if" in a sentence.
  package var change: String
  /// The regained part of the time that was missed for the explained cause. Some of it may then be
  /// missed for another cause.
  package var regainedOfCause: SeedMean
  /// The regained time of all causes together.
  package var regained: SeedMean
  /// The regained time of all causes while the person moves; null for a cause of gaps at the
  /// server.
  @ExplicitNull package var regainedMoving: SeedMean? = nil
  /// The additional battery used per day, in percentage points; null if the battery could not be
  /// compared.
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
}
