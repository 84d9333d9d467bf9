import Evaluation
import Testing

@testable import Experiments
@testable import Simulation

@Suite("Sources that contradict one another")
struct VariantTrialTests {
  private static let trackers = ["overland-battery-saving", "ehe-pilot-1"]

  private func comparison(_ extra: String, seeds: Int = 4) throws -> Comparison {
    var plan = ComparisonTests.plan(
      [try ComparisonTests.scenario(extra)], trackers: Self.trackers, seeds: seeds)
    plan.triesReadings = true
    plan.jobs = 2
    return try #require(try plan.run(options: []))
  }

  @Test("What an account moves is what a run under it shows, on the same seeds")
  func shift() throws {
    let usual = try comparison("", seeds: 2)
    let trial = try #require(
      usual.findings?.readings.first { $0.reading == "cellular" && $0.account == "lte-2011" })
    #expect(trial.standard == "lte" && trial.source.hasPrefix("RAD-1"))
    let other = try comparison("phone: { readings: { cellular: lte-2011 } }", seeds: 2)
    #expect(!trial.shifts.isEmpty)
    for (index, name) in Self.trackers.enumerated() {
      // Only the first seed of the single draw is tried.
      #expect(trial.seedCount == 1)
      let before = ComparisonTests.figures(usual, index, Measures.cost)
      let after = ComparisonTests.figures(other, index, Measures.cost)
      // A tracker that sends nothing has no shift.
      let shift = trial.shifts.first { $0.tracker == name && $0.measure == Measures.cost }?.shift
      #expect(abs((shift ?? 0) - ((after[0] ?? 0) - (before[0] ?? 0))) < 1e-12)
    }
  }

  @Test("What a scenario decides is not tried")
  func decided() throws {
    let comparison = try comparison("phone: { readings: { cellular: lte-2011 } }")
    #expect(!(comparison.findings?.readings.contains { $0.reading == "cellular" } ?? true))
  }

  @Test("Where an account changes who leads, that is not decided by evidence")
  func deciding() throws {
    let findings = try #require(try comparison("").findings)
    let leader = findings.orders.first { $0.measure == Measures.cost }?.ranking.first?.tracker
    for trial in findings.readings {
      for change in trial.changes where change.decision == .first && change.measure == Measures.cost
      {
        #expect(change.standard == [leader ?? ""] && change.instead != change.standard)
        // The shifts must reverse the order.
        let means = Dictionary(
          uniqueKeysWithValues: findings.trackers.map {
            ($0.tracker, $0.figure(Measures.cost)?.mean ?? 0)
          })
        func shifted(_ name: String) -> Double {
          (means[name] ?? 0)
            + (trial.shifts.first { $0.tracker == name && $0.measure == Measures.cost }?.shift ?? 0)
        }
        #expect(shifted(change.instead[0]) < shifted(change.standard[0]))
      }
    }
  }
}
