import Evaluation
import Scenarios
import Statistics
import Testing

@testable import Experiments
@testable import Simulation

@Suite("Checks against baselines")
struct CheckTests {
  static let tracker = TrackerChoice(preset: "overland-high-resolution")

  static func with(_ setting: String, _ value: String) -> TrackerChoice {
    var changed = tracker
    changed.settings.append(SettingText(setting, value))
    return changed
  }

  static func baseline(_ scenario: Scenario, firstSeed: UInt64, seedCount: Int = 5) throws
    -> Baseline
  {
    let plan = BaselinePlan(entries: [
      .init(
        scenario: scenario, path: "short.yaml", choices: [tracker], firstSeed: firstSeed,
        seedCount: seedCount)
    ])
    return try #require(try plan.run()?.first)
  }

  static func check(
    _ choice: TrackerChoice, _ scenario: Scenario, against baseline: Baseline, jobs: Int = 1
  ) throws -> ScenarioCheck {
    var plan = CheckPlan(
      entries: [
        .init(scenario: scenario, path: "short.yaml", baseline: baseline, choices: [choice])
      ], seeds: [1])
    plan.jobs = jobs
    return try #require(try plan.run().scenarios.first)
  }

  static let masterSeeds: [UInt64] = (1...20).map { $0 * 1000 }

  /// Checks three trackers: an unchanged one; one with another name in its uploads, whose energy
  /// differs only with the bytes; and one that records only every ten minutes.
  @Test("Under 20 master seeds the unchanged preset passes each time, and the worsened one never")
  func masterSeeds() throws {
    let scenario = try ComparisonTests.scenario()
    var passed = 0
    var passedRenamed = 0
    var caught = 0
    for seed in Self.masterSeeds {
      let baseline = try Self.baseline(scenario, firstSeed: seed)
      let same = try Self.check(Self.tracker, scenario, against: baseline, jobs: 2)
      if same.failureCount == 0, same.trackers[0].change == nil { passed += 1 }
      let renamed = try Self.check(
        Self.with("deviceID", "another"), scenario, against: baseline)
      if renamed.failureCount == 0 { passedRenamed += 1 }
      let worse = try Self.check(
        Self.with("minimumInterval", "10 min"), scenario, against: baseline)
      let moved = worse.trackers[0].measures.filter(\.isFailure).map(\.measure)
      if moved.contains("positionCoverageMoving") { caught += 1 }
    }
    #expect(passed == 20)
    #expect(passedRenamed == 20)
    #expect(caught == 20)
  }

