import EventKernel
import Testing

@testable import Statistics

@Suite("Bootstrap intervals")
struct BootstrapTests {
  private func oneEach(_ values: [Double?]) -> NestedSample {
    NestedSample(draws: values.map { [$0] })
  }

  /// The intervals are from SciPy 1.17, `bootstrap((x,), np.mean, method='BCa',
  /// n_resamples=400000, confidence_level=1-2*norm.cdf(-r))`, where
  /// `r = t.ppf(0.975, n-1)*sqrt(n/(n-1))`.
  @Test("BCa intervals agree with SciPy's, of skewed and of even figures")
  func peer() throws {
    let skewed = try #require(
      Bootstrap(drawCount: 10, resampleCount: 400_000)
        .interval(of: oneEach([0.2, 0.5, 0.6, 0.9, 1.1, 1.4, 1.9, 2.6, 3.8, 6.1])))
    #expect(abs(skewed.low - 0.97) < 0.03 && abs(skewed.high - 3.83) < 0.05, "\(skewed)")
    let even = try #require(
      Bootstrap(drawCount: 12, resampleCount: 400_000)
        .interval(of: oneEach([3.1, 2.9, 4.2, 5.0, 3.8, 4.4, 3.3, 4.9, 4.1, 3.6, 4.0, 4.7])))
    #expect(abs(even.low - 3.5583) < 0.01 && abs(even.high - 4.425) < 0.01)
  }

  @Test("The same figures have the same interval, and a constant added moves it by as much")
  func determinism() throws {
    let values: [Double?] = [1, 4, 2, 8, 5, 7]
    let bootstrap = Bootstrap(drawCount: 6)
    let interval = try #require(bootstrap.interval(of: oneEach(values)))
    #expect(Bootstrap(drawCount: 6).interval(of: oneEach(values)) == interval)
    let moved = try #require(bootstrap.interval(of: oneEach(values.map { $0.map { $0 + 16 } })))
    #expect(abs(moved.low - interval.low - 16) < 1e-9)
    #expect(abs(moved.high - interval.high - 16) < 1e-9)
    #expect(interval.low < 4.5 && interval.high > 4.5)
  }

  @Test("What does not vary has an interval of no width")
  func constant() {
    let interval = Bootstrap(drawCount: 5).interval(of: oneEach([2, 2, 2, 2, 2]))
    #expect(interval == ConfidenceInterval(low: 2, high: 2))
  }

  @Test("Fewer than five draws with the figure have no interval")
  func tooFew() {
    #expect(Bootstrap(drawCount: 4).interval(of: oneEach([1, 2, 3, 4])) == nil)
    #expect(Bootstrap(drawCount: 6).interval(of: oneEach([1, nil, 3, 4, nil, 5])) == nil)
  }

  /// All seeds of a draw are equal here. Treating 20 figures as independent would halve the
  /// interval.
  @Test("Draws are resampled whole")
  func wholeDraws() throws {
    let middles = [1.0, 2, 4, 7, 11]
    let bootstrap = Bootstrap(drawCount: 5)
    let nested = NestedSample(draws: middles.map { [$0, $0, $0, $0] })
    #expect(bootstrap.interval(of: nested) == bootstrap.interval(of: oneEach(middles)))
  }

  /// The two scenarios' draws cancel each other: their mean is 5 in every draw.
  @Test("Scenarios are resampled together, since a draw is the same phone in each")
  func together() throws {
    let first = [1.0, 3, 5, 7, 9]
    let sample = NestedSample(strata: [first.map { [$0] }, first.map { [10 - $0] }])
    let interval = try #require(Bootstrap(drawCount: 5).interval(of: sample))
    #expect(abs(interval.low - 5) < 1e-12 && abs(interval.high - 5) < 1e-12)
  }

  @Test("Means over scenarios count each the same, whatever they lack")
  func missing() {
    let sample = NestedSample(strata: [
      [[1, 3], [nil, 2]], [[10, nil], [nil, nil]], [[nil], [nil]],
    ])
    #expect(sample.mean == 6)
    #expect(sample.drawMeans == [6, 2])
    #expect(sample.count == 4)
    #expect(sample.combined == [[5.5, 3], [2]])
  }

  /// There are 15 draws, as in a comparison of 30 seeds, and 8, as in a check. The share of 400
  /// intervals that hold the mean is 95 % with a standard error of 1.1 %. With percentiles that are
  /// not expanded, about 91 % and 89 % of the intervals hold it.
  @Test("Nineteen of twenty intervals hold the true mean", arguments: [8, 15])
  func coverage(draws: Int) {
    let bootstrap = Bootstrap(drawCount: draws, resampleCount: 1000)
    let held = (0..<400).count { trial in
      let chance = SeededRandom(seed: 7).stream(trial)
      let values = (0..<draws).map { 3 + chance.normal(at: Int64($0)) }
      guard let interval = bootstrap.interval(of: oneEach(values)) else { return false }
      return interval.low <= 3 && interval.high >= 3
    }
    #expect(held >= 371 && held <= 392, "\(held) of 400")
  }

  /// Student's t at 97.5 % is 2.7764 with 4 degrees of freedom, and √(5 ÷ 4) is 1.1180. With many
  /// draws, only the normal distribution's 1.9600 remains.
  @Test("Few draws widen the percentiles, many hardly do")
  func reach() {
    #expect(abs(Bootstrap.reach(draws: 5) - 3.1041) < 1e-3)
    #expect(abs(Bootstrap.reach(draws: 1_000_000) - 1.9600) < 1e-3)
  }

  @Test(
    "The normal distribution and its inverse have their tabled values",
    arguments: [
      (0.5, 0.0), (0.975, 1.959963984540054), (0.025, -1.959963984540054),
      (0.9999, 3.719016485455709),
    ])
  func normal(share: Double, x: Double) {
    #expect(abs(Normal.quantile(share) - x) < 1e-12)
    #expect(abs(Normal.cumulative(x) - share) < 1e-12)
  }
}
