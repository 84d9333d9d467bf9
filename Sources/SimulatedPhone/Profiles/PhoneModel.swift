import EventKernel

/// The phone that a run simulates: one device with one system version and all their values.
public struct PhoneModel: Sendable, Hashable {
  package let device: DeviceParameters
  package let system: OperatingSystemParameters
  /// All parameters that were drawn or fixed, in a fixed order. Reports list them as provenance.
  public let parameters: [ModelParameter]
  /// The variant that this phone follows for each behavior on which sources contradict each other.
  public let readings: [ModelReading]

  /// - Parameters:
  ///   - ignorance: the random stream of the model's parameters; nil for `chance`, which draws the
  ///     traits.
  ///   - fixed: the value of each parameter that replaces a draw.
  ///   - chosen: the variant of each reading that replaces the standard one.
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

  /// True if no background refresh ever runs on this phone (BGT-10).
  package var neverRefreshes: Bool { system.tasks.neverRefreshes }

  /// The names of all parameters that a scenario may fix, in a fixed order.
  public static var parameterNames: [String] { specimen.parameters.map(\.name) }

  /// The range of each parameter that the sources leave open, over all profiles and systems.
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

  /// The variants of each reading that a scenario may choose.
  public static var readingChoices: [String: [String]] {
    Dictionary(
      specimen.readings.map { ($0.name, $0.choices) }, uniquingKeysWith: { first, _ in first })
  }

  private static var specimen: PhoneModel {
    PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: Chance(seed: 0))
  }
}
