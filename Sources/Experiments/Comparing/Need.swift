import Evaluation
import Scenarios
import Simulation

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
}
