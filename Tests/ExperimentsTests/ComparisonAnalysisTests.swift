import Evaluation
import Scenarios
import Statistics
import Testing

@testable import Experiments
@testable import Simulation

/// Tests the findings on invented figures, for which they are known.
@Suite("What a comparison finds")
struct ComparisonAnalysisTests {
  private static let axis = "pathCoverage"

  /// Returns the findings.
  /// - Parameter figures: Path coverage and battery by tracker and seed. Seeds are assigned to the
  ///   draws in turn.
  private func findings(
    _ figures: [[(Double?, Double?)]], draws: Int, need: Need? = nil
  ) throws -> Findings {
    let seeds = figures[0].count
    let names = ["a", "b", "c", "d"].prefix(figures.count)
    var plan = ComparisonPlan(
      entries: [
        .init(
          scenario: try ComparisonTests.scenario(),
          choices: names.map { TrackerChoice(preset: "overland-high-resolution", name: $0) })
      ],
      trackers: Array(names), seeds: NestedSeeds(first: 1, count: seeds, drawCount: draws),
      measures: [Self.axis, Measures.cost], need: need)
    plan.triesReadings = false
    var table = FigureTable(scenarios: 1, trackers: figures.count, seeds: seeds)
    for (tracker, rows) in figures.enumerated() {
      for (seed, row) in rows.enumerated() { table[0, tracker, seed] = [row.0, row.1] }
    }
    return ComparisonAnalysis(
      plan, table, scenarios: [0], bootstrap: Bootstrap(drawCount: draws),
      influences: try ParameterInfluences(plan)
    ).findings(readings: [])
  }

  @Test("The front, and in how many draws each is on it")
  func front() throws {
    let findings = try findings(
      [
        [(0.9, 20), (0.9, 20), (0.9, 20), (0.9, 20)],
        [(0.5, 2), (0.5, 2), (0.5, 2), (0.5, 2)],
        // b beats this tracker on the whole, but not in the second draw.
        [(0.3, 2.5), (0.6, 1.9), (0.3, 2.5), (0.6, 1.9)],
        [(nil, 1), (nil, 1), (nil, 1), (nil, 1)],
      ], draws: 2)
    #expect(findings.front.map(\.isOnFront) == [true, true, false, false])
    #expect(findings.front.map(\.drawsOnFront) == [2, 1, 1, 0])
  }

  @Test("Orders: the best first, the draws that agree, and what does not apply left out")
  func orders() throws {
    let findings = try findings(
      [
        [(0.5, 3), (0.4, 3), (0.7, 3), (0.4, 3)], [(0.6, 2), (0.6, 2), (0.6, 2), (0.6, 2)],
        [(nil, 9), (nil, 9), (nil, 9), (nil, 9)],
      ], draws: 2)
    let path = try #require(findings.orders.first { $0.measure == Self.axis })
    #expect(path.ranking.map(\.tracker) == ["b", "a"])
    // Both have 0.6 in the first draw.
    #expect(path.ranking.map(\.drawsFirst) == [2, 1])
    #expect(path.drawsInOrder == 2)
    let pair = try #require(path.pair("b", "a"))
    #expect(abs(pair.advantage - 0.1) < 1e-12)
    #expect(pair.drawsHolding == 1 && pair.drawsTied == 1 && pair.draws == 2)
    let cost = try #require(findings.orders.first { $0.measure == Measures.cost })
    #expect(cost.ranking.map(\.tracker) == ["b", "a", "c"])
    #expect(cost.pair("a", "c")?.advantage == 6)
  }

  @Test("The choice is the best of those that meet the need, and says why the others fall")
  func choice() throws {
    let need = Need(
      requirements: [MeasureCondition(measure: Self.axis, .atLeast, 0.5)],
      objective: Measures.cost, sense: .lessIsBetter)
    let findings = try findings(
      [
        [(0.9, 20), (0.9, 20), (0.9, 20), (0.9, 20)], [(0.6, 4), (0.45, 4), (0.6, 4), (0.45, 4)],
        [(0.3, 1), (0.3, 1), (0.3, 1), (0.3, 1)], [(nil, 0), (nil, 0), (nil, 0), (nil, 0)],
      ], draws: 2, need: need)
    let choice = try #require(findings.choice)
    #expect(choice.chosen == "b")
    // b has only 0.45 in the second draw, so a is chosen there.
    #expect(choice.drawsChosen == 1 && choice.draws == 2)
    #expect(choice.candidates.map(\.isEligible) == [true, true, false, false])
    #expect(choice.candidates.map { $0.requirements[0].drawsMet } == [2, 1, 0, 0])
    #expect(choice.candidates[3].requirements[0].found == nil)
    // Two draws give no interval, so no requirement is met for sure.
    #expect(!choice.candidates[0].requirements[0].isSure)
  }

  @Test("A requirement is sure when its whole interval meets it")
  func sureness() throws {
    let need = Need(
      requirements: [MeasureCondition(measure: Self.axis, .atLeast, 0.5)],
      objective: Measures.cost, sense: .lessIsBetter)
    let clear: [(Double?, Double?)] = [0.6, 0.7, 0.65, 0.7, 0.61, 0.66].map { ($0, 1) }
    let close: [(Double?, Double?)] = [0.2, 0.9, 0.4, 0.8, 0.45, 0.75].map { ($0, 1) }
    let choice = try #require(try findings([clear, close], draws: 6, need: need).choice)
    #expect(choice.candidates.map { $0.requirements[0].isMet } == [true, true])
    #expect(choice.candidates.map { $0.requirements[0].isSure } == [true, false])
    #expect(choice.candidates[1].requirements[0].drawsMet == 3)
  }

  @Test("No tracker is chosen if none meets the need")
  func noneMeets() throws {
    let need = Need(
      requirements: [MeasureCondition(measure: Self.axis, .above, 0.95)],
      objective: Measures.cost, sense: .lessIsBetter)
    let choice = try #require(try findings([[(0.9, 20)]], draws: 1, need: need).choice)
    #expect(choice.chosen == nil && choice.candidates[0].isEligible == false)
  }

  @Test("Spread is told apart into chance and ignorance")
  func spread() throws {
    let findings = try findings(
      [[(0.1, 1), (0.7, 1), (0.3, 1), (0.9, 1)]], draws: 2)
    let spread = try #require(findings.trackers[0].figure(Self.axis)?.spread)
    // The variance within draws is 0.04 / 2. Between them: 2 · 0.3² · 2 = 0.36; (0.36 − 0.02) / 2.
    #expect(abs(spread.chance * spread.chance - 0.02) < 1e-12)
    #expect(abs(spread.ignorance * spread.ignorance - 0.17) < 1e-12)
    #expect(abs((spread.ignoranceShare ?? 0) - 0.17 / 0.19) < 1e-12)
    #expect(findings.trackers[0].figure(Measures.cost)?.spread?.ignoranceShare == nil)
  }
}
