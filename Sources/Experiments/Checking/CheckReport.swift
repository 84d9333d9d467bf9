/// What a check has found.
public struct CheckReport: Sendable, Equatable {
  public var scenarios: [ScenarioCheck]

  /// False when it was interrupted.
  public var isComplete: Bool { scenarios.allSatisfy(\.isComplete) }
  public var failureCount: Int { scenarios.reduce(0) { $0 + $1.failureCount } }
}

/// One scenario's expectations and its baseline.
public struct ScenarioCheck: Sendable, Equatable {
  /// Path, as it was named.
  public var path: String
  public var name: String
  /// False when it was interrupted before all of its days were lived; nothing is judged then.
  public var isComplete = true
  /// In the order of the file.
  public var verdicts: [Verdict] = []
  /// In the order of the baseline.
  public var trackers: [TrackerCheck] = []
  /// How many seeds the expectations were judged on, and the baseline has.
  public var expectationSeeds = 0
  public var baselineSeeds = 0
  /// What else is not as it was when the baseline was made, in whole sentences.
  public var remarks: [String] = []

  public var failureCount: Int {
    verdicts.count { !$0.isMet }
      + trackers.reduce(0) { $0 + $1.measures.count { $0.isFailure } }
  }
}

/// One tracker, held against its baseline.
public struct TrackerCheck: Sendable, Equatable {
  public var tracker: String
  public var measures: [MeasureCheck]
  /// On the first seed's day; nil where its lines are what they were.
  public var change: TimelineChange?
}
