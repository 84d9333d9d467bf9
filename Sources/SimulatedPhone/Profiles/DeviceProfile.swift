/// The hardware of one phone model, by the name that scenarios use.
///
/// Figures come from components, because no source gives what each part of an iPhone draws.
/// The current iPhones share the class's figures and differ in what is known of each, their
/// cells. The iPhone 6 has figures of its own, from nights in which four of them lay side by side
/// (EN-10).
public struct DeviceProfile: Sendable, Hashable {
  /// Phones whose parts are alike as far as the facts know.
  package enum Generation: Sendable, Hashable {
    case iPhone
    /// The phone of the nights of 2019, with one frequency and a host of its time.
    case iPhone6
    /// The phone of the field studies of 2007 to 2010.
    case n95
  }

  public let name: String
  package let generation: Generation
  /// Design energy of the cell (BAT-1, BAT-3, EN-10).
  public let designWattHours: Double

  public static let all: [DeviceProfile] = [
    DeviceProfile(name: "iphone-13", generation: .iPhone, designWattHours: 12.41),
    DeviceProfile(name: "iphone-14", generation: .iPhone, designWattHours: 12.68),
    DeviceProfile(name: "iphone-se", generation: .iPhone, designWattHours: 7.82),
    DeviceProfile(name: "iphone-6", generation: .iPhone6, designWattHours: 6.91),
    DeviceProfile(name: "iphone-15", generation: .iPhone, designWattHours: 12.98),
    DeviceProfile(name: "iphone-15-plus", generation: .iPhone, designWattHours: 16.95),
    DeviceProfile(name: "iphone-15-pro", generation: .iPhone, designWattHours: 12.70),
    DeviceProfile(name: "iphone-15-pro-max", generation: .iPhone, designWattHours: 17.10),
    DeviceProfile(name: "nokia-n95", generation: .n95, designWattHours: 3.515),
    DeviceProfile(name: "nokia-n95-8gb", generation: .n95, designWattHours: 4.44),
  ]

  /// What can run on it, the usual first. An iPhone may be freed of its rules, to see what they cost; an
  /// N95 with iOS has never been.
  public var systems: [OperatingSystemProfile] {
    let all = OperatingSystemProfile.all
    return pick(
      all.filter { $0.isUnrestricted || $0.major >= 15 },
      iPhone6: all.filter { $0.isUnrestricted || $0.major < 15 },
      n95: all.filter(\.isUnrestricted))
  }

  package var technologies: [CellularTechnology] {
    pick(CellularTechnology.allCases, iPhone6: [.lte, .threeG, .gsm], n95: [.threeG, .gsm])
  }

  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  /// - Parameter iPhone6: nil for what is known of no other iPhone either.
  func pick<Choice>(_ iPhone: Choice, iPhone6: Choice? = nil, n95: Choice) -> Choice {
    switch generation {
    case .iPhone: iPhone
    case .iPhone6: iPhone6 ?? iPhone
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
