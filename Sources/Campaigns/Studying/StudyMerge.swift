import Simulation
import Synchronization

/// Shards of a study hold only figures. A participant depends on the plan and on a number alone, so
/// the merge draws the participants again.
extension StudyPlan {
  package func outcome(
    of figures: FigureFile, _ work: ShardWork<StudyPlan>
  ) throws -> StudyOutcome? {
    guard let people = try people(figures.livedSeeds, work) else { return nil }
    let study = try StudyAnalysis(self, people, figures).study()
    return StudyOutcome(study: study, plan: self, people: people, figures: figures)
  }

  /// Returns nil if it was interrupted.
  private func people(_ units: [Int], _ work: ShardWork<StudyPlan>) throws -> StudyPeople? {
    let people = Mutex(StudyPeople())
    var drawing = ParallelWork(
      count: units.count, jobs: work.jobs, isCancelled: work.isCancelled)
    drawing.onProgress = { [report = work.onProgress] in report?($0, units.count) }
    let count = try drawing.deliver(aheadMax: 64 * work.jobs) {
      try participant(units[$0] + 1)
    } to: { _, participant in
      people.withLock { $0.add(participant) }
    }
    guard count == units.count else { return nil }
    return people.withLock { people in
      people.finish()
      return people
    }
  }
}
