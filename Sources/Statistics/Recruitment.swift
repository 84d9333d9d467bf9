import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of people to recruit, so that a required number of them are usable, with a given
/// certainty.
///
/// Each recruit is usable or not, independently of the others. The share of usable people is known
/// only from a sample, so the number takes the distribution of this share into account. With
/// Jeffreys' prior, the number of usable people among n recruits is beta-binomial. `low` and `high`
/// are the numbers to recruit if the share is known and lies at an end of its 95 % interval.
package struct Recruitment: Codable, Sendable, Equatable {
  package var usable: Int
  package var certainty: Double
  /// The number of people to recruit; null if it exceeds `recruitsMax`, or if no person in the
  /// sample was usable.
  @ExplicitNull package var recruits: Int? = nil
  @ExplicitNull package var low: Int? = nil
  @ExplicitNull package var high: Int? = nil

  package static let recruitsMax = 10_000_000

  package init(usable: Int, certainty: Double, seen successes: Int, of count: Int) {
    self.usable = usable
    self.certainty = certainty
    guard successes > 0 else { return }
    let belief = Beta(seen: successes, of: count)
    let interval = belief.interval
    recruits = Recruitment.least(from: usable) {
      Recruitment.chance(ofAtLeast: usable, among: $0, belief) >= certainty
    }
    low = Recruitment.needed(usable, certainty, share: interval.high)
    high = Recruitment.needed(usable, certainty, share: interval.low)
  }

  /// Returns the number of people to recruit if the share of usable people is known; nil if the
  /// number exceeds `recruitsMax`.
  static func needed(_ usable: Int, _ certainty: Double, share: Double) -> Int? {
    guard share > 0 else { return nil }
    return least(from: usable) { chance(ofAtLeast: usable, among: $0, share: share) >= certainty }
  }

  /// Returns the probability that at least `usable` of the recruits are usable, for a known share.
  /// The number is binomial, so the incomplete beta function gives the probability: Iₚ(k, n − k +
  /// 1).
  static func chance(ofAtLeast usable: Int, among recruits: Int, share: Double) -> Double {
    guard usable > 0 else { return 1 }
    guard recruits >= usable else { return 0 }
    return Beta(a: Double(usable), b: Double(recruits - usable + 1)).cumulative(share)
  }

  /// Returns the probability that at least `usable` of the recruits are usable, for an uncertain
  /// share.
  ///
  /// The number is beta-binomial. The probability is 1 − Σ C(n, x) B(x + a, n − x + b) ÷ B(a, b),
  /// over x below `usable`. The terms are computed as logarithms, since some are too small for a
  /// double.
  static func chance(ofAtLeast usable: Int, among recruits: Int, _ belief: Beta) -> Double {
    guard usable > 0 else { return 1 }
    guard recruits >= usable else { return 0 }
    let n = Double(recruits)
    var term = Beta.logarithm(belief.a, n + belief.b) - Beta.logarithm(belief.a, belief.b)
    var fewer = 0.0
    for count in 0..<usable {
      fewer += exp(term)
      let x = Double(count)
      term += log((n - x) / (x + 1)) + log((x + belief.a) / (n - x - 1 + belief.b))
    }
    return max(0, 1 - fewer)
  }

  /// Returns the smallest number, not below `start`, that is enough; nil above `recruitsMax`. If a
  /// number is enough, all greater numbers must be enough too.
  private static func least(from start: Int, _ isEnough: (Int) -> Bool) -> Int? {
    var high = max(start, 1)
    while !isEnough(high) {
      if high == recruitsMax { return nil }
      high = min(high * 2, recruitsMax)
    }
    var low = max(start, 1) - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
