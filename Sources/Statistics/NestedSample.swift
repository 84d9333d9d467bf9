/// The values of a figure for seeds, grouped by parameter draw.
///
/// The phone's uncertain parameters are drawn once for several seeds, and each seed is a simulated
/// day. The variation within a draw is day-to-day variation. Any further variation between draws is
/// model uncertainty. A seed stands for the same person and phone in all scenarios, so its values
/// are kept together.
package struct NestedSample: Sendable {
  /// The values by scenario (stratum), draw, and seed within the draw; nil if the figure does not
  /// apply.
  package let strata: [[[Double?]]]

  package init(strata: [[[Double?]]]) { self.strata = strata }

  package init(draws: [[Double?]]) { strata = [draws] }

  /// - Parameters:
  ///   - columns: For each stratum, the values of all seeds; those beyond its end are missing.
  ///   - positions: For each draw, the positions of its seeds in every column.
  package init(columns: [[Double?]], positions: [[Int]]) {
    strata = columns.map { column in
      positions.map { seeds in seeds.map { $0 < column.count ? column[$0] : nil } }
    }
  }

  package var drawCount: Int { strata.first?.count ?? 0 }

  /// The number of values that are not nil.
  package var count: Int { strata.joined().joined().count { $0 != nil } }

  /// The mean over the strata's means, with equal weights; nil if no stratum has a value. Strata
  /// without values are left out.
  package var mean: Double? { average(of: strata.map { average(of: $0.joined()) }) }

  /// The mean of each draw: first the mean of the draw within each stratum, then the mean over the
  /// strata.
  package var drawMeans: [Double?] {
    (0..<drawCount).map { draw in average(of: strata.map { average(of: $0[draw]) }) }
  }

  /// The means of the seeds in each draw.
  ///
  /// The mean of a seed is over the strata that have a value for the seed.
  package var combined: [[Double]] {
    (0..<drawCount).map { draw in
      let length = strata.map { $0[draw].count }.max() ?? 0
      return (0..<length).compactMap { seed in
        average(of: strata.map { seed < $0[draw].count ? $0[draw][seed] : nil })
      }
    }
  }

  /// Returns `a` minus `b` for each seed; nil if one of the two values is missing.
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

/// Returns the mean of the values that are not nil; nil if there are none.
func average(of values: some Sequence<Double?>) -> Double? {
  var sum = 0.0
  var count = 0
  for case let value? in values {
    sum += value
    count += 1
  }
  return count > 0 ? sum / Double(count) : nil
}

extension [Double] {
  /// The numbers themselves; nil for NaN, which stands for a figure that does not apply.
  package var applicable: [Double?] { map { $0.isNaN ? nil : $0 } }
}
