import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The difference between the means of two samples, with its 95 % interval.
///
/// Pairs of values give Student's interval of their differences. Samples without pairs give Welch's
/// interval, which does not assume equal variances.
package struct MeanDifference: Codable, Sendable, Equatable {
  package var firstMean: Double
  package var secondMean: Double
  /// The mean of the second sample minus the mean of the first.
  package var difference: Double
  /// The 95 % interval of the difference; null with fewer than two values in a sample.
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  /// The number of values of each sample, or of pairs, with which a true difference of this size is
  /// found in nine of ten experiments. Null if it is not known, or above `countMax`.
  @ExplicitNull package var countToDistinguish: Int? = nil

  /// The two-sided error rate of the interval and of the test that `countToDistinguish` plans.
  static let errorRate = 0.05
  /// The chance with which the planned test finds the difference.
  static let power = 0.9
  package static let countMax = 10_000

  /// Compares pairs of values; nil without pairs.
  package init?(pairs: [(first: Double, second: Double)]) {
    guard let first = Moments(pairs.map(\.first)), let second = Moments(pairs.map(\.second)),
      let differences = Moments(pairs.map { $0.second - $0.first })
    else { return nil }
    self.init(first, second)
    guard let variance = differences.variance else { return }
    take(
      variance: variance, standardError: (variance / differences.count).squareRoot(),
      degreesOfFreedom: differences.count - 1)
  }

  /// Compares two samples without pairs; nil if one of them is empty.
  package init?(_ first: [Double], _ second: [Double]) {
    guard let first = Moments(first), let second = Moments(second) else { return nil }
    self.init(first, second)
    guard let one = first.variance, let other = second.variance else { return }
    let (a, b) = (one / first.count, other / second.count)
    let freedom =
      a + b > 0
      ? (a + b) * (a + b) / (a * a / (first.count - 1) + b * b / (second.count - 1))
      : first.count + second.count - 2
    take(
      variance: one + other, standardError: (a + b).squareRoot(), degreesOfFreedom: freedom)
  }

  /// True if the interval does not contain zero.
  package var isDistinguished: Bool {
    interval.map { $0.low > 0 || $0.high < 0 } ?? false
  }

  private init(_ first: Moments, _ second: Moments) {
    firstMean = first.mean
    secondMean = second.mean
    difference = second.mean - first.mean
  }

  private mutating func take(
    variance: Double, standardError: Double, degreesOfFreedom: Double
  ) {
    let half = StudentT(degreesOfFreedom).twoSided(Self.errorRate) * standardError
    interval = ConfidenceInterval(low: difference - half, high: difference + half)
    guard difference != 0 else { return }
    let sum = Normal.quantile(1 - Self.errorRate / 2) + Normal.quantile(Self.power)
    let count = max(2, (sum * sum * variance / (difference * difference)).rounded(.up))
    countToDistinguish = count <= Double(Self.countMax) ? Int(count) : nil
  }
}

/// Student's distribution of t.
struct StudentT {
  private let degreesOfFreedom: Double

  init(_ degreesOfFreedom: Double) { self.degreesOfFreedom = degreesOfFreedom }

  /// Returns the value that |t| exceeds with a given probability.
  ///
  /// With x = ν ÷ (ν + t²), that probability is the incomplete beta function Iₓ(ν/2, ½).
  func twoSided(_ chance: Double) -> Double {
    let x = Beta(a: degreesOfFreedom / 2, b: 0.5).quantile(chance)
    return (degreesOfFreedom * (1 / x - 1)).squareRoot()
  }
}

/// The mean and the variance of a sample.
private struct Moments {
  let count: Double
  let mean: Double
  /// The variance with n − 1; nil for one value.
  let variance: Double?

  /// Returns nil for an empty sample.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    count = Double(values.count)
    self.mean = mean
    variance =
      values.count > 1
      ? values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1) : nil
  }
}
