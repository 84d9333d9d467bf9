/// What is lived in shards: a sweep, whose units are days, or a study, whose units are participants.
///
/// Units are numbered from 0. What comes of one, a row of figures for each tracker, is a function of plan and
/// number alone.
public protocol ShardedPlan: Sendable {
  /// "sweep": what a shard can be of.
  static var kind: String { get }
  /// "day": what is shared out.
  static var unit: String { get }

  var name: String { get }
  var fingerprint: PlanFingerprint { get }
  var unitCount: Int { get }
  var phoneDays: Int { get }
  var trackerCount: Int { get }
  /// Of a tracker and a unit.
  var figureCount: Int { get }
  /// Into how many shards, where the plan says so.
  var plannedShardCount: Int? { get }
  /// How many phone-days or people a unit is, in whichever of them progress is told.
  var progressPerUnit: Int { get }

  /// What lives a unit: called from several threads, with the unit's number.
  func living() throws -> @Sendable (Int) throws -> [[Double?]]
  /// Whether shards of that fingerprint are of this plan when there was less of it, and may be replaced.
  func outgrows(_ fingerprint: PlanFingerprint) -> Bool
}

extension ShardedPlan {
  /// Figures of one unit, all trackers'.
  var figuresPerUnit: Int { trackerCount * figureCount }

  /// As the plan says; else enough for some cores to share them evenly, and so few that making files does
  /// not tell. Never a function of the machine, which may be another one the next time.
  public var usualShardCount: Int {
    if let plannedShardCount { return plannedShardCount }
    return min(unitCount, max(32, min(10_000, phoneDays / 1000)))
  }

  public func outgrows(_ fingerprint: PlanFingerprint) -> Bool { false }
}
