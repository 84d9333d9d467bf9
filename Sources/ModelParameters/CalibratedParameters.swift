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

  /// The share by which the power of another unit may differ. Phones of one model differ by up to
  /// 20 % in the energy of the same work, since their chips do (Srinivasa et al., HotMobile 2017).
  public static let unitSpread = 0.1

  /// Returns the factor by which another unit's powers differ from the calibrated phone's.
  public static func unitFactor(_ chance: SeededRandom) -> Double {
    chance.stream("another unit").uniform(in: (1 - unitSpread)...(1 + unitSpread))
  }

  /// Returns true if a parameter is a power or an energy, which differs from unit to unit.
  public static func isPower(_ name: String) -> Bool {
    name.hasSuffix("Watts") || (name.hasSuffix("Joules") && !name.hasPrefix("battery."))
  }

  /// The value of one parameter in one draw.
  package struct Value: Sendable {
    let value: Double
    let range: ClosedRange<Double>
    let outcome: ModelParameter.Calibration
  }

  /// Draws one index, and returns the value of each parameter at this index. The powers of another
  /// unit differ by a factor that the unit draws.
  ///
  /// - Parameters:
  ///   - chance: the random stream of the model's unknown numbers, which draws the index.
  ///   - unit: the random stream of the phone, which draws the factor.
  package func draw(_ chance: SeededRandom, unit: SeededRandom) -> [String: Value] {
    let uniform = chance.stream("calibration").uniform()
    let factor = isOfAnotherUnit ? Self.unitFactor(unit) : 1
    var drawn: [String: Value] = [:]
    for parameter in parameters {
      let values = parameter.values
      guard let low = values.min(), let high = values.max() else { continue }
      let index = min(Int(uniform * Double(values.count)), values.count - 1)
      let own = Self.isPower(parameter.name) ? factor : 1
      drawn[parameter.name] = Value(
        value: values[index] * own, range: (low * own)...(high * own), outcome: parameter.outcome)
    }
    return drawn
  }
}
