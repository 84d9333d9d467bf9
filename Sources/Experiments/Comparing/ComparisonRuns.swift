import Evaluation
import ModelParameters
import Scenarios
import SimulatedPhone
import Simulation
import Synchronization

/// A source of the runs' figures. It returns the figures of one measure, tracker and scenario at a
/// time, so that more figures can be analyzed than fit in memory.
package protocol FigureColumns: Sendable {
  /// Returns the figure of each seed; nil if the measure does not apply or the seed was not run.
  func column(scenario: Int, tracker: Int, measure: Int) -> [Double?]
  /// Returns the number of the scenario's seeds that were run with all trackers.
  func seedCount(ofScenario scenario: Int) -> Int
}

/// A table in memory with the figures of all runs, by scenario, tracker and seed. The figures of a
/// day that was not run are nil.
package struct FigureTable: FigureColumns {
  package private(set) var rows: [[[[Double?]?]]]

  package init(scenarios: Int, trackers: Int, seeds: Int) {
    rows = Array(
      repeating: Array(repeating: Array(repeating: nil, count: seeds), count: trackers),
      count: scenarios)
  }

  package subscript(scenario: Int, tracker: Int, seed: Int) -> [Double?]? {
    get { rows[scenario][tracker][seed] }
    set { rows[scenario][tracker][seed] = newValue }
  }

  /// Deletes the figures of days that were not run with all trackers, since such figures cannot be
  /// compared.
  mutating func dropIncompleteDays() {
    for scenario in rows.indices {
      for seed in rows[scenario].first?.indices ?? 0..<0
      where rows[scenario].contains(where: { $0[seed] == nil }) {
        for tracker in rows[scenario].indices { rows[scenario][tracker][seed] = nil }
      }
    }
  }

  /// Deletes the figures of all seeds except the first `length`.
  mutating func keepSeeds(_ length: Int) {
    rows = rows.map { $0.map { Array($0.prefix(length)) } }
  }

  /// The positions of the seeds that were run in at least one scenario.
  package var completedSeeds: [Int] {
    let all = rows.first?.first?.indices ?? 0..<0
    return all.filter { seed in rows.contains { $0.contains { $0[seed] != nil } } }
  }

  package func column(scenario: Int, tracker: Int, measure: Int) -> [Double?] {
    rows[scenario][tracker].map { row in row.flatMap { $0[measure] } }
  }

  package func seedCount(ofScenario scenario: Int) -> Int {
    rows[scenario].first?.count { $0 != nil } ?? 0
  }
}

/// The day of one scenario and one seed, with the trackers to run on it. The trackers run one after
/// the other and share the simulated world and the baseline day.
package struct DayOfRuns: Sendable {
  package var scenario: Int
  /// The position of the seed in the plan's seeds.
  package var seed: Int
  package var trackers: [Int]
  /// The model variants that this day uses instead of the usual ones. A key is the name of a
  /// `ModelVariant`, and its value is one of the variant's `choices`.
  package var readings: [String: String] = [:]

  package init(scenario: Int, seed: Int, trackers: [Int], readings: [String: String] = [:]) {
    self.scenario = scenario
    self.seed = seed
    self.trackers = trackers
    self.readings = readings
  }
}

