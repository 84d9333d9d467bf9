/// The results of a check.
package struct CheckReport: Sendable, Equatable {
  package var scenarios: [ScenarioCheck]

  /// False if the check was interrupted.
  package var isComplete: Bool { scenarios.allSatisfy(\.isComplete) }
  package var failureCount: Int { scenarios.reduce(0) { $0 + $1.failureCount } }
}

/// The results of a check for one scenario: the verdicts on its expectations, and the comparison
/// with its baseline.
package struct ScenarioCheck: Sendable, Equatable {
  /// The path of the scenario, as the user gave it.
  package var path: String
  package var name: String
  /// False if the check was interrupted before all days of the scenario were run. Nothing is judged
  /// then.
  package var isComplete = true
  /// The verdicts on expectations, in the order of the scenario's file.
  package var verdicts: [Verdict] = []
  /// The trackers in the order of the baseline.
  package var trackers: [TrackerCheck] = []
  /// The number of seeds on which the expectations were judged.
  package var expectationSeeds = 0
  package var baselineSeeds = 0
  /// Remarks on other changes since the baseline was created and on what apps have recorded, each a
  /// whole sentence.
  package var remarks: [String] = []

  package var failureCount: Int {
    verdicts.count { !$0.isMet }
      + trackers.reduce(0) { $0 + $1.measures.count { $0.isFailure } }
  }
}

/// The comparison of one tracker with its baseline.
package struct TrackerCheck: Sendable, Equatable {
  package var tracker: String
  package var measures: [MeasureCheck]
  /// The first line of the first seed's timeline that has changed; nil if all lines are the same.
  package var change: TimelineChange?
}
