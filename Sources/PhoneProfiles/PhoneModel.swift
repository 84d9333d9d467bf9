import EventKernel
import ModelParameters

/// The phone that a run simulates: one device, one system version, and all values of both.
public struct PhoneModel: Sendable {
  package let device: DeviceParameters
  package let system: OperatingSystemParameters
  /// All parameters that were drawn or fixed, always in the same order. Reports list them with
  /// their sources.
  public let parameters: [ModelParameter]
  /// The variant that this phone follows for each behavior on which sources contradict each other.
  public let readings: [ModelVariant]

  /// Draws the values of one phone.
  /// - Parameters:
  ///   - chance: the random stream of the phone and its person, which always draws the traits.
  ///   - ignorance: the random stream for numbers that sources leave open; nil to use `chance`.
  ///   - fixed: the values that replace draws, by parameter name.
  ///   - chosen: the variants that replace the standard ones, by the name of the behavior.
  ///   - calibrated: the values that logs of a real phone allow; nil for a phone as the sources
  ///     describe it.
  public init(
    device: DeviceProfile, system: OperatingSystemProfile, chance: SeededRandom,
    ignorance: SeededRandom? = nil, fixed: [String: Double] = [:], chosen: [String: String] = [:],
    calibrated: CalibratedParameters? = nil
  ) {
    var draw = ParameterDraw(
      chance: chance, ignorance: ignorance, fixed: fixed, chosen: chosen, calibrated: calibrated)
    self.device = DeviceParameters(profile: device, draw: &draw)
    self.system = OperatingSystemParameters(profile: system, draw: &draw)
    parameters = draw.drawn
    readings = draw.readings
  }

  /// True if the system never runs a background refresh on this phone (BGT-10).
  package var neverRefreshes: Bool { system.tasks.neverRefreshes }

  /// The names of all parameters that a scenario may fix, always in the same order.
  public static var parameterNames: [String] { specimen.parameters.map(\.name) }

  /// The names of the parameters that belong to one phone and its person, such as the health of the
  /// battery.
  package static var traitNames: Set<String> {
    Set(specimen.parameters.filter { $0.level == .trait }.map(\.name))
  }

  /// The range that the sources leave open for each parameter, over all phones and systems.
  public static let parameterRanges: [String: ClosedRange<Double>] = {
    var draw = ParameterDraw(chance: SeededRandom(seed: 0))
    for device in DeviceProfile.all { _ = DeviceParameters(profile: device, draw: &draw) }
    for system in OperatingSystemProfile.all {
      _ = OperatingSystemParameters(profile: system, draw: &draw)
    }
    return Dictionary(draw.drawn.map { ($0.name, $0.low...$0.high) }) { one, other in
      min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
    }
  }()

  /// The variants that a scenario may choose, by the name of the behavior.
  public static var readingChoices: [String: [String]] {
    Dictionary(
      specimen.readings.map { ($0.name, $0.choices) }, uniquingKeysWith: { first, _ in first })
  }

  private static var specimen: PhoneModel {
    PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0],
      chance: SeededRandom(seed: 0))
  }
}
