import Scenarios
import Simulation

/// Runs a tracker's days unchanged and with changes. All runs use the same seeds, so that each
/// changed run is paired with an unchanged one.
struct WhyRuns: Sendable {
  /// All days of one tracker, either with one change or unchanged.
  struct Trial: Sendable {
    var setup: RunSetup
    /// True if the change affects only the tracker. The trial then uses the unchanged day and
    /// baseline day.
    var keepsDay: Bool
  }

  private struct ScenarioDay: Sendable {
    var day: SimulatedDay
    var bare: BaselineDay
  }

  let seeds: [UInt64]
  var jobs: Int
  var isCancelled: @Sendable () -> Bool
  private var days: [ScenarioDay] = []

  init(seeds: [UInt64], jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
    self.seeds = seeds
    self.jobs = jobs
    self.isCancelled = isCancelled
  }

  /// Creates the unchanged days. Returns false if the work was canceled.
  mutating func prepare(_ scenario: Scenario) throws -> Bool {
    let seeds = seeds
    let made = try work(count: seeds.count).results { index in
      let day = try SimulatedDay(scenario: scenario, seed: seeds[index])
      return ScenarioDay(day: day, bare: try BaselineDay(day))
    }
    days = made.compactMap { $0 }
    return days.count == seeds.count
  }

  /// Returns the unchanged day of the seed at this position.
  func day(_ seed: Int) -> SimulatedDay { days[seed].day }

  /// Returns the missed time by trial and seed; nil for trials that were not finished when the work
  /// was canceled.
  func live(
    _ trials: [Trial], _ progress: inout WhyProgress
  ) throws -> [[MissedTime]?] {
    var work = work(count: trials.count * seeds.count)
    work.onProgress = progress.reporter(of: work.count)
    let done = try work.results { index in
      try live(trials[index / seeds.count], seed: index % seeds.count)
    }
    progress.done += done.count { $0 != nil }
    return trials.indices.map { trial in
      let own = done[trial * seeds.count..<(trial + 1) * seeds.count].compactMap { $0 }
      return own.count == seeds.count ? own : nil
    }
  }

  private func work(count: Int) -> ParallelWork {
    ParallelWork(count: count, jobs: jobs, isCancelled: isCancelled)
  }

  private func live(_ trial: Trial, seed: Int) throws -> MissedTime {
    let setup = trial.setup
    let day =
      trial.keepsDay
      ? days[seed].day : try SimulatedDay(scenario: setup.scenario, seed: seeds[seed])
    var run = TrackerRun(
      day: day, tracker: try day.provision(setup.choice, preset: setup.preset))
    if trial.keepsDay { run.bare = days[seed].bare }
    let gaps = GapGatherer(day.world)
    run.sink = gaps
    var remarks: [String] = []
    run.onRemark = { remarks.append($0) }
    let result = try run.run()
    return MissedTime(result, gaps, remarks: remarks)
  }
}

/// The number of finished and planned runs over all rounds of trials.
struct WhyProgress {
  var done = 0
  private let report: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  init(_ report: (@Sendable (_ done: Int, _ total: Int) -> Void)?) { self.report = report }

  /// Returns the progress function for the next round of trials. The caller passes the number of
  /// finished runs of that round to it.
  func reporter(of count: Int) -> @Sendable (Int) -> Void {
    { [report, done] in report?(done + $0, done + count) }
  }
}
