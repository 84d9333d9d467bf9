import Evaluation
import Statistics
import Timekeeping

@testable import Campaigns
@testable import Experiments
@testable import Scenarios
@testable import Simulation

extension Specimen {
  private static let measures = [
    "positionCoverage", "positionCoverageMoving", "pathCoverage", "stayRecall", "tripRecall",
    Measures.cost, "latencyP50Seconds",
  ]

  /// A comparison of three trackers over `seeds` seeds in half as many draws, with invented
  /// figures: `a` has the highest coverage and cost, `b` is the cheapest, `c` is worse than `b` in
  /// both.
  static func comparison(
    seeds: Int = 10, scenarios: [String] = ["A day / a night"], need: Need? = nil,
    readings: [VariantTrial] = [], isComplete: Bool = true
  ) throws -> Comparison {
    let entries = scenarios.map { name in
      ComparisonPlan.Entry(
        scenario: Scenario(
          name: name, start: start, duration: .hours(24), course: .legs([])),
        choices: ["a", "b", "c"].map { TrackerChoice(preset: "ehe-pilot-1", name: $0) })
    }
    let plan = ComparisonPlan(
      entries: entries, trackers: ["a", "b", "c"], seeds: NestedSeeds(first: 1, count: seeds),
      measures: measures, need: need)
    var table = FigureTable(scenarios: scenarios.count, trackers: 3, seeds: seeds)
    for scenario in scenarios.indices {
      for seed in 0..<seeds {
        let wobble = Double(seed * 7 % 10) / 100
        table[scenario, 0, seed] = [0.99, 0.98, 0.95 - wobble / 2, 1, 1, 20 + 40 * wobble, 150]
        table[scenario, 1, seed] = [0.9, 0.2, 0.4 + wobble, 0.75, 0.5, 2 + wobble, nil]
        table[scenario, 2, seed] = [0.8, 0.1, 0.38 + wobble / 2, 0.5, nil, 2.05 + wobble / 2, nil]
      }
    }
    return try comparison(plan, table, readings: readings, isComplete: isComplete)
  }

  private static func comparison(
    _ plan: ComparisonPlan, _ table: FigureTable, readings: [VariantTrial], isComplete: Bool
  ) throws -> Comparison {
    let influences = try ParameterInfluences(plan)
    let bootstrap = Bootstrap(drawCount: plan.seeds.drawCount)
    let all = Array(plan.entries.indices)
    func findings(_ scenarios: [Int]) -> Findings {
      ComparisonAnalysis(
        plan, table, scenarios: scenarios, bootstrap: bootstrap, influences: influences
      ).findings(readings: readings)
    }
    let planned = plan.entries.count * 3 * plan.seeds.count
    var comparison = Comparison(
      provenance: try report([]).provenance, isComplete: isComplete,
      design: Comparison.Design(
        runsPlanned: planned, runsDone: isComplete ? planned : planned / 2, firstSeed: 1,
        lastSeed: plan.seeds.last, seedCount: plan.seeds.count, drawCount: plan.seeds.drawCount,
        correlationBound: influences.bound, readingSeedCount: readings.isEmpty ? 0 : 5),
      trackers: plan.trackers.map { .init(name: $0, preset: "ehe-pilot-1") },
      measures: plan.measures.map { .init(name: $0, sense: Measures.sense(of: $0)) },
      axis: plan.axis, cost: Measures.cost, reference: "a",
      scenarios: all.map { index in
        ScenarioComparison(
          scenario: ScenarioSummary(plan.entries[index].scenario, assumptions: []),
          seedsDone: plan.seeds.count, findings: findings([index]), figures: [])
      })
    comparison.portfolio = all.count > 1 ? findings(all) : nil
    return comparison
  }
}
