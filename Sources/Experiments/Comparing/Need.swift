import Evaluation
import Scenarios
import Simulation
import Text

/// A user's need: `--require "tripRecall >= 0.95" --minimize marginalBatteryPercentPerDay`.
public struct Need: Codable, Sendable, Equatable {
  public var requirements: [MeasureCondition]
  /// The measure that decides between the trackers that meet all requirements.
  public var objective: String
  package var sense: MeasureSense

  package init(requirements: [MeasureCondition], objective: String, sense: MeasureSense) {
    self.requirements = requirements
    self.objective = objective
    self.sense = sense
  }

  public var measures: [String] { requirements.map(\.measure) + [objective] }

  /// Refuses a bias as an objective. Its lowest value is the largest error in one direction.
  ///
  /// - Parameter option: The option that names the measure, with a colon; empty in a plan.
  package static func refuseBias(
    _ measure: String, _ location: SourceLocation, option: String = ""
  ) throws(InputError) {
    guard Measures.isBias(measure) else { return }
    throw InputError(
      location, "\(option)of '\(measure)' neither the lowest nor the highest is best, but 0",
      accepted: "a measure such as pathCoverage or longestGapSeconds, and conditions on this one")
  }
}
