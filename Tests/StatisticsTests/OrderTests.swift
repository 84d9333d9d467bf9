import EventKernel
import Testing

@testable import Statistics

@Suite("Orders and fronts")
struct OrderTests {
  /// The example of the English Wikipedia, IQ and hours of television a week: −29/165.
  @Test("Rank correlation of a worked example")
  func spearman() throws {
    let correlation = try #require(
      RankCorrelation.between(
        [106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]))
    #expect(abs(correlation + 29.0 / 165) < 1e-12)
  }

  /// The ranks 0, 1.5, 1.5, 3 and 0, 1, 2, 3 around their means give 4.5 ÷ √(4.5 · 5).
  @Test("Equal values share their rank, and what never varies orders nothing")
  func ties() throws {
    let correlation = try #require(RankCorrelation.between([1, 2, 2, 3], [1, 2, 3, 4]))
    #expect(abs(correlation - 4.5 / 22.5.squareRoot()) < 1e-12)
    #expect(RankCorrelation.between([1, 1, 1], [1, 2, 3]) == nil)
  }

  /// The table's critical value of ten ranks at 5 %, two-sided, is 0.648.
  @Test("One figure's bound is the tabled critical value; that of many is higher")
  func bound() {
    let figures = (0..<60).map { figure in
      (0..<10).map { SeededRandom(seed: 5).stream(figure).uniform(at: Int64($0)) }
    }
    let one = RankCorrelation.bound(ofStrongestAmong: [figures[0]])
    #expect(abs(one - 0.648) < 0.04)
    let many = RankCorrelation.bound(ofStrongestAmong: figures)
    #expect(many > 0.8 && many < 1)
    #expect(many == RankCorrelation.bound(ofStrongestAmong: figures))
  }

  @Test("Of unrelated figures five in a hundred are above the bound of one")
  func boundByCount() {
    let ranks = (0..<12).map(Double.init)
    let bound = RankCorrelation.bound(ofStrongestAmong: [ranks], shuffles: 19_999)
    let other = SeededRandom(seed: 8)
    let above = (0..<20_000).count { pair in
      let figures = (0..<12).map { other.stream(pair).uniform(at: Int64($0)) }
      return abs(RankCorrelation.between(ranks, figures) ?? 0) >= bound
    }
    // Both shares have standard errors of 0.15 points. The 94th or 96th value of a hundred would be
    // a point off.
    #expect(abs(Double(above) / 20_000 - 0.05) < 0.006)
  }

  /// Two of the 24 orders of four ranks are perfect, so one in twelve is perfect by accident.
  @Test("Four draws tell nothing, however well they fit")
  func tooFewToTell() {
    #expect(RankCorrelation.bound(ofStrongestAmong: [[1, 2, 3, 4]]) == .infinity)
    #expect(RankCorrelation.bound(ofStrongestAmong: []) == .infinity)
  }

  @Test("The front holds what nothing beats; equals stand on it together")
  func front() {
    let offers: [ParetoFront.Offer?] = [
      .init(gain: 0.9, cost: 20), .init(gain: 0.5, cost: 2), .init(gain: 0.5, cost: 3),
      .init(gain: 0.3, cost: 2), .init(gain: 0.5, cost: 2), nil, .init(gain: 0.9, cost: 19.5),
    ]
    #expect(ParetoFront.positions(in: offers) == [1, 4, 6])
    #expect(ParetoFront.positions(in: []) == [])
    #expect(ParetoFront.positions(in: [nil]) == [])
  }

  @Test("An order's support counts draws ahead, tied and unknown apart")
  func support() {
    let support = OrderSupport(differences: [1, -1, 0, nil, 0.5])
    #expect(support.ahead == 2 && support.tied == 1 && support.draws == 4)
  }

  @Test("Differences are taken seed by seed, where both have a figure")
  func differences() {
    let a = NestedSample(draws: [[5, nil], [7, 8]])
    let b = NestedSample(draws: [[2, 1], [nil, 3]])
    #expect((a - b).strata == [[[3, nil], [nil, 5]]])
  }
}
