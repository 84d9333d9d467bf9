import Evaluation
import Simulation
import Statistics
import Text

/// An explanation of missed time: the causes of gaps, and the changes that regain time, with their
/// cost in battery. The file is `why.json`; all other forms of the report are made from it.
///
/// Minutes are counted per day, or per scenario if it is shorter than a day. The regained time is
/// the missed time of the unchanged run minus the missed time of the changed run of the same seed.
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
    /// The period in hours to which all figures in minutes refer. It is a day, or the whole
    /// scenario if the scenario is shorter than a day.
    package var hours: Double
    /// The number of minutes below which the report lists a cause without an explanation.
    package var causeMinutesMin: Double
    /// The least time that a recommended step regains, as a share of the time that the change's
    /// largest step regains.
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
  /// The lower end of the interval is compared with `minutesMin` and not with 0. Even if only one
  /// seed of ten regains time, the lower end may be a second above 0.
  package var isSure: Bool? { interval.map { $0.low >= Why.minutesMin } }
}

package struct ExplainedTracker: Codable, Sendable, Equatable {
  package var tracker: String
  package var preset: String
  package var missedMinutes: SeedMean
  package var missedMovingMinutes: SeedMean
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
  /// The causes with at least `causeMinutesMin` minutes, the largest first. Causes of gaps at the
  /// server follow after all others.
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
  /// True for a setting on the Pareto front of regained time and battery use. False for events and
  /// rules.
  package var isOnFront: Bool
  /// True if the change regains at least half a minute with 95 % confidence; null with fewer than
  /// five seeds.
  @ExplicitNull package var isSure: Bool? = nil
  /// The effect of the whole change.
  package var whole: ChangeEffect
  /// The effect of the smallest step that regains enough: `stepShare` of the time that the whole
  /// change regains.
  ///
  /// Null if only the whole change regains that much, or if the change has a single step.
  @ExplicitNull package var smallest: ChangeEffect? = nil

  /// The effect to recommend: the smallest step that regains enough, or else the whole change.
  package var advised: ChangeEffect { smallest ?? whole }
}

/// The effect of a change, with its cost in battery.
package struct ChangeEffect: Codable, Sendable, Equatable {
  /// The change in words, such as "distanceFilter: 500 m → 100 m".
  ///
  /// For an event or a rule, the words are an if-clause without "if", such as "the app had not
  /// crashed".
  package var change: String
  /// The time regained from the explained cause. In the changed run, another cause may take over a
  /// part of this time.
  package var regainedOfCause: SeedMean
  /// The time regained from all causes together.
  package var regained: SeedMean
  /// The time regained from all causes while the person moves; null for a cause of gaps at the
  /// server.
  @ExplicitNull package var regainedMoving: SeedMean? = nil
  /// The additional battery used per day, in percentage points; null if the battery could not be
  /// compared.
  @ExplicitNull package var batteryPercentPerDay: SeedMean? = nil
}
