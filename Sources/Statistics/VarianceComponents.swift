/// How much of a figure's spread is chance, and how much is ignorance.
///
/// One-way analysis of variance with random effects, for draws of unequal size: the mean square within
/// draws is the variance of chance; what the mean square between draws has beyond it, divided by the
/// seeds of a draw, is that of ignorance. Where chance alone explains the difference between draws,
/// ignorance is 0, never less.
package struct VarianceComponents: Sendable, Equatable {
  /// Variance among the days of one draw.
  package let chance: Double
  /// Variance among the draws, beyond what chance makes.
  package let ignorance: Double

  /// Nil without two draws, or without a draw of two seeds.
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

  /// 0 to 1; nil when nothing varies.
  package var ignoranceShare: Double? {
    chance + ignorance > 0 ? ignorance / (chance + ignorance) : nil
  }
}
