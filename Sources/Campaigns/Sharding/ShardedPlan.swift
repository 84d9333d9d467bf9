/// A plan that is run in shards: a sweep, whose units are days, or a study, whose units are
/// participants.
///
/// Units are numbered from 0. The result of one, a row of figures for each tracker, depends on plan
/// and number alone.
public protocol ShardedPlan: Sendable {
  /// The result of all shards together.
  associatedtype Outcome

  /// The plan's kind in messages, such as "sweep".
  static var kind: String { get }
  /// The name of a unit in messages, such as "day".
  static var unit: String { get }
  /// True if a merge reports its progress as it reads the shards, rather than afterwards.
  static var reportsReading: Bool { get }

  var name: String { get }
  var fingerprint: PlanFingerprint { get }
  var unitCount: Int { get }
  /// The number of scenarios. Neighboring units take the scenarios in turn.
  var scenarioCount: Int { get }
  var phoneDays: Int { get }
  var trackerCount: Int { get }
  /// The number of figures of a tracker and a unit.
  var figureCount: Int { get }
  /// The number of shards, if the plan sets it.
  var plannedShardCount: Int? { get }
  /// The progress of a unit: the number of phone-days, or of participants.
  var progressPerUnit: Int { get }

  /// Returns the function that simulates a unit. It is called from several threads, with the unit's
  /// number.
  func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]]
  /// Returns the result from the figures of all units that there are, at least one.
  ///
  /// - Returns: Nil if it was interrupted.
  func outcome(of figures: FigureFile, _ work: ShardWork<Self>) throws -> Outcome?
  /// Returns true if shards of that fingerprint are of a smaller version of this plan, and may be
  /// replaced.
  func outgrows(_ fingerprint: PlanFingerprint) -> Bool
}

extension ShardedPlan {
  /// The number of figures of one unit, over all trackers.
  var figuresPerUnit: Int { trackerCount * figureCount }

  /// Returns one tracker's part of a unit's figures.
  public func figures(
    ofTracker tracker: Int, in unit: ArraySlice<Double>
  ) -> ArraySlice<Double> {
    unit.dropFirst(tracker * figureCount).prefix(figureCount)
  }

  /// The number of shards that the plan sets. Otherwise enough that some cores can share them
  /// evenly, and few enough that creating the files takes little time. It never depends on the
  /// machine, which may differ the next time.
  public var usualShardCount: Int {
    if let plannedShardCount { return plannedShardCount }
    return min(unitCount, max(32, min(10_000, phoneDays / 1000)))
  }

  public func outgrows(_ fingerprint: PlanFingerprint) -> Bool { false }
}