/// Runs the days of a comparison. Only the figures of a run are kept, so that reports of any size
/// do not fill the memory.
package struct ComparisonRuns: Sendable {
  package let plan: ComparisonPlan
  /// The presets by scenario and tracker. They are read once, so that editing a preset's file
  /// during the run has no effect.
  private let presets: [[Preset]]
  /// Sentences about what apps have recorded on the first seed's days, by scenario and tracker.
  private let remarks = RunRemarks()

  package init(_ plan: ComparisonPlan) throws {
    self.plan = plan
    presets = try plan.entries.map { try $0.choices.map { try $0.readPreset() } }
  }

  /// All days with all trackers, ordered by seed first.
  ///
  /// With this order, an interrupted comparison has run about equally many days of each scenario.
  package var days: [DayOfRuns] { (0..<plan.dayCount).map(day) }

  /// Returns the day with this number, counted from 0.
  package func day(_ number: Int) -> DayOfRuns {
    let (scenario, seed) = plan.place(ofDay: number)
    return DayOfRuns(scenario: scenario, seed: seed, trackers: Array(plan.trackers.indices))
  }

  /// Returns the figures by day and tracker; nil for days that had not begun when the run was
  /// canceled.
  package func figures(
    of days: [DayOfRuns], onProgress: (@Sendable (Int) -> Void)? = nil
  ) throws -> [[[Double?]]?] {
    // With few days, threads would be idle at the end. Then each tracker gets the day for itself.
    guard days.count < 4 * plan.jobs else { return try parallelFigures(days, onProgress) }
    let single = days.flatMap { day in
      day.trackers.map { tracker in
        var alone = day
        alone.trackers = [tracker]
        return alone
      }
    }
    var rows = try parallelFigures(single, onProgress)[...]
    return days.map { day in
      let own = rows.prefix(day.trackers.count)
      rows = rows.dropFirst(day.trackers.count)
      let known = own.compactMap { $0?.first }
      return known.count == day.trackers.count ? known : nil
    }
  }

  private func parallelFigures(
    _ days: [DayOfRuns], _ onProgress: (@Sendable (Int) -> Void)?
  ) throws -> [[[Double?]]?] {
    let runs = days.map(\.trackers.count)
    let total = runs.reduce(0, +)
    var work = ParallelWork(count: days.count, jobs: plan.jobs, isCancelled: plan.isCancelled)
    work.onProgress = { done in onProgress?(done * total / max(days.count, 1)) }
    return try work.results { try figures(of: days[$0]) }
  }

  /// Returns the figures of each tracker on one day.
  package func figures(of piece: DayOfRuns) throws -> [[Double?]] {
    let entry = plan.entries[piece.scenario]
    let day = try SimulatedDay(
      scenario: entry.scenario, seed: plan.seeds.seed(piece.seed),
      modelSeed: plan.seeds.modelSeed(of: piece.seed), readings: piece.readings)
    let bare = try BaselineDay(day)
    let windows = piece.trackers.count > 1 ? RememberedWindows() : nil
    return try piece.trackers.map { tracker in
      let provisioned = try day.provision(
        entry.choices[tracker], preset: presets[piece.scenario][tracker])
      var run = TrackerRun(day: day, tracker: provisioned)
      run.bare = bare
      run.rememberedWindows = windows
      if piece.seed == 0 {
        run.onRemark = { remarks.add($0, scenario: piece.scenario, tracker: tracker) }
      }
      return Measures.figures(plan.measures, of: try run.run())
    }
  }

  /// Returns the summary of a scenario, taken from the day of the first seed.
  package func summary(ofScenario scenario: Int) throws -> ScenarioSummary {
    let entry = plan.entries[scenario]
    let day = try SimulatedDay(scenario: entry.scenario, seed: plan.seeds.first)
    let provisioning = try zip(entry.choices, presets[scenario]).flatMap {
      try day.provision($0, preset: $1).remarks
    }
    let all =
      entry.scenario.remarks + day.world.assumptions + provisioning + remarks.of(scenario: scenario)
    return ScenarioSummary(
      entry.scenario,
      assumptions: all.withoutRepeats,
      warnings: zip(entry.choices, presets[scenario]).flatMap { $0.unreadWarnings($1) }
        .withoutRepeats + day.warnings
        + day.scenario.phone.readings.map {
          "The scenario sets \($0.name) to \($0.account); no other model variant of it was tried."
        })
  }
}

/// The sentences of runs that end at different times on several threads.
private final class RunRemarks: Sendable {
  private struct Place: Hashable {
    var scenario: Int
    var tracker: Int
  }

  private let sentences = Mutex<[Place: [String]]>([:])

  func add(_ sentence: String, scenario: Int, tracker: Int) {
    sentences.withLock {
      $0[Place(scenario: scenario, tracker: tracker), default: []].append(sentence)
    }
  }

  /// Returns the sentences of a scenario in the order of the trackers.
  func of(scenario: Int) -> [String] {
    let all = sentences.withLock { $0 }
    let trackers = all.keys.filter { $0.scenario == scenario }.map(\.tracker).sorted()
    return trackers.flatMap { all[Place(scenario: scenario, tracker: $0)] ?? [] }
  }
}
