import EventKernel

/// One phone with one system version, every figure resolved: what a run simulates.
public struct PhoneModel: Sendable, Hashable {
  public let device: DeviceParameters
  public let system: OperatingSystemParameters
  /// Everything that was drawn or fixed, in a fixed order; the report's provenance.
  public let parameters: [ModelParameter]

  /// - Parameter fixed: values by parameter name that stand instead of a draw.
  public init(
    device: DeviceProfile, system: OperatingSystemProfile, chance: Chance,
    fixed: [String: Double] = [:]
  ) {
    var draw = ParameterDraw(chance: chance, fixed: fixed)
    self.device = DeviceParameters(profile: device, draw: &draw)
    self.system = OperatingSystemParameters(profile: system, draw: &draw)
    parameters = draw.drawn
  }

  /// Every name that a scenario may fix, in a fixed order.
  public static var parameterNames: [String] {
    PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: Chance(seed: 0)
    ).parameters.map(\.name)
  }
}
