/// The cell and its charger, resolved for one phone.
public struct BatteryParameters: Sendable, Hashable {
  /// Usable energy when full, age included [J].
  public let capacityJoules: Double
  /// Into the cell from a charger [W].
  public let chargeWatts: Double
}

extension BatteryParameters {
  init(profile: DeviceProfile, draw: inout ParameterDraw) {
    let health = draw.ranged("battery.healthShare", 0.8...1, "BAT-10 (unsourced)", level: .trait)
    capacityJoules =
      draw.known("battery.designJoules", profile.designWattHours * 3600, "BAT-1") * health
    chargeWatts = draw.known("battery.chargeWatts", 7, "BAT-5")
  }
}
