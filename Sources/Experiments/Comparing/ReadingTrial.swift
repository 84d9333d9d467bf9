/// What becomes of a comparison when one account of sources that contradict one another is taken for
/// another.
package struct ReadingTrial: Codable, Sendable, Equatable {
  /// What the accounts are about.
  package var reading: String
  /// The facts on both sides.
  package var source: String
  /// The account that the comparison follows.
  package var standard: String
  /// The one that was tried.
  package var account: String
  package var seedCount: Int
  /// How far means move, of measures by which trackers are ordered or chosen; those that do not move are
  /// left out.
  package var shifts: [Shift]
  /// What would be decided otherwise: then the evidence does not decide it.
  package var changes: [DecisionChange]

  package struct Shift: Codable, Sendable, Equatable {
    package var tracker: String
    package var measure: String
    package var shift: Double
  }
}

/// Who would be named instead.
package struct DecisionChange: Codable, Sendable, Equatable {
  package enum Decision: String, Codable, Sendable, CaseIterable { case first, front, choice }

  package var decision: Decision
  /// Whose first; nil for front and choice.
  package var measure: String?
  package var standard: [String]
  package var instead: [String]
}
