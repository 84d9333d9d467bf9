/// An interval in which a figure that has not been measured yet is expected to lie.
package struct PredictionInterval: Codable, Sendable, Equatable {
  package var low: Double
  package var middle: Double
  package var high: Double

  package init(low: Double, middle: Double, high: Double) {
    self.low = low
    self.middle = middle
    self.high = high
  }

  /// Creates the interval between two quantiles of predicted values. Returns nil without values.
  ///
  /// - Parameter share: the probability that the interval covers the figure, such as 0.9.
  package init?(of values: [Double], share: Double) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    low = quantile((1 - share) / 2, of: sorted)
    middle = quantile(0.5, of: sorted)
    high = quantile((1 + share) / 2, of: sorted)
  }

  package var width: Double { high - low }

  package func covers(_ figure: Double) -> Bool { figure >= low && figure <= high }

  /// Returns the interval score of Gneiting and Raftery (2007): the width, plus a penalty of
  /// 2 ÷ (1 − share) times the distance by which the interval misses the figure. Less is better.
  package func score(_ figure: Double, share: Double) -> Double {
    width + 2 / (1 - share) * (max(0, low - figure) + max(0, figure - high))
  }
}
