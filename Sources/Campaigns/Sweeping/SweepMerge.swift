import Experiments

extension SweepPlan {
  /// Returns the comparison of all days in the shards. It equals the comparison that one machine
  /// would make by running all days.
  public func outcome(
    of figures: FigureFile, _ work: ShardWork<SweepPlan>
  ) throws -> Comparison? {
    var part = comparison
    part.jobs = work.jobs
    part.seeds = part.seeds.keeping(figures.completedSeeds)
    var outcome = ComparisonOutcome(
      plan: part, runs: try ComparisonRuns(comparison), figures: figures,
      runsPlanned: phoneDays)
    outcome.isComplete = figures.completedDays == dayCount
    outcome.runsDone = figures.completedDays * trackerCount
    return try outcome.comparison(options: options)
  }
}

extension ShardWork<SweepPlan> {
  /// Returns the sweep's figures without comparing the trackers. All figures are in memory at once.
  /// Returns nil if the work was interrupted.
  func table(_ shards: [Shard]) throws -> FigureTable? {
    let comparison = plan.comparison
    var table = FigureTable(
      scenarios: plan.scenarioCount, trackers: plan.trackerCount, seeds: comparison.seeds.count)
    let isRead = try read(shards) { number, figures in
      let (scenario, seed) = comparison.place(ofDay: number)
      for tracker in comparison.trackers.indices {
        table[scenario, tracker, seed] = plan.figures(ofTracker: tracker, in: figures)
          .map(\.applicable)
      }
    }
    return isRead ? table : nil
  }
}
