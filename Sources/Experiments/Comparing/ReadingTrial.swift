/// The effect on a comparison of taking another model variant, where sources contradict each other.
package struct ReadingTrial: Codable, Sendable, Equatable {
  /// The subject of the variants.
  package var reading: String
  /// The facts on both sides.
  package var source: String
  /// The variant that the comparison follows.
  package var standard: String
  /// The variant that was tried.
  package var account: String
  package var seedCount: Int
  /// The shifts of the means of measures by which trackers are ordered or chosen. Means that do not
  /// move are left out.
  package var shifts: [Shift]
  /// The decisions that would change. The evidence does not settle these.
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
  /// The measure of `first`; nil for front and choice.
  package var measure: String?
  package var standard: [String]
  package var instead: [String]
}
