/// The two parts of a figure's variance: day-to-day variation and model uncertainty.
///
/// They are computed by a one-way analysis of variance with random effects, for draws of unequal
/// size. The mean square within draws is the variance of day-to-day variation. The excess of the
/// mean square between draws, divided by the number of seeds per draw, is the variance of model
/// uncertainty. If day-to-day variation alone explains the difference between draws, model
/// uncertainty is 0, never negative.
package struct VarianceComponents: Sendable {
  /// The variance between the days of one draw, called day-to-day variation.
  package let chance: Double
  /// The variance between the draws, beyond day-to-day variation. It is called model uncertainty.
  package let ignorance: Double

  /// Creates the components from the figures of each draw. Returns nil if there are fewer than two
  /// draws, or if no draw has two seeds.
  package init?(_ draws: [[Double]]) {
    let draws = draws.filter { !$0.isEmpty }
    let count = draws.reduce(0) { $0 + $1.count }
    guard draws.count >= 2, count > draws.count else { return nil }
    let total = Double(count)
    let mean = draws.joined().reduce(0, +) / total
    var within = 0.0
    var between = 0.0
    for seeds in draws {
      let middle = seeds.reduce(0, +) / Double(seeds.count)
      between += Double(seeds.count) * (middle - mean) * (middle - mean)
      for value in seeds { within += (value - middle) * (value - middle) }
    }
    let meanWithin = within / (total - Double(draws.count))
    let meanBetween = between / Double(draws.count - 1)
    let squares = draws.reduce(0.0) { $0 + Double($1.count * $1.count) }
    let seedsPerDraw = (total - squares / total) / Double(draws.count - 1)
    chance = meanWithin
    ignorance = max(0, (meanBetween - meanWithin) / seedsPerDraw)
  }

  /// The share of the variance that comes from model uncertainty, 0 to 1; nil if nothing varies.
  package var ignoranceShare: Double? {
    chance + ignorance > 0 ? ignorance / (chance + ignorance) : nil
  }
}
