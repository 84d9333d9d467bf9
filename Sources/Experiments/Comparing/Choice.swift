import Evaluation
import Scenarios
import Simulation
import Statistics
import Text

/// The recommendation of a tracker for the user's need, with the findings on all candidates.
package struct Choice: Codable, Sendable, Equatable {
  package var need: Need
  /// The recommended tracker. Null if no tracker meets the requirements.
  @ExplicitNull package var chosen: String? = nil
  /// The number of parameter draws that give the same recommendation as all draws together.
  package var drawsChosen: Int
  package var draws: Int
  /// The candidates in the order of the comparison's trackers.
  package var candidates: [Candidate]

  package struct Candidate: Codable, Sendable, Equatable {
    package var tracker: String
    @ExplicitNull package var objective: Double? = nil
    @ExplicitNull package var objectiveInterval: ConfidenceInterval? = nil
    package var isEligible: Bool
    /// The findings in the order of the need's requirements.
    package var requirements: [RequirementFinding]
  }
}

package struct RequirementFinding: Codable, Sendable, Equatable {
  package var requirement: MeasureCondition
  @ExplicitNull package var found: Double? = nil
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  /// True if the tracker's mean meets the requirement.
  package var isMet: Bool
  /// True if both ends of the mean's confidence interval meet the requirement.
  package var isSure: Bool
  /// The number of parameter draws in which the tracker meets the requirement.
  package var drawsMet: Int
}

extension Need {
  /// Returns the tracker to recommend; nil if no tracker meets the requirements.
  ///
  /// - Parameters:
  ///   - trackers: The indices of the trackers to choose from.
  ///   - mean: Returns the mean of a measure for a tracker; nil if the measure does not apply.
  /// - Returns: The tracker's index.
  package func chosen(among trackers: Range<Int>, mean: (Int, String) -> Double?) -> Int? {
    let eligible = trackers.filter { tracker in
      requirements.allSatisfy { condition in
        mean(tracker, condition.measure).map(condition.holds) ?? false
      }
    }
    return sense.best(of: eligible) { mean($0, objective) }.first
  }
}

extension MeasureSense {
  /// Returns the trackers with the best mean, in the given order. A tie gives several trackers.
  package func best(of trackers: some Sequence<Int>, mean: (Int) -> Double?) -> [Int] {
    let known = trackers.compactMap { tracker in mean(tracker).map { (tracker, $0) } }
    return known.filter { one in !known.contains { isBetter($0.1, than: one.1) } }.map(\.0)
  }
}
