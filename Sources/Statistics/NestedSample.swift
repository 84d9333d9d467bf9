/// The values of a figure for seeds that are nested in parameter draws.
///
/// The phone's parameters that sources leave open are drawn once, and several days are simulated
/// under each draw. The variation within a draw is day-to-day variation, and further variation
/// between draws is model uncertainty. In several scenarios the same seed is the same person with
/// the same phone, so a seed is treated as one unit across scenarios.
package struct NestedSample: Sendable, Equatable {
  /// The values by stratum (scenario), draw and seed of the draw; nil if the figure does not apply.
  package let strata: [[[Double?]]]

  package init(strata: [[[Double?]]]) { self.strata = strata }

  package init(draws: [[Double?]]) { strata = [draws] }

  package var drawCount: Int { strata.first?.count ?? 0 }

  /// The number of values.
  package var count: Int { strata.joined().joined().count { $0 != nil } }

  /// The mean of the strata's means, with equal weights, over strata with values; nil if none has
  /// any.
  package var mean: Double? { average(of: strata.map { average(of: $0.joined()) }) }

  /// The mean of each draw over the strata's means within it.
  package var drawMeans: [Double?] {
    (0..<drawCount).map { draw in average(of: strata.map { average(of: $0[draw]) }) }
  }

  /// The mean of each seed over the strata that have it, by draw.
  package var combined: [[Double]] {
    (0..<drawCount).map { draw in
      let length = strata.map { $0[draw].count }.max() ?? 0
      return (0..<length).compactMap { seed in
        average(of: strata.map { seed < $0[draw].count ? $0[draw][seed] : nil })
      }
    }
  }

  /// Returns the differences seed by seed; nil if one of the two values is missing.
  package static func - (a: NestedSample, b: NestedSample) -> NestedSample {
    NestedSample(
      strata: zip(a.strata, b.strata).map { draws in
        zip(draws.0, draws.1).map { seeds in
          zip(seeds.0, seeds.1).map { pair in
            pair.0.flatMap { first in pair.1.map { first - $0 } }
          }
        }
      })
  }
}

/// Returns the average of the values that are not nil; nil if there are none.
func average(of values: some Sequence<Double?>) -> Double? {
  var sum = 0.0
  var count = 0
  for case let value? in values {
    sum += value
    count += 1
  }
  return count > 0 ? sum / Double(count) : nil
}
