import Evaluation
import Scenarios
import Simulation
import Statistics

/// A plan to explain a tracker's missed time: the changes that would have regained that time, and
/// their cost in battery.
///
/// 1. Every tracker runs on the unchanged days.
/// 2. The plan selects each cause with at least a minute of missed time. It tries every change that
///    may reduce this time, one at a time and at the change's largest step. A change that may help
///    against several causes is tried only once.
/// 3. If a change has several steps, a bisection finds the smallest step that regains `stepShare`
///    of the time that the largest step regains. A setting is searched only if it is on the Pareto
///    front of regained time and battery use. The bisection assumes that a larger step never
///    regains less.
package struct WhyPlan: Sendable {
  /// The number of minutes below which the report lists a cause without an explanation.
  static let causeMinutesMin = 1.0
  static let stepShare = 0.8

  package var scenario: Scenario
  package var choices: [TrackerChoice]
  package var seeds: [UInt64]
  package var jobs = 1
  /// Called before each run, from several threads. Returns true to stop the analysis.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished runs, from several threads. The total grows whenever the
  /// search adds trials.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(scenario: Scenario, choices: [TrackerChoice], seeds: [UInt64]) {
    self.scenario = scenario
    self.choices = choices
    self.seeds = seeds
  }

  /// Runs the trackers and the trials, and returns the report.
  ///
  /// - Parameter options: The options with defaults filled in, in a fixed order, for the result's
  ///   provenance.
  /// - Returns: Nil if the analysis was interrupted before every tracker had run on the unchanged
  ///   days.
  package func run(options: [String]) throws -> Why? {
    var runs = WhyRuns(seeds: seeds, jobs: jobs, isCancelled: isCancelled)
    guard try runs.prepare(scenario) else { return nil }
    let setups = try choices.map {
      RunSetup(scenario: scenario, choice: $0, preset: try $0.readPreset())
    }
    var progress = WhyProgress(onProgress)
    let trials = setups.map { WhyRuns.Trial(setup: $0, keepsDay: true) }
    let usual = try runs.live(trials, &progress)
    guard !usual.contains(where: { $0 == nil }) else { return nil }
    var table = TrialTable(setups: setups, usual: usual.compactMap { $0 })
    let whole = try table.findCandidates(in: runs.day(0))
    try table.live(whole, runs, &progress)
    var search = StepSearch(table)
    while !isCancelled(), case let probes = search.probes(table), !probes.isEmpty {
      try table.live(probes, runs, &progress)
    }
    return try report(table, search, runs, progress, options)
  }

  private func report(
    _ table: TrialTable, _ search: StepSearch, _ runs: WhyRuns, _ progress: WhyProgress,
    _ options: [String]
  ) throws -> Why {
    let analysis = WhyAnalysis(table: table, search: search)
    let day = runs.day(0)
    let remarks = try table.setups.flatMap {
      try day.provision($0.choice, preset: $0.preset).remarks
    }
    let found = table.usual.flatMap { $0.flatMap(\.remarks) }
    return Why(
      provenance: Provenance(scenario: scenario, options: options), isComplete: !isCancelled(),
      design: Why.Design(
        firstSeed: seeds[0], seedCount: seeds.count, runsDone: progress.done,
        hours: table.hours, causeMinutesMin: Self.causeMinutesMin, stepShare: Self.stepShare),
      scenario: ScenarioSummary(
        scenario,
        assumptions: (scenario.remarks + day.world.assumptions + remarks + found).withoutRepeats,
        warnings: table.setups.flatMap { $0.choice.unreadWarnings($0.preset) }.withoutRepeats
          + day.warnings),
      trackers: choices.indices.map(analysis.tracker))
  }
}
