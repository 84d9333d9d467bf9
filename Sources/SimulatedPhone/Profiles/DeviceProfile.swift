/// The hardware of one phone model, by the name that scenarios use.
public struct DeviceProfile: Sendable, Hashable {
  public let name: String
  /// Design energy of the cell (BAT-1).
  public let designWattHours: Double

  public static let all: [DeviceProfile] = [
    DeviceProfile(name: "iphone-13", designWattHours: 12.41),
    DeviceProfile(name: "iphone-14", designWattHours: 12.68),
    DeviceProfile(name: "iphone-se", designWattHours: 7.82),
  ]

  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }
}

/// What the hardware draws and how quick it is, resolved for one phone. SI units; powers at the battery.
public struct DeviceParameters: Sendable, Hashable {
  public let battery: BatteryParameters
  public let base: BaseParameters
  public let processor: ProcessorParameters
  public let screen: ScreenParameters
  public let gnss: GNSSParameters
  public let networkPositioning: NetworkPositioningParameters
  public let modem: ModemParameters
  public let compass: CompassParameters

  /// Draws what the facts leave open; every line names its fact in the energy or behaviour tables.
  public init(profile: DeviceProfile, draw: inout ParameterDraw) {
    battery = BatteryParameters(profile: profile, draw: &draw)
    base = BaseParameters(draw: &draw)
    processor = ProcessorParameters(draw: &draw)
    screen = ScreenParameters(draw: &draw)
    gnss = GNSSParameters(draw: &draw)
    networkPositioning = NetworkPositioningParameters(draw: &draw)
    modem = ModemParameters(draw: &draw)
    compass = CompassParameters(draw: &draw)
  }
}
