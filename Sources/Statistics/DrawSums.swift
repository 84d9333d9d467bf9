/// Sums and counts of the figures in each stratum and draw. From them, the mean of any selection of
/// draws is computed fast.
///
/// Thousands of selections are summed for an interval, and a study has hundreds of intervals. Every
/// sum adds its draws in their order, so it is the same however many are computed together.
struct DrawSums {
  /// The sum of some figures, and their number.
  private typealias Sum = SIMD2<Double>

  private let drawCount: Int
  private var strata: [[Sum]]
  let drawsWithFigure: Int

  init(_ sample: NestedSample) {
    drawCount = sample.drawCount
    let all = sample.strata.map { draws in
      draws.map { seeds in
        let values = seeds.compactMap { $0 }
        return Sum(values.reduce(0, +), Double(values.count))
      }
    }
    drawsWithFigure = (0..<sample.drawCount).count { draw in all.contains { $0[draw].y > 0 } }
    strata = all.filter { $0.contains { $0.y > 0 } }
    collapse()
  }

  /// Merges the strata into one, so that means are computed faster.
  ///
  /// This is possible if all draws have equal numbers of figures in all strata. The mean of the
  /// merged stratum is then equal to the mean of the strata's means.
  private mutating func collapse() {
    guard let count = strata.first?.first?.y, strata.count > 1,
      strata.allSatisfy({ $0.allSatisfy { $0.y == count } })
    else { return }
    strata = [
      (0..<drawCount).map { draw in
        Sum(strata.reduce(0) { $0 + $1[draw].x } / Double(strata.count), count)
      }
    ]
  }

  /// The mean of all draws; nil without a figure.
  var mean: Double? {
    var means = Means(count: 1)
    for stratum in strata { means.add(stratum.reduce(Sum(), +), at: 0) }
    return means.known.first
  }

  /// Returns the mean of each selection that has a figure.
  ///
  /// - Parameter picks: The indices of each selection's draws, one selection after the other.
  func means(ofSelections picks: [Int32], count: Int) -> [Double] {
    var means = Means(count: count)
    for stratum in strata {
      stratum.withUnsafeBufferPointer { stratum in
        var selection = 0
        // An addition waits for the one before it, but not for those of other selections.
        while selection + 4 <= count {
          var (a, b, c, d) = (Sum(), Sum(), Sum(), Sum())
          let first = selection * drawCount
          for pick in first..<first + drawCount {
            a += stratum[Int(picks[pick])]
            b += stratum[Int(picks[pick + drawCount])]
            c += stratum[Int(picks[pick + 2 * drawCount])]
            d += stratum[Int(picks[pick + 3 * drawCount])]
          }
          for (index, sum) in [a, b, c, d].enumerated() { means.add(sum, at: selection + index) }
          selection += 4
        }
        while selection < count {
          let drawn = picks[selection * drawCount..<(selection + 1) * drawCount]
          means.add(drawn.reduce(Sum()) { $0 + stratum[Int($1)] }, at: selection)
          selection += 1
        }
      }
    }
    return means.known
  }

  /// Returns the mean without each draw in turn, where there is a figure.
  func meansWithoutOneDraw() -> [Double] {
    var means = Means(count: drawCount)
    for stratum in strata {
      var before = Sum()
      for (left, sum) in stratum.enumerated() {
        means.add(stratum[(left + 1)...].reduce(before, +), at: left)
        before += sum
      }
    }
    return means.known
  }

  /// The means of selections over the strata, each with the same weight. Strata without figures of
  /// a selection are left out.
  private struct Means {
    private var totals: [Sum]

    init(count: Int) { totals = Array(repeating: Sum(), count: count) }

    mutating func add(_ sum: Sum, at selection: Int) {
      if sum.y > 0 { totals[selection] += Sum(sum.x / sum.y, 1) }
    }

    var known: [Double] { totals.compactMap { $0.y > 0 ? $0.x / $0.y : nil } }
  }
}
