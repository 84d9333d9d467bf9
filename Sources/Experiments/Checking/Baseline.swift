import Evaluation
import Foundation
import Scenarios
import Simulation
import Statistics

/// What the trackers of one scenario were found to do, kept to be held against what they do later:
/// `Reports/baselines/<scenario>.json`.
///
/// The figures are kept seed by seed. A seed is one day with one person and one phone, so that a tracker
/// which has not changed finds the same again, and one that has differs from itself alone: what days
/// have between them, which is most of the spread, falls out of the difference.
package struct Baseline: Codable, Sendable, Equatable {
  package static let schema = "odograph.baseline/1"
  /// Of fewer no interval can be told.
  package static let seedsMin = Bootstrap.drawsMin

  package var schema = Baseline.schema
  /// Version that made it.
  package var odograph: String
  /// Path of the scenario, as it was named.
  package var scenario: String
  package var scenarioHash: String
  package var profileHash: String
  package var firstSeed: UInt64
  package var seedCount: Int
  /// Lines that the trackers' timelines are made of, their numbers left out.
  package var legend: [String]
  package var trackers: [Tracker]

  package struct Tracker: Codable, Sendable, Equatable {
    package var name: String
    /// Name of a preset, or path of a preset's file.
    package var preset: String
    package var measures: [Measure]
    /// The first seed's day; see `TimelineDigest`.
    package var timeline: String
  }

  package struct Measure: Codable, Sendable, Equatable {
    package var measure: String
    /// A mean difference up to this is none, in the measure's unit.
    package var tolerance: Double
    /// One a seed; null where the measure does not apply. Six digits.
    package var figures: [Double?]
  }

  package var seeds: [UInt64] { (0..<UInt64(seedCount)).map { firstSeed &+ $0 } }

  /// Names of all figures that it has, each once.
  package var measures: [String] { trackers.flatMap { $0.measures.map(\.measure) }.withoutRepeats }
}

extension Measures {
  /// What a difference has to be to mean something, by judgement: a point of a share, else a twentieth of
  /// what is usual, and no less than the unit is worth.
  static func usualTolerance(of measure: String, mean: Double) -> Double {
    let unit = definition(of: measure)?.unit ?? .count
    if unit == .share { return unit.leastDifference }
    return max(unit.leastDifference, (abs(mean) * 0.05).rounded(toDigits: 2))
  }
}

extension Double {
  /// As many digits from the first that is not 0; the nearest number that is written so.
  func rounded(toDigits digits: Int) -> Double {
    Double(String(format: "%.\(digits)g", self)) ?? self
  }
}
