import Evaluation
import Scenarios
import Simulation
import Statistics

extension ComparisonPlan {
  /// Runs all trackers on all days, tries the model variants, and returns the comparison.
  ///
  /// If a phone is calibrated, all days run once more without its logs, for `Findings.narrowing`.
  ///
  /// - Parameter options: The options with defaults filled in, in a fixed order, for provenance.
  /// - Returns: Nil if the comparison was interrupted before any day was run with all trackers.
  public func run(options: [String]) throws -> Comparison? {
    let runs = try ComparisonRuns(self)
    var table = FigureTable(
      scenarios: entries.count, trackers: trackers.count, seeds: seeds.count)
    let days = runs.days
    let planned = days.count * trackers.count
    let found = try runs.figures(of: days) { [onProgress] in onProgress?($0, planned) }
    for (day, rows) in zip(days, found) {
      for (tracker, row) in zip(day.trackers, rows ?? []) {
        table[day.scenario, tracker, day.seed] = row
      }
    }
    table.dropIncompleteDays()
    let completed = found.count { $0 != nil }
    let completedSeeds = table.completedSeeds
    guard !completedSeeds.isEmpty else { return nil }
    // Seeds without runs do not count as draws either.
    var part = self
    part.seeds = seeds.keeping(completedSeeds)
    table.keepSeeds(part.seeds.count)
    var outcome = ComparisonOutcome(plan: part, runs: runs, figures: table, runsPlanned: planned)
    outcome.tried = part.triesReadings ? table : nil
    outcome.isComplete = completed == days.count
    outcome.runsDone = completed * trackers.count
    var comparison = try outcome.comparison(options: options)
    try addNarrowing(to: &comparison)
    return comparison
  }
}

/// Computes a comparison from the runs' figures.
package struct ComparisonOutcome {
  package let plan: ComparisonPlan
  package let runs: ComparisonRuns
  package let figures: any FigureColumns
  package let runsPlanned: Int
  /// The figures with which the trials of model variants are compared. Nil for a comparison
  /// without such trials.
  package var tried: FigureTable?
  package var isComplete = true
  package var runsDone = 0

  package init(
    plan: ComparisonPlan, runs: ComparisonRuns, figures: any FigureColumns, runsPlanned: Int,
    tried: FigureTable? = nil, isComplete: Bool = true, runsDone: Int = 0
  ) {
    self.plan = plan
    self.runs = runs
    self.figures = figures
    self.runsPlanned = runsPlanned
    self.tried = tried
    self.isComplete = isComplete
    self.runsDone = runsDone
  }

  package func comparison(options: [String]) throws -> Comparison {
    let influences = try ParameterInfluences(plan)
    let bootstrap = Bootstrap(drawCount: plan.seeds.drawCount)
    let all = Array(plan.entries.indices)
    func analysis(_ scenarios: [Int]) -> ComparisonAnalysis {
      ComparisonAnalysis(
        plan, figures, scenarios: scenarios, bootstrap: bootstrap, influences: influences)
    }
    let groups = all.map { analysis([$0]) } + (all.count > 1 ? [analysis(all)] : [])
    let plain = try ParallelWork(count: groups.count, jobs: plan.jobs).results {
      groups[$0].findings(readings: [])
    }.compactMap { $0 }
    var isComplete = isComplete
    var trials: VariantTrials?
    if isComplete, let table = tried {
      trials = try VariantTrials(
        plan, runs, table, contenders: contenders(plain, groups))
      isComplete =
        try trials?.run(deciding: groups) { [plan, runsDone] in
          plan.onProgress?(runsDone + $0, runsDone + $1)
        } ?? true
    }
    let findings = zip(groups, plain).map { analysis, findings in
      var findings = findings
      findings.readings = trials?.trials(analysis) ?? []
      return findings
    }
    var comparison = Comparison(
      provenance: Provenance(scenarios: plan.entries.map(\.scenario), options: options),
      isComplete: isComplete, design: design(influences, trials),
      trackers: zip(plan.trackers, plan.entries[0].choices).map {
        .init(name: $0, preset: PresetLibrary.name(of: $1.preset))
      },
      measures: plan.measures.map { .init(name: $0, sense: Measures.sense(of: $0)) },
      axis: plan.axis, cost: Measures.cost, reference: plan.trackers[plan.reference],
      scenarios: try all.map { try scenario($0, findings[$0]) })
    comparison.name = plan.name
    comparison.portfolio = all.count > 1 ? findings.last : nil
    return comparison
  }

  private func design(
    _ influences: ParameterInfluences, _ trials: VariantTrials?
  ) -> Comparison.Design {
    Comparison.Design(
      runsPlanned: runsPlanned, runsDone: runsDone,
      firstSeed: plan.seeds.first, lastSeed: plan.seeds.last, seedCount: plan.seeds.completedCount,
      drawCount: plan.seeds.drawCount,
      correlationBound: influences.bound, readingSeedCount: trials?.seeds.count ?? 0)
  }

  private func scenario(_ index: Int, _ findings: Findings) throws -> ScenarioComparison {
    ScenarioComparison(
      scenario: try runs.summary(ofScenario: index),
      seedsDone: figures.seedCount(ofScenario: index),
      findings: findings, figures: plan.listsFigures ? figuresOfRuns(index) : [])
  }

  private func figuresOfRuns(_ scenario: Int) -> [ScenarioComparison.TrackerFigures] {
    plan.trackers.indices.map { tracker in
      ScenarioComparison.TrackerFigures(
        tracker: plan.trackers[tracker],
        measures: plan.measures.indices.map { measure in
          let column = figures.column(scenario: scenario, tracker: tracker, measure: measure)
          return ScenarioComparison.MeasureFigures(
            measure: plan.measures[measure], figures: Array(column.prefix(plan.seeds.count)))
        })
    }
  }

  /// Returns the trackers that may affect a decision, as indices in the plan's trackers.
  ///
  /// A tracker is returned if one of these is true in any of the findings: the tracker is on the
  /// Pareto front, it is first or second in a ranking, or it meets the user's requirements.
  private func contenders(_ all: [Findings], _ groups: [ComparisonAnalysis]) -> [Int] {
    var names: Set<String> = []
    for findings in all {
      names.formUnion(findings.front.filter(\.isOnFront).map(\.tracker))
      for order in findings.orders { names.formUnion(order.ranking.prefix(2).map(\.tracker)) }
      names.formUnion(findings.choice?.candidates.filter(\.isEligible).map(\.tracker) ?? [])
    }
    return plan.trackers.indices.filter { names.contains(plan.trackers[$0]) }
  }
}
