import Evaluation
import Scenarios
import Simulation

/// Figures of runs, wherever they lie: one kind of figure of one tracker on one scenario at a time, so that
/// more of them can be analyzed than memory holds.
package protocol FigureColumns: Sendable {
  /// One a seed; nil for what does not apply or was not run.
  func column(scenario: Int, tracker: Int, measure: Int) -> [Double?]
  /// Scenario's seeds that were lived by all.
  func seedCount(ofScenario scenario: Int) -> Int
}

/// Figures of each run in memory: by scenario, tracker and seed; nil for what was not run.
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

  /// A day that not all trackers have lived compares nobody.
  mutating func dropIncompleteDays() {
    for scenario in rows.indices {
      for seed in rows[scenario].first?.indices ?? 0..<0
      where rows[scenario].contains(where: { $0[seed] == nil }) {
        for tracker in rows[scenario].indices { rows[scenario][tracker][seed] = nil }
      }
    }
  }

  /// As if it had ended after so many seeds.
  mutating func keepSeeds(_ length: Int) {
    rows = rows.map { $0.map { Array($0.prefix(length)) } }
  }

  /// Positions of the seeds that any scenario has lived.
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

/// Some trackers on one scenario's day of one seed, one after the other, since they share its world and
/// the day without a tracker.
package struct DayOfRuns: Sendable {
  package var scenario: Int
  /// Position among the seeds.
  package var seed: Int
  package var trackers: [Int]
  /// Accounts by reading, instead of the usual ones.
  package var readings: [String: String] = [:]

  package init(scenario: Int, seed: Int, trackers: [Int], readings: [String: String] = [:]) {
    self.scenario = scenario
    self.seed = seed
    self.trackers = trackers
    self.readings = readings
  }
}

/// Lives the days of a comparison. Nothing is kept of a run but its figures, so that memory does not grow
/// with what the reports would hold.
package struct ComparisonRuns: Sendable {
  package let plan: ComparisonPlan
  /// By scenario and tracker; read once, so that a file edited meanwhile changes nothing.
  private let presets: [[Preset]]

  package init(_ plan: ComparisonPlan) throws {
    self.plan = plan
    presets = try plan.entries.map { try $0.choices.map { try $0.readPreset() } }
  }

  /// Every tracker on every day, the first seed of all scenarios first: what is done when somebody
  /// interrupts is then much the same of each.
  package var days: [DayOfRuns] { (0..<plan.dayCount).map(day) }

  /// One of them by its number.
  package func day(_ number: Int) -> DayOfRuns {
    let (scenario, seed) = plan.place(ofDay: number)
    return DayOfRuns(scenario: scenario, seed: seed, trackers: Array(plan.trackers.indices))
  }

  /// Rows of figures by day and tracker; nil for days that were not begun.
  package func figures(
    of days: [DayOfRuns], onProgress: (@Sendable (Int) -> Void)? = nil
  ) throws -> [[[Double?]]?] {
    // Few days would leave threads idle at the end; then each tracker gets the day for itself.
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

  /// Rows of figures, one a tracker of the day.
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

  /// What has to be said of a scenario, by its first seed's day.
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
          "\($0.name) is \($0.account) by the scenario, and no other account of it was tried."
        })
  }
}
