import Scenarios
import Simulation
import Statistics

/// A plan to check trackers against the scenarios' expectations and against baselines.
///
/// A baseline is always compared on the seeds that it contains, even if the expectations use other
/// seeds. Another seed is another day, and two days usually differ more than two versions of a
/// tracker.
package struct CheckPlan: Sendable {
  package struct Entry: Sendable {
    package var scenario: Scenario
    /// The path of the scenario, as the user gave it.
    package var path: String
    package var baseline: Baseline?
    /// The trackers to run: those that the scenario has expectations of, and those in the baseline.
    /// A tracker may occur several times, as variants made by `--set`.
    package var choices: [TrackerChoice]

    package init(
      scenario: Scenario, path: String, baseline: Baseline?, choices: [TrackerChoice]
    ) {
      self.scenario = scenario
      self.path = path
      self.baseline = baseline
      self.choices = choices
    }
  }

  package var entries: [Entry]
  /// The seeds on which expectations are judged.
  package var seeds: [UInt64]
  package var jobs = 1
  /// Called before each day, from several threads. Returns true to stop the check.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished days, from several threads.
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(entries: [Entry], seeds: [UInt64]) {
    self.entries = entries
    self.seeds = seeds
  }

  package func run() throws -> CheckReport {
    let plans = try entries.map { try EntryDays($0, expectationSeeds: seeds) }
    let runs = CheckRuns(jobs: jobs, isCancelled: isCancelled, onProgress: onProgress)
    var completed = try runs.live(plans.flatMap(\.days))[...]
    let scenarios = plans.map { plan in
      let own = completed.prefix(plan.days.count)
      completed = completed.dropFirst(plan.days.count)
      return plan.check(Array(own))
    }
    return CheckReport(scenarios: scenarios)
  }
}

/// The days of one scenario that a check has to run, and their results.
private struct EntryDays {
  let entry: CheckPlan.Entry
  let expectationSeeds: [UInt64]
  private let measures: [String]
  /// The trackers that run on each day, as indices into `entry.choices`.
  private let livers: [[Int]]
  let days: [CheckedDay]

  init(_ entry: CheckPlan.Entry, expectationSeeds: [UInt64]) throws {
    self.entry = entry
    let scenario = entry.scenario
    let expected = Set(scenario.expectations.map(\.tracker))
    let based = Set(entry.baseline?.trackers.map(\.name) ?? [])
    let presets = try entry.choices.map { try $0.readPreset() }
    let ownSeeds = entry.baseline?.seeds ?? []
    self.expectationSeeds =
      entry.choices.contains { expected.contains($0.origin) } ? expectationSeeds : []
    let measures =
      (scenario.expectations.map(\.measure) + (entry.baseline?.measures ?? [])).withoutRepeats
    self.measures = measures
    let seeds = Set(self.expectationSeeds + ownSeeds).sorted()
    let livers = seeds.map { seed in
      entry.choices.indices.filter { index in
        let origin = entry.choices[index].origin
        return expected.contains(origin) && expectationSeeds.contains(seed)
          || based.contains(origin) && ownSeeds.contains(seed)
      }
    }
    self.livers = livers
    days = zip(seeds, livers).map { seed, who in
      CheckedDay(
        scenario: scenario, seed: seed, trackers: who.map { (entry.choices[$0], presets[$0]) },
        measures: measures, keepsTimeline: seed == ownSeeds.first)
    }
  }

  func check(_ completed: [[CheckedRun]?]) -> ScenarioCheck {
    var check = ScenarioCheck(path: entry.path, name: entry.scenario.name)
    let runs = completed.compactMap { $0 }
    guard runs.count == completed.count else {
      check.isComplete = false
      return check
    }
    check.expectationSeeds = expectationSeeds.count
    check.verdicts = verdicts(runs)
    check.remarks = runs.flatMap { $0.flatMap(\.remarks) }.withoutRepeats
    guard let baseline = entry.baseline else { return check }
    check.baselineSeeds = baseline.seedCount
    check.remarks = remarks(baseline) + check.remarks
    let bootstrap = Bootstrap(drawCount: baseline.seedCount)
    check.trackers = baseline.trackers.flatMap { tracker in
      entry.choices.indices.filter { entry.choices[$0].origin == tracker.name }.map { choice in
        self.check(tracker, of: baseline, choice, runs, bootstrap)
      }
    }
    return check
  }

  private func verdicts(_ runs: [[CheckedRun]]) -> [Verdict] {
    entry.scenario.expectations.flatMap { expectation in
      entry.choices.indices.filter { entry.choices[$0].origin == expectation.tracker }.map {
        let figures = figures(expectation.measure, of: $0, on: expectationSeeds, runs)
        let known = figures.compactMap { $0 }
        let isKnown = !known.isEmpty && known.count == figures.count
        return Verdict(
          expectation, of: entry.choices[$0].name,
          found: isKnown ? known.reduce(0, +) / Double(known.count) : nil)
      }
    }
  }

  private func check(
    _ tracker: Baseline.Tracker, of baseline: Baseline, _ choice: Int, _ runs: [[CheckedRun]],
    _ bootstrap: Bootstrap
  ) -> TrackerCheck {
    TrackerCheck(
      tracker: entry.choices[choice].name,
      measures: tracker.measures.compactMap {
        MeasureCheck(
          $0, figures: figures($0.measure, of: choice, on: baseline.seeds, runs),
          bootstrap: bootstrap)
      },
      change: change(tracker, of: baseline, choice, runs))
  }

  /// Returns a measure's figure for each seed.
  private func figures(
    _ measure: String, of choice: Int, on seeds: [UInt64], _ runs: [[CheckedRun]]
  ) -> [Double?] {
    guard let column = measures.firstIndex(of: measure) else { return [] }
    return seeds.map { run(of: choice, on: $0, runs)?.figures[column] }
  }

  private func run(of choice: Int, on seed: UInt64, _ runs: [[CheckedRun]]) -> CheckedRun? {
    guard let day = days.firstIndex(where: { $0.seed == seed }),
      let place = livers[day].firstIndex(of: choice)
    else { return nil }
    return runs[day][place]
  }

  private func change(
    _ tracker: Baseline.Tracker, of baseline: Baseline, _ choice: Int, _ runs: [[CheckedRun]]
  ) -> TimelineChange? {
    guard let run = run(of: choice, on: baseline.firstSeed, runs), let now = run.timeline,
      let before = TimelineDigest(tracker.timeline, legend: baseline.legend),
      now.firstDifference(from: before) != nil,
      let day = try? SimulatedDay(scenario: entry.scenario, seed: baseline.firstSeed)
    else { return nil }
    return TimelineChange(seed: baseline.firstSeed, from: before, to: now) {
      day.clock(secondsSinceStart: $0)
    }
  }

  private func remarks(_ baseline: Baseline) -> [String] {
    let now = Provenance(scenario: entry.scenario, options: [])
    var remarks: [String] = []
    if now.scenarioHash != baseline.scenarioHash {
      remarks.append("The scenario differs from the one that the baseline was made with.")
    }
    if now.profileHash != baseline.profileHash {
      remarks.append("The phone's model differs from the one that the baseline was made with.")
    }
    if now.odograph != baseline.odograph {
      remarks.append("The baseline was made by Odograph \(baseline.odograph).")
    }
    return remarks
  }
}
