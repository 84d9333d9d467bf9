import Testing

@testable import Statistics

@Suite("How many to recruit")
struct RecruitmentTests {
  private func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool {
    abs(a - b) <= tolerance
  }

  /// For integer parameters the distribution is a binomial tail: I₀.₄(2, 3) = 6·0.4²·0.6² +
  /// 4·0.4³·0.6 + 0.4⁴.
  @Test("The beta distribution adds up to what can be counted by hand")
  func beta() {
    #expect(isClose(Beta(a: 1, b: 1).cumulative(0.3), 0.3))
    #expect(isClose(Beta(a: 2, b: 3).cumulative(0.4), 0.3456 + 0.1536 + 0.0256))
    // Far above the mean, the other tail is summed.
    #expect(isClose(Beta(a: 3, b: 2).cumulative(0.6), 1 - 0.5248))
    #expect(Beta(a: 2, b: 3).cumulative(0) == 0)
    #expect(Beta(a: 2, b: 3).cumulative(1) == 1)
    let wide = Beta(seen: 3, of: 10)
    #expect(isClose(wide.cumulative(wide.quantile(0.2)), 0.2))
    #expect(isClose(Beta(seen: 60_000, of: 100_000).quantile(0.5), 0.6, 1e-4))
  }

  @Test("A share that never or always was seen has an interval from 0, or to 1")
  func edges() {
    let never = Beta(seen: 0, of: 20).interval
    #expect(never.low == 0 && never.high > 0.05 && never.high < 0.2)
    let always = Beta(seen: 20, of: 20).interval
    #expect(always.high == 1)
    #expect(isClose(always.low, 1 - never.high, 1e-9))
  }

  /// At least one of n with even chances: 1 − 0.5³ = 0.875 is not enough, 1 − 0.5⁴ = 0.9375 is.
  @Test("With a known share the number is the binomial's")
  func binomial() {
    #expect(Recruitment.needed(1, 0.9, share: 0.5) == 4)
    #expect(Recruitment.needed(1, 0.875, share: 0.5) == 3)
    #expect(Recruitment.needed(7, 0.9, share: 1) == 7)
    #expect(Recruitment.needed(7, 0.9, share: 0) == nil)
  }

  /// If all shares are equally likely, every number from 0 to n is too. So at least k of n has the
  /// probability (n − k + 1) ÷ (n + 1).
  @Test("With an unknown share the number is the beta-binomial's")
  func betaBinomial() {
    let anything = Beta(a: 1, b: 1)
    for (usable, recruits) in [(5, 49), (1, 9), (30, 1200)] {
      let chance = Recruitment.chance(ofAtLeast: usable, among: recruits, anything)
      #expect(isClose(chance, Double(recruits - usable + 1) / Double(recruits + 1), 1e-9))
    }
    #expect(Recruitment.chance(ofAtLeast: 5, among: 4, anything) == 0)
  }

  /// 100 of 200 give p = 0.5 ± 0.035. With p = 0.5 for sure, a binomial needs 221 to have 100 with
  /// 90 %: the mean is 110.5, the standard deviation 7.43, and 99.5 is 1.48 of it below. The
  /// uncertainty of p takes more recruits. The numbers for the two ends of its interval (0.431 to
  /// 0.569) are below and above.
  @Test("Not knowing the share takes more recruits than knowing it")
  func ignorance() throws {
    let recruitment = Recruitment(usable: 100, certainty: 0.9, seen: 100, of: 200)
    let known = try #require(Recruitment.needed(100, 0.9, share: 0.5))
    let recruits = try #require(recruitment.recruits)
    #expect((216...222).contains(known))
    #expect(recruits > known)
    let low = try #require(recruitment.low)
    let high = try #require(recruitment.high)
    #expect(low < known && recruits < high)
    // With more observations the share is more certain.
    let better = Recruitment(usable: 100, certainty: 0.9, seen: 1000, of: 2000)
    #expect(try #require(better.recruits) < recruits)
    #expect(try #require(better.recruits) >= known)
  }

  @Test(
    "If none was usable there is no number, and if all were it is hardly more than wanted")
  func extremes() {
    let none = Recruitment(usable: 10, certainty: 0.9, seen: 0, of: 50)
    #expect(none.recruits == nil && none.low == nil && none.high == nil)
    // All of ten are usable with the probability √(1000.5 ÷ 1010.5) = 0.995.
    #expect(Recruitment(usable: 10, certainty: 0.9, seen: 1000, of: 1000).recruits == 10)
  }

  /// The mean of n people is 0.0125 n, the standard deviation of about 100,000 is 316, and 10 % lie
  /// 1.2816 of it below the mean: 100,405 ÷ 0.0125 = 8.032 million.
  @Test("A number just below the limit is found")
  func nearLimit() throws {
    let needed = try #require(Recruitment.needed(100_000, 0.9, share: 0.0125))
    #expect((8_025_000...8_040_000).contains(needed))
    #expect(Recruitment.needed(100_000, 0.9, share: 0.009) == nil)
  }

  @Test("A distribution is over people: those to whom the figure does not apply are no part of it")
  func distribution() throws {
    let sample = PeopleSample(count: 7)
    let distribution = try #require(sample.distribution(of: [3, nil, 1, 5, 2, nil, 4]))
    #expect(distribution.count == 5)
    #expect(distribution.mean == 3)
    #expect(distribution.p50 == 3 && distribution.low == 1 && distribution.high == 5)
    #expect(isClose(distribution.p10, 1.4))
    #expect(isClose(distribution.standardDeviation ?? 0, 2.5.squareRoot()))
    // Student's interval is ± 2.776 · √2.5 ÷ √5 = ± 1.96.
    let interval = try #require(distribution.interval)
    #expect(abs(interval.low - 1.04) < 0.1 && abs(interval.high - 4.96) < 0.1, "\(interval)")
    #expect(sample.distribution(of: Array(repeating: nil, count: 7)) == nil)
    #expect(PeopleSample(count: 1).distribution(of: [2])?.standardDeviation == nil)
  }

  /// 2000 people, half 0 and half 1, have a standard deviation of 0.50013, so the interval is ±
  /// 1.96 · 0.50013 ÷ √2000 = ± 0.02192.
  @Test("Of very many people the mean's interval is the normal one")
  func many() throws {
    let figures = (0..<2000).map { Double($0 % 2) }
    let interval = try #require(PeopleSample(count: 2000).distribution(of: figures)?.interval)
    #expect(isClose(interval.low, 0.5 - 0.02192, 1e-5))
    #expect(isClose(interval.high, 0.5 + 0.02192, 1e-5))
  }

  @Test("Of the few among many people to whom a figure applies, the interval is that of few people")
  func fewOfMany() throws {
    func interval(of figures: [Double], among count: Int) -> ConfidenceInterval? {
      let all = figures.map(Optional.some) + Array(repeating: nil, count: count - figures.count)
      return PeopleSample(count: count).distribution(of: all)?.interval
    }
    let ten = (0..<10).map { Double($0 * $0) }
    #expect(interval(of: ten, among: 2000) == interval(of: ten, among: 10))
    #expect(interval(of: [1, 2, 3, 4], among: 2000) == nil)
  }
}
