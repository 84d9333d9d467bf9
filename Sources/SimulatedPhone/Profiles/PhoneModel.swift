import EventKernel

/// One phone with one system version, every figure resolved: what a run simulates.
public struct PhoneModel: Sendable, Hashable {
  package let device: DeviceParameters
  package let system: OperatingSystemParameters
  /// Everything that was drawn or fixed, in a fixed order; the report's provenance.
  public let parameters: [ModelParameter]
  /// Where sources contradict one another: which account this phone follows.
  public let readings: [ModelReading]

  /// - Parameters:
  ///   - ignorance: draws the model's parameters; nil for `chance`, which draws the traits.
  ///   - fixed: values by parameter name that stand instead of a draw.
  ///   - chosen: accounts by the name of the reading that stand instead of the standard one.
  public init(
    device: DeviceProfile, system: OperatingSystemProfile, chance: Chance,
    ignorance: Chance? = nil, fixed: [String: Double] = [:], chosen: [String: String] = [:]
  ) {
    var draw = ParameterDraw(chance: chance, ignorance: ignorance, fixed: fixed, chosen: chosen)
    self.device = DeviceParameters(profile: device, draw: &draw)
    self.system = OperatingSystemParameters(profile: system, draw: &draw)
    parameters = draw.drawn
    readings = draw.readings
  }

  /// On this phone no background refresh ever runs (BGT-10).
  package var neverRefreshes: Bool { system.tasks.neverRefreshes }

  /// Every name that a scenario may fix, in a fixed order.
  public static var parameterNames: [String] { specimen.parameters.map(\.name) }

  /// What the sources leave of each, over every profile and system.
  public static var parameterRanges: [String: ClosedRange<Double>] {
    var ranges: [String: ClosedRange<Double>] = [:]
    for device in DeviceProfile.all {
      for system in OperatingSystemProfile.all {
        let model = PhoneModel(device: device, system: system, chance: Chance(seed: 0))
        for parameter in model.parameters {
          let known = ranges[parameter.name] ?? parameter.low...parameter.high
          ranges[parameter.name] =
            min(known.lowerBound, parameter.low)...max(known.upperBound, parameter.high)
        }
      }
    }
    return ranges
  }

  /// Every reading that a scenario may choose, with its accounts.
  public static var readingChoices: [String: [String]] {
    Dictionary(
      specimen.readings.map { ($0.name, $0.choices) }, uniquingKeysWith: { first, _ in first })
  }

  private static var specimen: PhoneModel {
    PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: Chance(seed: 0))
  }
}
