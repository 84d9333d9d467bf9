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
public struct Baseline: Codable, Sendable, Equatable {
  public static let schema = "odograph.baseline/1"
  /// Of fewer no interval can be told.
  public static let seedsMin = Bootstrap.drawsMin

  public var schema = Baseline.schema
  /// Version that made it.
  public var odograph: String
  /// Path of the scenario, as it was named.
  public var scenario: String
  public var scenarioHash: String
  public var profileHash: String
  public var firstSeed: UInt64
  public var seedCount: Int
  /// Lines that the trackers' timelines are made of, their numbers left out.
  public var legend: [String]
  public var trackers: [Tracker]

  public struct Tracker: Codable, Sendable, Equatable {
    public var name: String
    /// Name of a preset, or path of a preset's file.
    public var preset: String
    public var measures: [Measure]
    /// The first seed's day; see `TimelineDigest`.
    public var timeline: String
  }

  public struct Measure: Codable, Sendable, Equatable {
    public var measure: String
    /// A mean difference up to this is none, in the measure's unit.
    public var tolerance: Double
    /// One a seed; null where the measure does not apply. Six digits.
    public var figures: [Double?]
  }

  public var seeds: [UInt64] { (0..<UInt64(seedCount)).map { firstSeed &+ $0 } }

  /// Names of all figures that it has, each once.
  public var measures: [String] { trackers.flatMap { $0.measures.map(\.measure) }.withoutRepeats }
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
