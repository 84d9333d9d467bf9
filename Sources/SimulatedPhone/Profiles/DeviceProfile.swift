/// The hardware of one phone model, by the name that scenarios use.
///
/// Figures come from components: nobody has published what each part of an iPhone draws, so the three
/// iPhones share the class's figures and differ in what is known of each, their cells.
public struct DeviceProfile: Sendable, Hashable {
  /// Phones whose parts are alike as far as the facts know.
  package enum Generation: Sendable, Hashable {
    case iPhone
    /// The phone of the field studies of 2007 to 2010.
    case n95
  }

  public let name: String
  package let generation: Generation
  /// Design energy of the cell (BAT-1, BAT-3).
  public let designWattHours: Double

  public static let all: [DeviceProfile] = [
    DeviceProfile(name: "iphone-13", generation: .iPhone, designWattHours: 12.41),
    DeviceProfile(name: "iphone-14", generation: .iPhone, designWattHours: 12.68),
    DeviceProfile(name: "iphone-se", generation: .iPhone, designWattHours: 7.82),
    DeviceProfile(name: "nokia-n95", generation: .n95, designWattHours: 3.515),
    DeviceProfile(name: "nokia-n95-8gb", generation: .n95, designWattHours: 4.44),
  ]

  /// What can run on it, the usual first. An iPhone may be freed of its rules, to see what they cost; an
  /// N95 with iOS has never been.
  public var systems: [OperatingSystemProfile] {
    pick(OperatingSystemProfile.all, n95: OperatingSystemProfile.all.filter(\.isUnrestricted))
  }

  package var technologies: [CellularTechnology] {
    pick(CellularTechnology.allCases, n95: [.threeG, .gsm])
  }

  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  func pick<Choice>(_ iPhone: Choice, n95: Choice) -> Choice {
    switch generation {
    case .iPhone: iPhone
    case .n95: n95
    }
  }
}

/// What the hardware draws and how quick it is, resolved for one phone. SI units; powers at the battery.
package struct DeviceParameters: Sendable, Hashable {
  package let battery: BatteryParameters
  package let base: BaseParameters
  package let processor: ProcessorParameters
  package let screen: ScreenParameters
  package let gnss: GNSSParameters
  package let networkPositioning: NetworkPositioningParameters
  package let modem: ModemParameters
  package let compass: CompassParameters

  /// Draws what the facts leave open; every line names its fact in the energy or behavior tables.
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    battery = BatteryParameters(profile: profile, draw: &draw)
    base = BaseParameters(profile: profile, draw: &draw)
    processor = ProcessorParameters(profile: profile, draw: &draw)
    screen = ScreenParameters(profile: profile, draw: &draw)
    gnss = GNSSParameters(profile: profile, draw: &draw)
    networkPositioning = NetworkPositioningParameters(profile: profile, draw: &draw)
    modem = ModemParameters(profile: profile, draw: &draw)
    compass = CompassParameters(draw: &draw)
  }
}
