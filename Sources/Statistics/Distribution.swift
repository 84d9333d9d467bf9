import Text

/// The distribution of a figure over people. Each person counts once, however many days they have.
package struct Distribution: Codable, Sendable, Equatable {
  /// The number of people to whom the figure applies.
  package var count: Int
  package var mean: Double
  /// The 95 % confidence interval of the mean over these people; null with too few of them.
  ///
  /// The interval resamples people, never their days.
  @ExplicitNull package var interval: ConfidenceInterval?
  /// The standard deviation between people; null for one person.
  @ExplicitNull package var standardDeviation: Double?
  package var low: Double
  package var p10: Double
  package var p25: Double
  package var p50: Double
  package var p75: Double
  package var p90: Double
  package var high: Double
}

/// A sample of people. It summarizes each of their figures, with the same resamples for every
/// figure.
package struct PeopleSample: Sendable {
  /// The method for computing the interval of a mean.
  package enum IntervalMethod: Sendable {
    /// Computes no interval, since there are too few people.
    case none
    /// Resamples the people this many times; see `Bootstrap`.
    case bootstrap(resamples: Int)
    /// Uses the standard error. With many people the mean is nearly normal, and resampling takes
    /// long.
    case normal
  }

  /// The largest number of people for which intervals are computed by resampling.
  static let resampledMax = 1000

  private let count: Int
  private let bootstrap: Bootstrap?

  package init(count: Int) {
    self.count = count
    bootstrap = count <= Self.resampledMax ? Bootstrap(drawCount: count) : nil
  }

  package static func method(ofCount count: Int) -> IntervalMethod {
    guard count >= Bootstrap.drawsMin else { return .none }
    return count > resampledMax
      ? .normal : .bootstrap(resamples: Bootstrap.resampleCount(draws: count))
  }

  /// Returns the distribution of a figure.
  ///
  /// - Parameter figures: One figure for each person; nil if the figure does not apply to the
  ///   person.
  /// - Returns: Nil if the figure applies to no person.
  package func distribution(of figures: [Double?]) -> Distribution? {
    precondition(figures.count == count)
    let known = figures.compactMap { $0 }.sorted()
    guard let low = known.first, let high = known.last, let mean = average(of: figures) else {
      return nil
    }
    let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = known.count > 1 ? (squares / Double(known.count - 1)).squareRoot() : nil
    func at(_ share: Double) -> Double { quantile(share, of: known) }
    return Distribution(
      count: known.count, mean: mean,
      interval: interval(figures, mean, deviation, known.count), standardDeviation: deviation,
      low: low, p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9), high: high)
  }

  private func interval(
    _ figures: [Double?], _ mean: Double, _ deviation: Double?, _ known: Int
  ) -> ConfidenceInterval? {
    if let bootstrap { return bootstrap.interval(of: NestedSample(draws: figures.map { [$0] })) }
    guard known > Self.resampledMax, let deviation else {
      // Among many people, a figure may apply to few.
      let few = figures.filter { $0 != nil }
      return Bootstrap(drawCount: known).interval(of: NestedSample(draws: few.map { [$0] }))
    }
    let half = Normal.quantile(Bootstrap.quantiles.high) * deviation / Double(known).squareRoot()
    return ConfidenceInterval(low: mean - half, high: mean + half)
  }
}