  @Test("Says what moved, from what to what, and what came first that was not so before")
  func reported() throws {
    let scenario = try ComparisonTests.scenario()
    let baseline = try Self.baseline(scenario, firstSeed: 1)
    let check = try Self.check(
      Self.with("desiredAccuracy", "threeKilometers"), scenario, against: baseline)
    let moving = try #require(
      check.trackers[0].measures.first { $0.measure == "positionCoverageMoving" })
    #expect(moving.outcome == .regressed && moving.pairs == 5)
    #expect(try #require(moving.now) < moving.before - 0.1)
    let battery = try #require(check.trackers[0].measures.first { $0.measure == Measures.cost })
    #expect(battery.outcome == .improved)
    let change = try #require(check.trackers[0].change)
    #expect(change.seed == 1)
    // The app first asks for positions.
    #expect(change.before?.contains("positioning demand: the best") == true, "\(change)")
    #expect(change.now?.hasPrefix("2026-03-02 ") == true, "\(change)")
    #expect(change.now != change.before)
    #expect(check.remarks.isEmpty)
  }

  @Test("A baseline lives its own seeds; expectations are judged on those that are asked for")
  func seeds() throws {
    let scenario = try ComparisonTests.scenario(
      "expect: { overland-high-resolution: { fixCount: '>= 1', stayRecall: '> 1' } }")
    let baseline = try Self.baseline(scenario, firstSeed: 7)
    var plan = CheckPlan(
      entries: [
        .init(scenario: scenario, path: "s.yaml", baseline: baseline, choices: [Self.tracker])
      ], seeds: [1, 2])
    let one = try #require(try plan.run().scenarios.first)
    #expect(one.expectationSeeds == 2 && one.baselineSeeds == 5)
    #expect(one.trackers[0].measures.allSatisfy { $0.outcome == .kept && $0.pairs == 5 })
    let runs = try Experiment(scenario: scenario, trackers: [Self.tracker], seeds: [1, 2]).run()
    #expect(one.verdicts.map(\.isMet) == [true, false] && one.failureCount == 1)
    #expect(one.verdicts[0].found == Measures.mean("fixCount", of: runs.results))
    plan.jobs = 5
    #expect(try plan.run().scenarios.first == one)
    plan.isCancelled = { true }
    let cancelled = try plan.run()
    #expect(!cancelled.isComplete && cancelled.failureCount == 0)
  }

  @Test("A baseline made anew keeps tolerances that were set by hand, and further measures")
  func tolerances() throws {
    let scenario = try ComparisonTests.scenario()
    var earlier = try Self.baseline(scenario, firstSeed: 1)
    earlier.trackers[0].measures[0].tolerance = 0.25
    let entry = BaselinePlan.Entry(
      scenario: scenario, path: "short.yaml", choices: [Self.tracker], earlier: earlier,
      seedCount: 5, measures: ["aliveCoverage"])
    let again = try #require(try BaselinePlan(entries: [entry]).run()?.first)
    #expect(again.trackers[0].measures[0] == earlier.trackers[0].measures[0])
    #expect(again.trackers[0].measures.dropLast() == earlier.trackers[0].measures[...])
    #expect(again.trackers[0].measures.last?.measure == "aliveCoverage")
  }

  // MARK: One measure

  private func measure(
    _ name: String, _ before: [Double?], _ now: [Double?], tolerance: Double = 0.01
  ) -> MeasureCheck? {
    MeasureCheck(
      Baseline.Measure(measure: name, tolerance: tolerance, figures: before), figures: now,
      bootstrap: Bootstrap(drawCount: before.count))
  }

  private static let days: [Double?] = [0.9, 0.5, 0.7, 0.95, 0.6, 0.8, 0.75, 0.65]

  @Test("What every day loses is a regression, however much days differ; a last digit is none")
  func pairs() throws {
    let worse = try #require(
      measure("pathCoverage", Self.days, Self.days.map { $0.map { $0 - 0.03 } }))
    #expect(worse.outcome == .regressed)
    #expect(abs(try #require(worse.difference) + 0.03) < 1e-12)
    for change in [0, 1e-9, -0.009, 0.009] {
      let now = Self.days.map { $0.map { $0 + change } }
      #expect(measure("pathCoverage", Self.days, now)?.outcome == .kept, "\(change)")
    }
    let better = measure("pathCoverage", Self.days, Self.days.map { $0.map { $0 + 0.03 } })
    #expect(better?.outcome == .improved)
  }

  @Test("The sense of a measure says which way is worse")
  func senses() {
    let now = Self.days.map { $0.map { $0 + 0.03 } }
    #expect(measure(Measures.cost, Self.days, now)?.outcome == .regressed)
    #expect(measure("pathCoverage", Self.days, now)?.outcome == .improved)
    #expect(measure("fixCount", Self.days, now) == nil)
  }

  /// One day in eight that loses 0.2 changes the mean by 0.025. Without that day there is no
  /// difference.
  @Test("A mean beyond the tolerance is no regression where it may as well be within")
  func unsure() throws {
    var now = Self.days
    now[3] = 0.75
    let check = try #require(measure("pathCoverage", Self.days, now))
    #expect(try #require(check.difference) < -0.02)
    #expect(check.outcome == .kept)
  }

  @Test("The same figures on other days are no regression")
  func shuffled() {
    for step in 1..<8 {
      let now = Self.days.indices.map { Self.days[($0 + step) % 8] }
      #expect(measure("pathCoverage", Self.days, now)?.outcome == .kept)
    }
  }

  @Test("A figure that applies no more has vanished; one that never did is not judged")
  func vanished() throws {
    let none = [Double?](repeating: nil, count: 8)
    let check = try #require(measure("tripRecall", Self.days, none))
    #expect(check.outcome == .vanished && check.isFailure && check.now == nil)
    #expect(measure("tripRecall", none, Self.days) == nil)
    // Four pairs are too few; five are enough.
    let four: [Double?] = Array(Self.days[..<4]) + Array(none[4...])
    let five: [Double?] = Array(Self.days[..<5]) + Array(none[5...])
    #expect(measure("tripRecall", Self.days, four)?.outcome == .vanished)
    #expect(measure("tripRecall", Self.days, five)?.outcome == .kept)
  }

  @Test("What was found has as many digits as show on which side of the limit it lies")
  func digits() {
    func found(_ comparison: Scenarios.Expectation.Comparison, _ limit: Double, _ figure: Double)
      -> String
    {
      Verdict(
        Scenarios.Expectation(
          tracker: "a", measure: "positionCoverage", comparison, limit), of: "a",
        found: figure
      ).foundText
    }
    #expect(found(.atLeast, 0.99999, 0.999962) == "0.99996")
    #expect(found(.atLeast, 0.5, 0.123456) == "0.1235")
    #expect(found(.equal, 176_400, 176_400) == "176400")
  }

  @Test(
    "Tolerances: a point of a share, a twentieth of the rest, never less than the unit is worth")
  func usualTolerances() {
    #expect(Measures.usualTolerance(of: "pathCoverage", mean: 0.9) == 0.01)
    #expect(Measures.usualTolerance(of: Measures.cost, mean: 13.33) == 0.67)
    #expect(Measures.usualTolerance(of: Measures.cost, mean: 0.1) == 0.02)
    #expect(Measures.usualTolerance(of: "longestGapSeconds", mean: 4000) == 200)
    #expect(Measures.usualTolerance(of: "latencyP95Seconds", mean: 0.05) == 1)
    #expect(Measures.usualTolerance(of: "lost", mean: 0) == 0.5)
  }
}
