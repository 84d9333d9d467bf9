import EventKernel

/// Spearman's rank correlation. It measures how similarly two figures order the same items.
package enum RankCorrelation {
  /// Returns the correlation, from -1 to 1; nil if one of the two figures is constant.
  package static func between(_ a: [Double], _ b: [Double]) -> Double? {
    precondition(a.count == b.count)
    guard let first = unitRanks(a), let second = unitRanks(b) else { return nil }
    return dot(first, second)
  }

  /// Returns the bound that the strongest of several correlations must exceed to be significant.
  ///
  /// Among many figures, one figure can correlate strongly with anything by coincidence. The
  /// function therefore correlates all figures with many random orders of the items. In 95 % of
  /// these orders, the strongest correlation is at most the bound.
  ///
  /// - Returns: The bound. A bound above 1 means that even a perfect correlation is not
  ///   significant.
  package static func bound(ofStrongestAmong figures: [[Double]], shuffles: Int = 999) -> Double {
    let ranks = figures.compactMap(unitRanks)
    guard let count = ranks.first?.count, count > 2,
      let plain = unitRanks((0..<count).map(Double.init))
    else { return .infinity }
    let chance = SeededRandom(seed: UInt64(count)).stream("shuffles")
    let strongest = (0..<shuffles).map { shuffle in
      let other = shuffled(plain, chance.stream(shuffle))
      return ranks.reduce(0.0) { max($0, abs(dot($1, other))) }
    }.sorted()
    let bound = strongest[min(shuffles - 1, (shuffles + 1) * 95 / 100 - 1)]
    return bound > 1 - 1e-9 ? .infinity : bound
  }

  /// Returns the values in random order, by the method of Fisher and Yates. The order depends only
  /// on `chance` and the number of values.
  private static func shuffled(_ values: [Double], _ chance: SeededRandom) -> [Double] {
    var values = values
    for last in stride(from: values.count - 1, to: 0, by: -1) {
      values.swapAt(last, Int(chance.uniform(at: Int64(last)) * Double(last + 1)))
    }
    return values
  }

  /// Returns the ranks of the values, centered on 0 and scaled to a vector of length 1. Equal
  /// values share their rank. Nil if all values are equal.
  private static func unitRanks(_ values: [Double]) -> [Double]? {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 }
      start = end + 1
    }
    let middle = Double(values.count - 1) / 2
    let centered = ranks.map { $0 - middle }
    let length = dot(centered, centered).squareRoot()
    return length > 0 ? centered.map { $0 / length } : nil
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }
}
