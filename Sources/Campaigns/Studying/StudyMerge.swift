import Simulation
import Synchronization

/// Merges a study's shards. Shards contain only figures. So the merge draws the participants again,
/// each from the plan and the participant's number.
extension StudyPlan {
  package func outcome(
    of figures: FigureFile, _ work: ShardWork<StudyPlan>
  ) throws -> StudyOutcome? {
    guard let people = try people(figures.completedSeeds, work) else { return nil }
    let study = try StudyAnalysis(self, people, figures).study()
    return StudyOutcome(study: study, plan: self, people: people, figures: figures)
  }

  /// Returns the participants with these numbers; nil if the work was interrupted.
  private func people(_ units: [Int], _ work: ShardWork<StudyPlan>) throws -> StudyPeople? {
    let people = Mutex(StudyPeople())
    var drawing = ParallelWork(
      count: units.count, jobs: work.jobs, isCancelled: work.isCancelled)
    drawing.onProgress = { [report = work.onProgress] in report?($0, units.count) }
    let count = try drawing.deliver(aheadMax: 64 * work.jobs) {
      try traits(of: units[$0] + 1)
    } to: { _, traits in
      people.withLock { $0.add(traits) }
    }
    guard count == units.count else { return nil }
    return people.withLock { people in
      people.finish()
      return people
    }
  }
}
