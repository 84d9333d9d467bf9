import ModelParameters

/// The hardware of one phone model. Scenarios refer to it by its name.
///
/// No source gives the power of each part of an iPhone. Most values therefore come from
/// measurements of separate components. The current iPhones share these values. They differ in
/// their battery cells and in the systems that run on them. The iPhone 6 has some values of its
/// own. They were measured at night on four such phones that lay side by side (EN-10).
public struct DeviceProfile: Sendable, Hashable {
  /// A class of phones. All phones of a class have the same values for their parts, except the
  /// battery.
  package enum Generation: Sendable {
    case iPhone
    /// The phone that was measured during 76 nights of 2019 (EN-10). It receives one satellite
    /// frequency and has an older main processor.
    case iPhone6
    /// The phone of the field studies of 2007 to 2010.
    case n95
  }

  public let name: String
  package let generation: Generation
  /// The energy of the new cell [Wh]. It is a range if the source gives the cell's charge in Ah
  /// instead of its energy, or if the cell differs by country.
  public let designWattHours: ClosedRange<Double>
  /// The source of the cell's energy or charge.
  package let cellSource: String
  /// The first of the simulated major versions of iOS that this phone can run.
  package let systemMajorMin: Int

  public static let all: [DeviceProfile] = [
    DeviceProfile("iphone-13", wattHours: 12.41),
    DeviceProfile("iphone-14", wattHours: 12.68),
    // The SE of 2022.
    DeviceProfile("iphone-se", wattHours: 7.82),
    DeviceProfile("iphone-6", .iPhone6, wattHours: 6.91, "EN-10", from: 12),
    DeviceProfile("iphone-15", wattHours: 12.98, from: 17),
    DeviceProfile("iphone-15-plus", wattHours: 16.95, from: 17),
    DeviceProfile("iphone-15-pro", wattHours: 12.70, from: 17),
    DeviceProfile("iphone-15-pro-max", wattHours: 17.10, from: 17),
    DeviceProfile("iphone-16", ampereHours: 3.561...3.561, from: 18),
    DeviceProfile("iphone-16-plus", ampereHours: 4.674...4.674, from: 18),
    DeviceProfile("iphone-16-pro", ampereHours: 3.582...3.582, from: 18),
    DeviceProfile("iphone-16-pro-max", ampereHours: 4.685...4.685, from: 18),
    DeviceProfile("iphone-17", ampereHours: 3.692...3.692, from: 26),
    DeviceProfile("iphone-air", ampereHours: 3.036...3.149, from: 26),
    DeviceProfile("iphone-17-pro", ampereHours: 3.988...4.252, from: 26),
    DeviceProfile("iphone-17-pro-max", ampereHours: 4.823...5.088, from: 26),
    DeviceProfile("nokia-n95", .n95, wattHours: 3.515, "BAT-3", from: 0),
    DeviceProfile("nokia-n95-8gb", .n95, wattHours: 4.44, "BAT-3", from: 0),
  ]

  private init(
    _ name: String, _ generation: Generation = .iPhone, wattHours: Double,
    _ source: String = "BAT-1", from systemMajorMin: Int = 15
  ) {
    self.name = name
    self.generation = generation
    designWattHours = wattHours...wattHours
    cellSource = source
    self.systemMajorMin = systemMajorMin
  }

  /// Creates a phone for which the source gives only the charge of the cell [Ah]. The cells of
  /// iPhones have 3.83 to 3.98 V (BAT-2).
  private init(_ name: String, ampereHours: ClosedRange<Double>, from systemMajorMin: Int) {
    self.name = name
    generation = .iPhone
    designWattHours = ampereHours.lowerBound * 3.83...ampereHours.upperBound * 3.98
    cellSource = "BAT-12, BAT-2"
    self.systemMajorMin = systemMajorMin
  }

  /// The systems that can run on the phone, the usual system first. An iPhone can also run without
  /// the rules of iOS, which shows what the rules cost. An N95 cannot run iOS.
  public var systems: [OperatingSystemProfile] {
    let all = OperatingSystemProfile.all
    return pick(
      all.filter { $0.isUnrestricted || $0.major >= systemMajorMin },
      iPhone6: all.filter { $0.isUnrestricted || $0.major < 15 },
      n95: all.filter(\.isUnrestricted))
  }

  package var technologies: [CellularTechnology] {
    pick(CellularTechnology.allCases, iPhone6: [.lte, .threeG, .gsm], n95: [.threeG, .gsm])
  }

  public static func named(_ name: String) -> DeviceProfile? { all.first { $0.name == name } }

  /// Returns the argument that applies to this class of phones.
  /// - Parameter iPhone6: nil if the iPhone 6 has the same value as the other iPhones.
  package func pick<Choice>(_ iPhone: Choice, iPhone6: Choice? = nil, n95: Choice) -> Choice {
    switch generation {
    case .iPhone: iPhone
    case .iPhone6: iPhone6 ?? iPhone
    case .n95: n95
    }
  }
}

/// The power and speed of the hardware of one phone, in SI units. Powers are those drawn from the
/// battery.
package struct DeviceParameters: Sendable {
  package let battery: BatteryParameters
  package let base: BaseParameters
  package let processor: ProcessorParameters
  package let screen: ScreenParameters
  package let gnss: GNSSParameters
  package let networkPositioning: NetworkPositioningParameters
  package let modem: ModemParameters
  package let compass: CompassParameters

  /// Creates the values for a phone. Values that the sources leave open are drawn.
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    battery = BatteryParameters(profile: profile, draw: &draw)
    base = BaseParameters(profile: profile, draw: &draw)
    processor = ProcessorParameters(profile: profile, draw: &draw)
    screen = ScreenParameters(profile: profile, draw: &draw)
    gnss = GNSSParameters(
      profile: profile, restOfPhoneWatts: base.watts + processor.fineSessionWatts, draw: &draw)
    networkPositioning = NetworkPositioningParameters(profile: profile, draw: &draw)
    modem = ModemParameters(profile: profile, draw: &draw)
    compass = CompassParameters(draw: &draw)
  }
}
