import EventKernel

/// The values that the logs of a real phone allow for some parameters, as draws.
public struct CalibratedParameters: Sendable, Hashable {
  /// The draws of one parameter, in its own unit.
  public struct Draws: Sendable, Hashable {
    public let name: String
    public let values: [Double]
    public let outcome: ModelParameter.Calibration

    public init(_ name: String, values: [Double], outcome: ModelParameter.Calibration) {
      self.name = name
      self.values = values
      self.outcome = outcome
    }
  }

  /// The draws of each parameter. The values at one index belong together.
  public let parameters: [Draws]
  /// True if the simulated phone is not the one that made the logs. Traits, which belong to a
  /// single phone, are then drawn from the model's ranges.
  public let isOfAnotherUnit: Bool

  public init(_ parameters: [Draws], isOfAnotherUnit: Bool = false) {
    self.parameters = parameters
    self.isOfAnotherUnit = isOfAnotherUnit
  }

  /// The value of one parameter in one draw.
  struct Value: Sendable {
    let value: Double
    let range: ClosedRange<Double>
    let outcome: ModelParameter.Calibration
  }

  /// Draws one index, and returns the value of each parameter at this index.
  func draw(_ chance: SeededRandom) -> [String: Value] {
    let uniform = chance.stream("calibration").uniform()
    var drawn: [String: Value] = [:]
    for parameter in parameters {
      let values = parameter.values
      guard let low = values.min(), let high = values.max() else { continue }
      let index = min(Int(uniform * Double(values.count)), values.count - 1)
      drawn[parameter.name] = Value(
        value: values[index], range: low...high, outcome: parameter.outcome)
    }
    return drawn
  }
}
