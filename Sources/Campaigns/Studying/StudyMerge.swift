import Simulation
import Synchronization

/// All shards of a study put together. What comes of it does not depend on how many there were.
///
/// Only figures are in shards. Who somebody is, is a function of the plan and their number, and is found again.
public struct StudyMerge: Sendable {
  let plan: StudyPlan
  let folder: ShardFolder
  public var jobs = 1
  public var isCancelled: @Sendable () -> Bool = { false }
  /// In participants; from several threads.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(_ plan: StudyPlan, in folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// - Parameters:
  ///   - shards: those that are whole, in the order of indices.
  ///   - scratch: folder on a disk with room for 8 bytes a figure.
  /// - Returns: nil when it was interrupted, or nobody was lived.
  public func run(_ shards: [Shard], scratch: String) throws -> StudyOutcome? {
    let figures = try FigureFile(
      scenarios: 1, trackers: plan.trackerCount, measures: plan.figureCount,
      seeds: plan.unitCount, in: scratch)
    for shard in shards {
      let isRead = try folder.read(shard, of: plan, isCancelled: isCancelled) {
        try figures.add(day: $0, $1)
      }
      guard isRead else { return nil }
    }
    try figures.finish()
    guard let people = try people(figures.livedSeeds) else { return nil }
    let study = try StudyAnalysis(plan, people, figures).study()
    try figures.refuseTrouble()
    return StudyOutcome(study: study, plan: plan, people: people, figures: figures)
  }

  /// Nil when it was interrupted, or there are none.
  private func people(_ units: [Int]) throws -> StudyPeople? {
    let people = Mutex(StudyPeople())
    var work = ParallelWork(count: units.count, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress] in onProgress?($0, units.count) }
    let count = try work.deliver(aheadMax: 64 * jobs) {
      try plan.participant(units[$0] + 1)
    } to: { _, participant in
      people.withLock { $0.add(participant) }
    }
    guard count > 0, count == units.count else { return nil }
    return people.withLock { people in
      people.finish()
      return people
    }
  }
}
