/// A figure over seeds that are nested in draws of what nobody knows.
///
/// The phone's figures that sources leave open are drawn once, and under each draw several days are
/// lived: so what varies within a draw is chance, and what varies between draws beyond that is ignorance.
/// Over several scenarios the same seed is the same person with the same phone, so seeds are taken
/// together across scenarios, never each by itself.
package struct NestedSample: Sendable, Equatable {
  /// By stratum (scenario), draw and seed of the draw; nil where the figure does not apply.
  package let strata: [[[Double?]]]

  package init(strata: [[[Double?]]]) { self.strata = strata }

  package init(draws: [[Double?]]) { strata = [draws] }

  package var drawCount: Int { strata.first?.count ?? 0 }

  /// How many figures it has.
  package var count: Int { strata.joined().joined().count { $0 != nil } }

  /// The strata's means, each counting the same, over those that have any; nil when none has.
  package var mean: Double? { average(of: strata.map { average(of: $0.joined()) }) }

  /// One a draw: the strata's means within it.
  package var drawMeans: [Double?] {
    (0..<drawCount).map { draw in average(of: strata.map { average(of: $0[draw]) }) }
  }

  /// One a seed, by draw: the mean over the strata that have it.
  package var combined: [[Double]] {
    (0..<drawCount).map { draw in
      let length = strata.map { $0[draw].count }.max() ?? 0
      return (0..<length).compactMap { seed in
        average(of: strata.map { seed < $0[draw].count ? $0[draw][seed] : nil })
      }
    }
  }

  /// Seed by seed; nil where one of the two does not apply.
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

/// Of those that are there; nil when none is.
func average(of values: some Sequence<Double?>) -> Double? {
  var sum = 0.0
  var count = 0
  for case let value? in values {
    sum += value
    count += 1
  }
  return count > 0 ? sum / Double(count) : nil
}
