import Testing

@testable import Statistics

@Suite("Differences between means")
struct MeanDifferenceTests {
  private let first = [4.1, 3.9, 4.4, 4.6, 4.0]
  private let second = [1.6, 1.9, 1.7, 2.4, 1.5]

  private func close(_ interval: ConfidenceInterval?, _ low: Double, _ high: Double) -> Bool {
    interval.map { abs($0.low - low) < 1e-3 && abs($0.high - high) < 1e-3 } ?? false
  }

  /// Quantiles of t from tables: 12.706 for one degree of freedom, 2.776 for four, 1.984 for 100.
  @Test("The quantiles of Student's t are those of the tables")
  func quantiles() {
    for (freedom, value) in [(1.0, 12.706), (4, 2.776), (100, 1.984)] {
      #expect(abs(StudentT(freedom).twoSided(0.05) - value) < 1e-3)
    }
  }

  @Test("Pairs have the interval of their differences")
  func paired() throws {
    // Differences −2.5, −2.0, −2.7, −2.2, −2.5: mean −2.38, standard deviation 0.27749, so the
    // standard error is 0.12410 and the interval −2.38 ± 2.7764 × 0.12410.
    let pairs = zip(first, second).map { (first: $0, second: $1) }
    let compared = try #require(MeanDifference(pairs: pairs))
    #expect(abs(compared.difference + 2.38) < 1e-9)
    #expect(close(compared.interval, -2.7246, -2.0354))
    #expect(compared.isDistinguished)
    // 10.507 × 0.077 ÷ 2.38² is 0.14: two are the least that have a variance.
    #expect(compared.countToDistinguish == 2)
  }

  @Test("Samples without pairs have Welch's interval")
  func unpaired() throws {
    // scipy.stats.ttest_ind(second, first[:4], equal_var=False).confidence_interval()
    let compared = try #require(MeanDifference(Array(first.prefix(4)), second))
    #expect(abs(compared.difference + 2.43) < 1e-9)
    #expect(close(compared.interval, -2.9580, -1.9020))
  }

  @Test("The number of values for a power of 90 % is by the normal approximation")
  func count() throws {
    // Differences 1, −1, 2, −1, 1 of mean 0.4 and variance 1.8: (1.95996 + 1.28155)² × 1.8 ÷ 0.16
    // is 118.2.
    let pairs = [1.0, -1, 2, -1, 1].map { (first: 0.0, second: $0) }
    let paired = try #require(MeanDifference(pairs: pairs))
    #expect(paired.countToDistinguish == 119)
    #expect(!paired.isDistinguished)
    // Without pairs both variances count, of which the first is 0.
    let unpaired = try #require(MeanDifference([0, 0, 0, 0, 0], pairs.map(\.second)))
    #expect(unpaired.countToDistinguish == 119)
    // A difference of 0.001 between values of variance 1.8 takes more than can be counted in days.
    let tiny = try #require(MeanDifference(pairs: pairs.map { ($0.first, $0.second - 0.399) }))
    #expect(tiny.countToDistinguish == nil)
  }

  @Test("One value of each has a difference, but neither an interval nor a number")
  func single() throws {
    let compared = try #require(MeanDifference(pairs: [(1, 3)]))
    #expect(compared.difference == 2)
    #expect(compared.interval == nil && compared.countToDistinguish == nil)
    #expect(!compared.isDistinguished)
    #expect(MeanDifference(pairs: []) == nil)
    #expect(MeanDifference([], [1]) == nil)
  }

  @Test("Values that do not vary have an interval of no width")
  func constant() throws {
    let same = try #require(MeanDifference([2, 2], [3, 3, 3]))
    #expect(same.interval == ConfidenceInterval(low: 1, high: 1))
    #expect(same.countToDistinguish == 2)
    let none = try #require(MeanDifference([2, 2], [2, 2]))
    #expect(none.countToDistinguish == nil)
  }
}
