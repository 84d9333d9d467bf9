import Evaluation
import Foundation
import Scenarios
import Simulation
import Statistics

/// The results of the trackers of one scenario, stored for comparison with later results in
/// `Reports/baselines/<scenario>.json`.
///
/// A baseline has one figure for each seed. A seed is one day with one person and one phone. A
/// tracker that has not changed gives the same figures again. A tracker that has changed is
/// compared with its own earlier figure for the same seed. So the variation between days, which is
/// most of the spread, cancels out of the difference.
package struct Baseline: Codable, Sendable, Equatable {
  package static let schema = "odograph.baseline/1"
  /// The smallest number of seeds for which a confidence interval is computed.
  package static let seedsMin = Bootstrap.drawsMin

  package var schema = Baseline.schema
  /// The version of Odograph that created the baseline.
  package var odograph: String
  /// The path of the scenario, as the user gave it.
  package var scenario: String
  package var scenarioHash: String
  package var profileHash: String
  package var firstSeed: UInt64
  package var seedCount: Int
  /// The texts of all timeline lines, with '#' in place of numbers. Each text is listed once, and
  /// timelines refer to it by its index.
  package var legend: [String]
  package var trackers: [Tracker]

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    /// The name of a preset, or the path of a preset's file.
    package var preset: String
    package var measures: [Measure]
    /// The timeline of the first seed's day as text; see `TimelineDigest`.
    package var timeline: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var measure: String
    /// The largest mean difference between a later run and the baseline that does not count as a
    /// change, in the measure's unit.
    package var tolerance: Double
    /// The figure of each seed, with six digits; null if the measure does not apply to that day.
    package var figures: [Double?]
  }

  package var seeds: [UInt64] { (0..<UInt64(seedCount)).map { firstSeed &+ $0 } }

  /// The names of all measures in the baseline, each once.
  package var measures: [String] { trackers.flatMap { $0.measures.map(\.measure) }.withoutRepeats }
}

extension Measures {
  /// Returns the usual `tolerance` of a measure: 0.01 for a share, otherwise a twentieth of the
  /// mean, but at least the unit's `leastDifference`. These rules are estimates without a source.
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
