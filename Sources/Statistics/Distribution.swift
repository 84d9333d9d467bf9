import Text

/// How a figure is distributed over people: each counts once, however many days they lived.
package struct Distribution: Codable, Sendable, Equatable {
  /// People to whom the figure applies.
  package var count: Int
  package var mean: Double
  /// Where the mean of all such people lies with 95 % confidence: people are resampled, never their days.
  /// Null with too few of them.
  @ExplicitNull package var interval: ConfidenceInterval?
  /// Between people; null of one.
  @ExplicitNull package var standardDeviation: Double?
  package var low: Double
  package var p10: Double
  package var p25: Double
  package var p50: Double
  package var p75: Double
  package var p90: Double
  package var high: Double
}

/// People, of whom figures are summed up; the same resamples for every figure.
package struct PeopleSample: Sendable {
  /// How the interval of a mean is found.
  package enum IntervalMethod: Sendable, Equatable {
    /// Of so few there is none.
    case none
    /// People are resampled so many times: see `Bootstrap`.
    case bootstrap(resamples: Int)
    /// By the standard error. Of many the mean is as good as normal, and resampling takes long.
    case normal
  }

  /// More people are not resampled.
  static let resampledMax = 1000

  private let count: Int
  private let bootstrap: Bootstrap?

  package init(count: Int) {
    self.count = count
    bootstrap = count <= Self.resampledMax ? Bootstrap(drawCount: count) : nil
  }

  package static func method(ofCount count: Int) -> IntervalMethod {
    guard count >= Bootstrap.drawsMin else { return .none }
    return count > resampledMax ? .normal : .bootstrap(resamples: Bootstrap.usualResampleCount)
  }

  /// - Parameter figures: one for each of the people; nil where it does not apply.
  /// - Returns: nil where it applies to nobody.
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
    guard let deviation else { return nil }
    let half = Normal.quantile(Bootstrap.quantiles.high) * deviation / Double(known).squareRoot()
    return ConfidenceInterval(low: mean - half, high: mean + half)
  }
}
