/// What becomes of a comparison when one account of sources that contradict one another is taken for
/// another.
public struct ReadingTrial: Codable, Sendable, Equatable {
  /// What the accounts are about.
  public var reading: String
  /// The facts on both sides.
  public var source: String
  /// The account that the comparison follows.
  public var standard: String
  /// The one that was tried.
  public var account: String
  public var seedCount: Int
  /// How far means move, of measures by which trackers are ordered or chosen; those that do not move are
  /// left out.
  public var shifts: [Shift]
  /// What would be decided otherwise: then the evidence does not decide it.
  public var changes: [DecisionChange]

  public struct Shift: Codable, Sendable, Equatable {
    public var tracker: String
    public var measure: String
    public var shift: Double
  }
}

/// Who would be named instead.
public struct DecisionChange: Codable, Sendable, Equatable {
  public enum Decision: String, Codable, Sendable, CaseIterable { case first, front, choice }

  public var decision: Decision
  /// Whose first; nil for front and choice.
  public var measure: String?
  public var standard: [String]
  public var instead: [String]
}
