/// The effect of another model variant on a comparison. Variants exist where sources contradict
/// each other.
package struct VariantTrial: Codable, Sendable, Equatable {
  /// The name of the phone's property on which sources contradict each other, such as `cellular`.
  package var reading: String
  /// The ids of the sources in FACTS.md that support the variants.
  package var source: String
  /// The variant that the comparison uses.
  package var standard: String
  /// The variant that was tried instead.
  package var account: String
  package var seedCount: Int
  /// The changes of the means of measures that rank or recommend trackers. Means that do not change
  /// are left out.
  package var shifts: [Shift]
  /// The decisions that are different under the tried variant.
  ///
  /// The comparison cannot settle these decisions, since the sources do not settle the variant.
  package var changes: [DecisionChange]

  package struct Shift: Codable, Sendable, Equatable {
    package var tracker: String
    package var measure: String
    package var shift: Double
  }
}

/// A decision that another model variant changes.
package struct DecisionChange: Codable, Sendable, Equatable {
  package enum Decision: String, Codable, Sendable, CaseIterable { case first, front, choice }

  package var decision: Decision
  /// The measure of the ranking whose first tracker changes. Nil if the Pareto front or the choice
  /// changes.
  package var measure: String?
  package var standard: [String]
  package var instead: [String]
}
