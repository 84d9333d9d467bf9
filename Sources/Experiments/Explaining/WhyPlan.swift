import Evaluation
import Scenarios
import Simulation
import Statistics

/// A plan to explain a tracker's missed time: what would have regained it, and at what price.
///
/// 1. Every tracker runs on the days as they are.
/// 2. For each cause of at least a minute, every change that may reduce it is tried as a whole, one
///    at a time. A change is tried once, however many causes it is for.
/// 3. If a setting has an order and regains something at a good price, a bisection finds the least
///    of its values that regains `stepShare` of the whole. It assumes that more of the change never
///    regains less.
package struct WhyPlan: Sendable {
  /// The minutes below which causes are summed up.
  static let causeMinutesMin = 1.0
  static let stepShare = 0.8

  package var scenario: Scenario
  package var choices: [TrackerChoice]
  package var seeds: [UInt64]
  package var jobs = 1
  /// Called before each run, from several threads.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called from several threads. The total grows while further trials are found.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(scenario: Scenario, choices: [TrackerChoice], seeds: [UInt64]) {
    self.scenario = scenario
    self.choices = choices
    self.seeds = seeds
  }

  /// - Parameter options: The resolved options, in a fixed order, for provenance.
  /// - Returns: Nil if it was interrupted before every tracker had run on the days as they are.
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
    return Why(
      provenance: Provenance(scenario: scenario, options: options), isComplete: !isCancelled(),
      design: Why.Design(
        firstSeed: seeds[0], seedCount: seeds.count, runsDone: progress.done,
        hours: table.hours, causeMinutesMin: Self.causeMinutesMin, stepShare: Self.stepShare),
      scenario: ScenarioSummary(
        scenario,
        assumptions: (scenario.remarks + day.world.assumptions + remarks).withoutRepeats,
        warnings: table.setups.flatMap { $0.choice.unreadWarnings($0.preset) }.withoutRepeats
          + day.warnings),
      trackers: choices.indices.map(analysis.tracker))
  }
}
