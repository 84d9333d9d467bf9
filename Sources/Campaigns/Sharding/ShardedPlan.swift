import Scenarios

/// A plan that is run in shards: a sweep or a study. The units of a sweep are days. The units of a
/// study are participants.
///
/// Units are numbered from 0. The result of a unit is a row of figures for each tracker. It depends
/// only on the plan and the unit's number.
public protocol ShardedPlan: Sendable {
  /// The type of the result that is made from all shards together.
  associatedtype Outcome

  /// The plan's kind in messages, such as "sweep".
  static var kind: String { get }
  /// The name of a unit in messages, such as "day".
  static var unit: String { get }
  /// True if a merge reports progress while it reads the shards. False if `outcome(of:_:)` reports
  /// progress instead.
  static var reportsReading: Bool { get }

  var name: String { get }
  var fingerprint: PlanFingerprint { get }
  var unitCount: Int { get }
  /// The number of scenarios. Successive units take the scenarios in turn.
  var scenarioCount: Int { get }
  var phoneDays: Int { get }
  var trackerCount: Int { get }
  /// The trackers of each scenario, as the plan names them.
  var chosenTrackers: [TrackerChoice] { get }
  /// The number of figures per tracker in each unit.
  var figureCount: Int { get }
  /// The number of shards that the plan sets; nil if the plan sets none.
  var plannedShardCount: Int? { get }
  /// The progress that one unit stands for, counted in phone-days or in participants.
  var progressPerUnit: Int { get }

  /// Returns a function that simulates the unit with a given number. The function is called from
  /// several threads.
  func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]]
  /// Returns the plan's result from the figures of all units that were run. At least one was run.
  ///
  /// - Returns: Nil if the computation was interrupted.
  func outcome(of figures: FigureFile, _ work: ShardWork<Self>) throws -> Outcome?
  /// Returns true if the fingerprint belongs to a smaller version of this plan, such as the same
  /// study with fewer participants. Shards of a smaller version may be replaced.
  func outgrows(_ fingerprint: PlanFingerprint) -> Bool
}

extension ShardedPlan {
  /// The number of figures in each unit, over all trackers.
  var figuresPerUnit: Int { trackerCount * figureCount }

  /// Returns the figures of one tracker from a unit's figures.
  public func figures(
    ofTracker tracker: Int, in unit: ArraySlice<Double>
  ) -> ArraySlice<Double> {
    unit.dropFirst(tracker * figureCount).prefix(figureCount)
  }

  /// The number of shards that the plan sets, or else a usual number. The usual number is large
  /// enough that several cores share the shards evenly, and small enough that creating the files
  /// takes little time. It does not depend on the machine, since another machine may continue the
  /// work.
  public var usualShardCount: Int {
    if let plannedShardCount { return plannedShardCount }
    return min(unitCount, max(32, min(10_000, phoneDays / 1000)))
  }

  public func outgrows(_ fingerprint: PlanFingerprint) -> Bool { false }
}
