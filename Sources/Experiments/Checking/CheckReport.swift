/// The results of a check.
package struct CheckReport: Sendable, Equatable {
  package var scenarios: [ScenarioCheck]

  /// False if it was interrupted.
  package var isComplete: Bool { scenarios.allSatisfy(\.isComplete) }
  package var failureCount: Int { scenarios.reduce(0) { $0 + $1.failureCount } }
}

/// One scenario's expectations and its baseline.
package struct ScenarioCheck: Sendable, Equatable {
  /// The path of the scenario, as the user gave it.
  package var path: String
  package var name: String
  /// False if it was interrupted before all of its days were run; nothing is judged then.
  package var isComplete = true
  /// The verdicts in the order of the file.
  package var verdicts: [Verdict] = []
  /// The trackers in the order of the baseline.
  package var trackers: [TrackerCheck] = []
  /// The number of seeds on which the expectations were judged.
  package var expectationSeeds = 0
  package var baselineSeeds = 0
  /// Other differences from when the baseline was made, in whole sentences.
  package var remarks: [String] = []

  package var failureCount: Int {
    verdicts.count { !$0.isMet }
      + trackers.reduce(0) { $0 + $1.measures.count { $0.isFailure } }
  }
}

/// One tracker, compared with its baseline.
package struct TrackerCheck: Sendable, Equatable {
  package var tracker: String
  package var measures: [MeasureCheck]
  /// The change on the first seed's day; nil if its lines are the same.
  package var change: TimelineChange?
}
