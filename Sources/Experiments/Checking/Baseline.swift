import Evaluation
import Foundation
import Scenarios
import Simulation
import Statistics

/// The results of the trackers of one scenario, kept for comparison with later results:
/// `Reports/baselines/<scenario>.json`.
///
/// The figures are kept seed by seed. A seed is one day with one person and one phone. A tracker
/// that has not changed gives the same figures again, and one that has changed is compared with
/// itself only: the variation between days, which is most of the spread, cancels out of the
/// difference.
package struct Baseline: Codable, Sendable, Equatable {
  package static let schema = "odograph.baseline/1"
  /// The number of seeds below which there is no interval.
  package static let seedsMin = Bootstrap.drawsMin

  package var schema = Baseline.schema
  /// The version of Odograph that made it.
  package var odograph: String
  /// The path of the scenario, as the user gave it.
  package var scenario: String
  package var scenarioHash: String
  package var profileHash: String
  package var firstSeed: UInt64
  package var seedCount: Int
  /// The lines of the trackers' timelines, without their numbers.
  package var legend: [String]
  package var trackers: [Tracker]

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    /// The name of a preset, or the path of a preset's file.
    package var preset: String
    package var measures: [Measure]
    /// The timeline of the first seed's day; see `TimelineDigest`.
    package var timeline: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var measure: String
    /// The largest mean difference that counts as none, in the measure's unit.
    package var tolerance: Double
    /// One figure per seed, with six digits; null if the measure does not apply.
    package var figures: [Double?]
  }

  package var seeds: [UInt64] { (0..<UInt64(seedCount)).map { firstSeed &+ $0 } }

  /// The names of all its measures, each once.
  package var measures: [String] { trackers.flatMap { $0.measures.map(\.measure) }.withoutRepeats }
}

extension Measures {
  /// Returns the smallest difference that matters, by judgment: 0.01 for a share, otherwise a
  /// twentieth of the mean, but at least the unit's least difference.
  static func usualTolerance(of measure: String, mean: Double) -> Double {
    let unit = definition(of: measure)?.unit ?? .count
    if unit == .share { return unit.leastDifference }
    return max(unit.leastDifference, (abs(mean) * 0.05).rounded(toDigits: 2))
  }
}

extension Double {
  /// Returns the number rounded to this many significant digits.
  func rounded(toDigits digits: Int) -> Double {
    Double(String(format: "%.\(digits)g", self)) ?? self
  }
}
