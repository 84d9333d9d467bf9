#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The standard normal distribution.
package enum Normal {
  package static func cumulative(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// Returns the quantile for a probability: the inverse of `cumulative`.
  ///
  /// It uses bisection, which is accurate to the last digits and fast enough for rare use.
  package static func quantile(_ share: Double) -> Double {
    guard share > 0 else { return -.infinity }
    guard share < 1 else { return .infinity }
    var low = -40.0
    var high = 40.0
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return middle }
      if cumulative(middle) < share { low = middle } else { high = middle }
    }
  }
}
