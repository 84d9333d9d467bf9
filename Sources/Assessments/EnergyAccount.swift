import Timekeeping

/// The energy that the phone used in a run, by component and by cause.
public struct EnergyAccount: Sendable, Hashable {
  /// The energy of every component, including those with 0, in the order in which the report lists
  /// them.
  public var joulesByComponent: [NamedJoules]
  public var joulesByCause: [NamedJoules]
  public var totalJoules: Double
  /// The usable energy of this phone's full battery.
  public var batteryJoules: Double
  /// The instant at which the phone first shut off because the battery was empty; nil if it never
  /// did.
  public var firstShutOff: Instant?
  public var secondsOff: Double
  public var finalBatteryLevel: Double

  public init(
    joulesByComponent: [NamedJoules], joulesByCause: [NamedJoules], totalJoules: Double,
    batteryJoules: Double, firstShutOff: Instant?, secondsOff: Double, finalBatteryLevel: Double
  ) {
    self.joulesByComponent = joulesByComponent
    self.joulesByCause = joulesByCause
    self.totalJoules = totalJoules
    self.batteryJoules = batteryJoules
    self.firstShutOff = firstShutOff
    self.secondsOff = secondsOff
    self.finalBatteryLevel = finalBatteryLevel
  }
}

/// The energy of a component or of a cause.
public struct NamedJoules: Sendable, Hashable, Codable {
  public var name: String
  public var joules: Double

  public init(_ name: String, joules: Double) {
    self.name = name
    self.joules = joules
  }
}
