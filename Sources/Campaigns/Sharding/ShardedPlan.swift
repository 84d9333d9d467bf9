/// A plan that is run in shards: a sweep, whose units are days, or a study, whose units are participants.
///
/// Units are numbered from 0. The result of one, a row of figures for each tracker, is a function of plan and
/// number alone.
public protocol ShardedPlan: Sendable {
  /// The result of all shards together.
  associatedtype Outcome

  /// "sweep": names the plan's kind in messages.
  static var kind: String { get }
  /// "day": names a unit in messages.
  static var unit: String { get }
  /// True if a merge reports its progress as it reads the shards, rather than afterwards.
  static var reportsReading: Bool { get }

  var name: String { get }
  var fingerprint: PlanFingerprint { get }
  var unitCount: Int { get }
  /// Neighboring units have the scenarios in turn.
  var scenarioCount: Int { get }
  var phoneDays: Int { get }
  var trackerCount: Int { get }
  /// Of a tracker and a unit.
  var figureCount: Int { get }
  /// Into how many shards, where the plan says so.
  var plannedShardCount: Int? { get }
  /// How many phone-days or people a unit is, in whichever of them progress is reported.
  var progressPerUnit: Int { get }

  /// Returns what simulates a unit: called from several threads, with the unit's number.
  func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]]
  /// Draws the conclusion from the figures of all units that there are, at least one.
  ///
  /// - Returns: nil when it was interrupted.
  func outcome(of figures: FigureFile, _ work: ShardWork<Self>) throws -> Outcome?
  /// Whether shards of that fingerprint are of this plan when there was less of it, and may be replaced.
  func outgrows(_ fingerprint: PlanFingerprint) -> Bool
}

extension ShardedPlan {
  /// Figures of one unit, all trackers'.
  var figuresPerUnit: Int { trackerCount * figureCount }

  /// One tracker's part of a unit's figures.
  public func figures(
    ofTracker tracker: Int, in unit: ArraySlice<Double>
  ) -> ArraySlice<Double> {
    unit.dropFirst(tracker * figureCount).prefix(figureCount)
  }

  /// As the plan says; else enough for some cores to share them evenly, and so few that making files does
  /// not tell. Never a function of the machine, which may be another one the next time.
  public var usualShardCount: Int {
    if let plannedShardCount { return plannedShardCount }
    return min(unitCount, max(32, min(10_000, phoneDays / 1000)))
  }

  public func outgrows(_ fingerprint: PlanFingerprint) -> Bool { false }
}
