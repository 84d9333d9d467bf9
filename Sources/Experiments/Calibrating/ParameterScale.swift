import ModelParameters
import PhoneProfiles
import SimulatedPhone
import Statistics

/// A parameter of the phone's model that a calibration may narrow, and its scale.
///
/// The calibration works with scores. The score of a value is the quantile of the standard normal
/// distribution at the value's place in its range. A parameter that is drawn uniformly from its
/// range thus has a standard normal score.
struct ParameterScale: Sendable {
  let name: String
  let low: Double
  let high: Double
  let source: String
  let isTrait: Bool

  init(_ parameter: ModelParameter) {
    name = parameter.name
    low = parameter.low
    high = parameter.high
    source = parameter.source
    isTrait = parameter.level == .trait
  }

  func score(of value: Double) -> Double {
    let share = min(max((value - low) / (high - low), 1e-6), 1 - 1e-6)
    return Normal.quantile(share)
  }

  func value(atScore score: Double) -> Double {
    low + (high - low) * Normal.cumulative(score)
  }

  /// The parameters of a model that have a range and that no scenario has fixed.
  static func all(of model: PhoneModel) -> [ParameterScale] {
    model.parameters
      .filter { $0.low < $0.high && !$0.isFixed && $0.level != .occurrence }
      .map(ParameterScale.init)
  }
}
