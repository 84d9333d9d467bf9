#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The beta distribution of a share that was estimated from a sample.
///
/// An example is the share of participants with enough data.
package struct Beta: Sendable {
  package let a: Double
  package let b: Double

  package init(a: Double, b: Double) {
    precondition(a > 0 && b > 0)
    self.a = a
    self.b = b
  }

  /// Creates the distribution from `successes` out of `count`, with Jeffreys' prior, the beta
  /// distribution with a = b = ½.
  package init(seen successes: Int, of count: Int) {
    self.init(a: Double(successes) + 0.5, b: Double(count - successes) + 0.5)
  }

  package var mean: Double { a / (a + b) }

  /// Returns the probability that the share is at most `x`: the regularized incomplete beta
  /// function.
  package func cumulative(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges fast only on this side of the mean.
    guard x <= (a + 1) / (a + b + 2) else { return 1 - Beta(a: b, b: a).cumulative(1 - x) }
    let front = exp(a * log(x) + b * log1p(-x) - Beta.logarithm(a, b)) / a
    return min(1, front * fraction(at: x))
  }

  /// Returns the quantile for a probability: the inverse of `cumulative`, computed by bisection.
  package func quantile(_ chance: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return middle }
      if cumulative(middle) < chance { low = middle } else { high = middle }
    }
  }

  /// The central 95 % interval of the share.
  ///
  /// It begins at 0 if nothing in the sample counted as a success, and ends at 1 if everything did
  /// (Brown, Cai, DasGupta, "Interval estimation for a binomial proportion", Statistical Science
  /// 16, 2001).
  package var interval: ConfidenceInterval {
    ConfidenceInterval(
      low: a < 1 ? 0 : quantile(Bootstrap.quantiles.low),
      high: b < 1 ? 1 : quantile(Bootstrap.quantiles.high))
  }

  /// Returns the logarithm of the beta function.
  static func logarithm(_ a: Double, _ b: Double) -> Double {
    logGamma(a) + logGamma(b) - logGamma(a + b)
  }

  /// Returns the continued fraction of the incomplete beta function (Abramowitz and Stegun,
  /// 26.5.8), by Lentz's method.
  private func fraction(at x: Double) -> Double {
    let tiny = 1e-300
    func safe(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / safe(1 - (a + b) * x / (a + 1))
    var value = d
    for step in 1...10_000 {
      let m = Double(step)
      for numerator in [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ] {
        d = 1 / safe(1 + numerator * d)
        c = safe(1 + numerator / c)
        value *= c * d
      }
      if abs(c * d - 1) < 1e-15 { break }
    }
    return value
  }
}

/// Returns the logarithm of the gamma function. The C library's `lgamma` is not used, since it sets
/// a global variable.
func logGamma(_ x: Double) -> Double {
  var sign: Int32 = 0
  return lgamma_r(x, &sign)
}
