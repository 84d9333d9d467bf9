import Testing

@testable import Campaigns
@testable import Evaluation
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The sentence that opens a report")
struct TrackerRankingTests {
  /// Returns the ranking of trackers, given their coverage in motion and their battery use in
  /// percent of a full charge per day.
  private func ranking(_ figures: [(String, Double?, Double)]) -> TrackerRanking {
    TrackerRanking(
      TrackerResults.grouping(
        figures.map { name, coverage, cost in
          var run = Specimen.run(name)
          run.coverage.positionCoverageMoving = coverage
          run.energy.marginalBatteryPercentPerDay = cost
          return run
        }))
  }

  @Test("The cheapest tracker within five points of the highest coverage is the best one")
  func best() {
    let ranking = ranking([("cheap", 0.3, 1), ("frugal", 0.96, 4.3), ("greedy", 0.976, 42.6)])
    #expect(
      ranking.sentence
        == "frugal knows the place for 96.0 % of the time in motion and uses 4.3 % of the battery "
        + "a day; the highest coverage is greedy, 97.6 % for 42.6 %.")
  }

  @Test("The next best tracker uses at most five points of battery more than the best one")
  func next() {
    let ranking = ranking([("far", 0.8, 30), ("near", 0.41, 2), ("best", 0.95, 3.8)])
    #expect(
      ranking.sentence?.hasSuffix(
        "; the next best at most 5 points of battery above it is near, 41.0 % for 2.0 %.") == true)
  }

  @Test("A tracker alone is compared with none")
  func alone() {
    #expect(
      ranking([("one", 0.5, 2)]).sentence
        == "one knows the place for 50.0 % of the time in motion and uses 2.0 % of the battery a "
        + "day.")
  }

  @Test("Where no person moves, the coverage of all time counts")
  func withoutMotion() {
    // The specimen's coverage is 75 %.
    #expect(
      ranking([("one", nil, 2)]).sentence
        == "one knows the place for 75.0 % of the time and uses 2.0 % of the battery a day.")
  }

  @Test(
    "The best, the first named and the cheapest tracker are shown first")
  func shown() {
    let ranking = ranking([
      ("first", 0.5, 9), ("second", 0.6, 8), ("cheap", 0.1, 1), ("best", 0.9, 4),
    ])
    #expect(ranking.shown == [3, 0, 2])
  }

  @Test("Where one tracker is best, first and cheapest, the next best ones are shown beside it")
  func shownWithOneWinner() {
    let ranking = ranking([("best", 0.9, 1), ("low", 0.2, 2), ("middle", 0.5, 3), ("x", 0.1, 4)])
    #expect(ranking.shown == [0, 2, 1])
  }
}
