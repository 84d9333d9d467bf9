/// What a check has found.
package struct CheckReport: Sendable, Equatable {
  package var scenarios: [ScenarioCheck]

  /// False when it was interrupted.
  package var isComplete: Bool { scenarios.allSatisfy(\.isComplete) }
  package var failureCount: Int { scenarios.reduce(0) { $0 + $1.failureCount } }
}

/// One scenario's expectations and its baseline.
package struct ScenarioCheck: Sendable, Equatable {
  /// Path, as it was named.
  package var path: String
  package var name: String
  /// False when it was interrupted before all of its days were lived; nothing is judged then.
  package var isComplete = true
  /// In the order of the file.
  package var verdicts: [Verdict] = []
  /// In the order of the baseline.
  package var trackers: [TrackerCheck] = []
  /// How many seeds the expectations were judged on, and the baseline has.
  package var expectationSeeds = 0
  package var baselineSeeds = 0
  /// What else is not as it was when the baseline was made, in whole sentences.
  package var remarks: [String] = []

  package var failureCount: Int {
    verdicts.count { !$0.isMet }
      + trackers.reduce(0) { $0 + $1.measures.count { $0.isFailure } }
  }
}

/// One tracker, held against its baseline.
package struct TrackerCheck: Sendable, Equatable {
  package var tracker: String
  package var measures: [MeasureCheck]
  /// On the first seed's day; nil where its lines are what they were.
  package var change: TimelineChange?
}
