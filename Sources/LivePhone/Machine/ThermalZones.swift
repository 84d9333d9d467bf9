import PhoneAPI

/// The kernel's thermal zones that have temperature limits.
///
/// A zone has trip points of several types (the kernel's sysfs-api of thermal):
///
/// - `passive`: The kernel slows the machine down.
/// - `hot`: The kernel warns.
/// - `critical`: The kernel switches the machine off.
/// - `active`: A fan starts. The thermal state ignores this type.
///
/// A temperature of 0 °C or less marks a trip point that is not set.
struct ThermalZones: Sendable {
  private static let folder = "sys/class/thermal"
  private let root: MachineRoot

  init(_ root: MachineRoot) { self.root = root }

  /// Returns the worst thermal state of all zones; nominal if no zone reports one.
  func state() -> ThermalState {
    let states = root.names(in: Self.folder).filter { $0.hasPrefix("thermal_zone") }
      .map { state(of: Self.folder + "/" + $0 + "/") }
    return [.critical, .serious].first(where: states.contains) ?? .nominal
  }

  private func state(of zone: String) -> ThermalState {
    guard root.text(zone + "mode") != "disabled", let temperature = root.number(zone + "temp")
    else {
      return .nominal
    }
    var state = ThermalState.nominal
    for file in root.names(in: zone) where file.hasPrefix("trip_point_") && file.hasSuffix("_type")
    {
      guard let trip = root.number(zone + file.dropLast("type".count) + "temp"), trip > 0,
        temperature >= trip
      else { continue }
      switch root.text(zone + file) {
      case "hot", "critical": return .critical
      case "passive": state = .serious
      default: break
      }
    }
    return state
  }
}
