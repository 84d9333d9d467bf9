import Evaluation
import Scenarios
import Simulation

/// A source of the figures of runs. It gives one measure of one tracker on one scenario at a time,
/// so that more figures can be analyzed than memory holds.
package protocol FigureColumns: Sendable {
  /// Returns one figure per seed; nil for one that does not apply or was not run.
  func column(scenario: Int, tracker: Int, measure: Int) -> [Double?]
  /// Returns the number of the scenario's seeds that were run with all trackers.
  func seedCount(ofScenario scenario: Int) -> Int
}

/// The figures of each run in memory, by scenario, tracker and seed; nil for what was not run.
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

  /// Deletes days that not all trackers have run, since they cannot be compared.
  mutating func dropIncompleteDays() {
    for scenario in rows.indices {
      for seed in rows[scenario].first?.indices ?? 0..<0
      where rows[scenario].contains(where: { $0[seed] == nil }) {
        for tracker in rows[scenario].indices { rows[scenario][tracker][seed] = nil }
      }
    }
  }

  /// Keeps the figures of the first seeds only.
  mutating func keepSeeds(_ length: Int) {
    rows = rows.map { $0.map { Array($0.prefix(length)) } }
  }

  /// The positions of the seeds that were run on any scenario.
  package var livedSeeds: [Int] {
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

/// Some trackers on the day of one scenario and one seed, one after the other, since they share its
/// world and the baseline day.
package struct DayOfRuns: Sendable {
  package var scenario: Int
  /// Position among the seeds.
  package var seed: Int
  package var trackers: [Int]
  /// The model variant of each reading that differs from the usual one.
  package var readings: [String: String] = [:]

  package init(scenario: Int, seed: Int, trackers: [Int], readings: [String: String] = [:]) {
    self.scenario = scenario
    self.seed = seed
    self.trackers = trackers
    self.readings = readings
  }
}

/// Runs the days of a comparison. Only the figures of a run are kept, so that memory does not grow
/// with the size of the reports.
package struct ComparisonRuns: Sendable {
  package let plan: ComparisonPlan
  /// The presets by scenario and tracker, read once, so that a file edited meanwhile changes
  /// nothing.
  private let presets: [[Preset]]

  package init(_ plan: ComparisonPlan) throws {
    self.plan = plan
    presets = try plan.entries.map { try $0.choices.map { try $0.readPreset() } }
  }

  /// Every tracker on every day, the first seed of all scenarios first. An interrupted comparison
  /// then has about as much of each scenario.
  package var days: [DayOfRuns] { (0..<plan.dayCount).map(day) }

  /// Returns the day with this number.
  package func day(_ number: Int) -> DayOfRuns {
    let (scenario, seed) = plan.place(ofDay: number)
    return DayOfRuns(scenario: scenario, seed: seed, trackers: Array(plan.trackers.indices))
  }

  /// Returns rows of figures by day and tracker; nil for days that were not begun.
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

  /// Returns rows of figures, one per tracker of the day.
  package func figures(of piece: DayOfRuns) throws -> [[Double?]] {
    let entry = plan.entries[piece.scenario]
    let day = try SimulatedDay(
      scenario: entry.scenario, seed: plan.seeds.seed(piece.seed),
      modelSeed: plan.seeds.modelSeed(of: piece.seed), readings: piece.readings)
    let bare = try BaselineDay(day)
    return try piece.trackers.map { tracker in
      let provisioned = try day.provision(
        entry.choices[tracker], preset: presets[piece.scenario][tracker])
      var run = TrackerRun(day: day, tracker: provisioned)
      run.bare = bare
      return Measures.figures(plan.measures, of: try run.run())
    }
  }

  /// Returns the summary of a scenario, from its first seed's day.
  package func summary(ofScenario scenario: Int) throws -> ScenarioSummary {
    let entry = plan.entries[scenario]
    let day = try SimulatedDay(scenario: entry.scenario, seed: plan.seeds.first)
    let remarks = try zip(entry.choices, presets[scenario]).flatMap {
      try day.provision($0, preset: $1).remarks
    }
    return ScenarioSummary(
      entry.scenario,
      assumptions: (entry.scenario.remarks + day.world.assumptions + remarks).withoutRepeats,
      warnings: zip(entry.choices, presets[scenario]).flatMap { $0.unreadWarnings($1) }
        .withoutRepeats + day.warnings
        + day.scenario.phone.readings.map {
          "The scenario sets \($0.name) to \($0.account); no other model variant of it was tried."
        })
  }
}
