import Evaluation
import Scenarios
import Simulation

/// What somebody wants of a tracker: `--require "tripRecall >= 0.95" --minimise
/// marginalBatteryPercentPerDay`.
public struct Need: Codable, Sendable, Equatable {
  public var requirements: [MeasureCondition]
  /// Of those that meet the requirements, the one with the best of this.
  public var objective: String
  package var sense: MeasureSense

  package init(requirements: [MeasureCondition], objective: String, sense: MeasureSense) {
    self.requirements = requirements
    self.objective = objective
    self.sense = sense
  }

  public var measures: [String] { requirements.map(\.measure) + [objective] }
}
