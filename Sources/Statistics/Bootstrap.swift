import EventKernel

/// Confidence intervals of means by resampling, bias-corrected and accelerated.
///
/// The method is BCa (Efron, "Better bootstrap confidence intervals", JASA 82, 1987). It resamples
/// whole parameter draws with all their seeds, in all scenarios at once. The seeds of one draw
/// share the phone's parameters. Resampling them one by one would wrongly treat them as
/// independent. Every figure uses the same resamples, from a fixed seed, so that results are
/// reproducible and comparable.
///
/// A resample of few draws varies less than a new sample would. The levels of the percentiles are
/// therefore expanded by Student's t (Hesterberg, "What teachers should know about the bootstrap",
/// The American Statistician 69, 2015).
package struct Bootstrap: Sendable {
  /// The lowest number of parameter draws for an interval. An interval from fewer draws would be
  /// too narrow.
  package static let drawsMin = 5

  /// Returns the number of resamples for a number of draws.
  ///
  /// The levels of few draws are expanded so far that two of 2,000 resamples lie beyond an end.
  package static func resampleCount(draws: Int) -> Int { draws <= 7 ? 20_000 : 2000 }

  static let quantiles = (low: 0.025, high: 0.975)

  private let drawCount: Int
  private let resampleCount: Int
  /// The indices of the parameter draws in all resamples, one resample after the other.
  ///
  /// Each of the `resampleCount` resamples has `drawCount` indices.
  private let picks: [Int32]

  package init(drawCount: Int, resampleCount: Int? = nil) {
    let resampleCount = resampleCount ?? Self.resampleCount(draws: drawCount)
    self.drawCount = drawCount
    self.resampleCount = resampleCount
    let chance = SeededRandom(seed: UInt64(drawCount)).stream("bootstrap")
    picks = (0..<max(0, drawCount * resampleCount)).map { index in
      Int32(chance.uniform(at: Int64(index)) * Double(drawCount))
    }
  }

  /// Returns the 95 % interval of the sample's mean; nil if fewer than `drawsMin` parameter draws
  /// have a value.
  package func interval(of sample: NestedSample) -> ConfidenceInterval? {
    precondition(sample.drawCount == drawCount)
    let sums = DrawSums(sample)
    guard sums.drawsWithFigure >= Bootstrap.drawsMin, let mean = sums.mean else { return nil }
    let means = sums.means(ofSelections: picks, count: resampleCount).sorted()
    return interval(
      of: means, around: mean, acceleration: acceleration(sums.meansWithoutOneDraw()),
      reach: Self.reach(draws: sums.drawsWithFigure))
  }

  /// Returns how many standard deviations of the resampled means an interval extends to each side,
  /// before corrections.
  ///
  /// The means of resamples of n draws vary √((n - 1) ÷ n) times as much as the standard error.
  static func reach(draws: Int) -> Double {
    let degrees = Double(draws - 1)
    return StudentT(degrees: degrees).twoSided(2 * quantiles.low)
      * (Double(draws) / degrees).squareRoot()
  }

  private func interval(
    of means: [Double], around mean: Double, acceleration: Double, reach: Double
  ) -> ConfidenceInterval? {
    guard let first = means.first, let last = means.last else { return nil }
    guard first < last else { return ConfidenceInterval(low: first, high: last) }
    let below = Double(means.count { $0 < mean }) + 0.5 * Double(means.count { $0 == mean })
    let count = Double(means.count)
    let bias = Normal.quantile(min(max(below, 0.5), count - 0.5) / count)
    func end(_ deviations: Double) -> Double {
      let shifted = bias + deviations
      return quantile(Normal.cumulative(bias + shifted / (1 - acceleration * shifted)), of: means)
    }
    return ConfidenceInterval(low: end(-reach), high: end(reach))
  }

  /// Returns BCa's acceleration: how the standard error changes with the mean, estimated by the
  /// jackknife.
  ///
  /// - Parameter leftOut: The mean of the sample without one draw, for each draw in turn.
  private func acceleration(_ leftOut: [Double]) -> Double {
    let center = leftOut.reduce(0, +) / Double(max(leftOut.count, 1))
    let squares = leftOut.reduce(0) { $0 + ($1 - center) * ($1 - center) }
    let cubes = leftOut.reduce(0) { $0 + (center - $1) * (center - $1) * (center - $1) }
    guard squares > 0 else { return 0 }
    return cubes / (6 * squares * squares.squareRoot())
  }
}

/// A 95 % confidence interval, from `low` to `high`.
package struct ConfidenceInterval: Codable, Sendable, Equatable {
  package var low: Double
  package var high: Double

  package init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  package var width: Double { high - low }
}

/// Returns a quantile of sorted values, interpolated linearly (type 7 of Hyndman and Fan).
func quantile(_ share: Double, of sorted: [Double]) -> Double {
  let place = min(max(share, 0), 1) * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// Returns a quantile of sorted values by the rule of Hazen (type 5 of Hyndman and Fan), which is the
/// inverse of the mid-rank: the lowest of n values is the quantile of 1 / 2n.
///
/// With fewer than ten values, the 5 % and the 95 % quantile are the lowest and the highest value.
package func hazenQuantile(_ share: Double, of sorted: [Double]) -> Double {
  let place = share * Double(sorted.count) - 0.5
  return quantile(place / Double(max(1, sorted.count - 1)), of: sorted)
}
