import Evaluation
import Scenarios
import Simulation
import Statistics
import Text

/// Which tracker to choose for a need, and why not the others.
package struct Choice: Codable, Sendable, Equatable {
  package var need: Need
  /// Null where none meets the requirements.
  @ExplicitNull package var chosen: String? = nil
  /// In how many draws the same one is chosen.
  package var drawsChosen: Int
  package var draws: Int
  /// In the order of trackers.
  package var candidates: [Candidate]

  package struct Candidate: Codable, Sendable, Equatable {
    package var tracker: String
    @ExplicitNull package var objective: Double? = nil
    @ExplicitNull package var objectiveInterval: ConfidenceInterval? = nil
    package var isEligible: Bool
    /// In the order of the need's.
    package var requirements: [RequirementFinding]
  }
}

package struct RequirementFinding: Codable, Sendable, Equatable {
  package var requirement: MeasureCondition
  @ExplicitNull package var found: Double? = nil
  @ExplicitNull package var interval: ConfidenceInterval? = nil
  /// By the mean.
  package var isMet: Bool
  /// By both ends of the interval as well.
  package var isSure: Bool
  /// In how many draws it is met.
  package var drawsMet: Int
}

extension Need {
  /// The position of the tracker that is chosen by these means; nil where none is eligible.
  ///
  /// - Parameter mean: of a tracker and a measure; nil where it does not apply.
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
  /// All that are as good as the best, in their order.
  package func best(of trackers: some Sequence<Int>, mean: (Int) -> Double?) -> [Int] {
    let known = trackers.compactMap { tracker in mean(tracker).map { (tracker, $0) } }
    return known.filter { one in !known.contains { isBetter($0.1, than: one.1) } }.map(\.0)
  }
}
