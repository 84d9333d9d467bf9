import PhoneAPI

/// The kernel's power-supply class: batteries and their chargers.
///
/// The kernel's documentation of `/sys/class/power_supply` (sysfs-class-power) defines the files.
/// In the file `scope`, the value `Device` marks the battery of another device, such as a mouse. In
/// the file `present`, the value 0 marks an empty battery bay.
struct PowerSupplies: Sendable {
  struct Reading: Sendable, Hashable {
    /// The battery level from 0 to 1, in steps of 0.01; nil if no battery reports a level.
    var level: Double?
    var state = BatteryState.unknown
    /// True if a charger or another source is known to supply the machine. Also true for a machine
    /// without a battery.
    var isPluggedIn = true
  }

  private struct Battery {
    var status: String
    /// The energy that the battery contains now and when full; nil if the files contain no energy.
    var energy: (now: Double, full: Double)?
    /// The electric charge that the battery contains now and when full; nil if the files contain no
    /// charge.
    var charge: (now: Double, full: Double)?
    var capacity: Double?
  }

  private static let folder = "sys/class/power_supply"
  private let root: MachineRoot

  init(_ root: MachineRoot) { self.root = root }

  func reading() -> Reading {
    var batteries: [Battery] = []
    var supplies: [Bool] = []
    for name in root.names(in: Self.folder) {
      let path = Self.folder + "/" + name + "/"
      guard root.text(path + "scope") != "Device" else { continue }
      switch root.text(path + "type") {
      case "Battery": if root.number(path + "present") != 0 { batteries.append(battery(path)) }
      case "Mains", "USB", "Wireless":
        if let online = root.number(path + "online") { supplies.append(online > 0) }
      default: break
      }
    }
    let isSupplied = supplies.isEmpty ? nil : supplies.contains(true)
    return Self.reading(of: batteries, isSupplied: isSupplied)
  }

  private func battery(_ path: String) -> Battery {
    func pair(_ name: String) -> (now: Double, full: Double)? {
      guard let now = root.number(path + name + "_now"), now >= 0,
        let full = root.number(path + name + "_full"), full > 0
      else { return nil }
      return (now, full)
    }
    return Battery(
      status: root.text(path + "status") ?? "Unknown", energy: pair("energy"),
      charge: pair("charge"), capacity: root.number(path + "capacity"))
  }

  // MARK: Several as one

  private static func reading(of batteries: [Battery], isSupplied: Bool?) -> Reading {
    var reading = Reading(level: level(of: batteries).map(hundredths))
    guard !batteries.isEmpty else { return reading }
    reading.state = state(of: batteries, isSupplied: isSupplied, level: reading.level)
    reading.isPluggedIn = reading.state == .charging || reading.state == .full
    // If the level is unknown, it is also unknown whether the battery is full.
    if reading.level == nil { reading.state = .unknown }
    return reading
  }

  /// Returns the common level of all batteries.
  ///
  /// If several batteries all report energy, the level is the sum of their present energies divided
  /// by the sum of their full energies. If all report charge but not energy, their charges are used
  /// instead. Otherwise the level is the mean of the batteries' levels.
  private static func level(of batteries: [Battery]) -> Double? {
    for pairs in [batteries.compactMap(\.energy), batteries.compactMap(\.charge)]
    where !pairs.isEmpty && pairs.count == batteries.count && batteries.count > 1 {
      return pairs.reduce(0) { $0 + $1.now } / pairs.reduce(0) { $0 + $1.full }
    }
    let levels = batteries.compactMap { battery in
      battery.capacity.map { $0 / 100 }
        ?? (battery.energy ?? battery.charge).map { $0.now / $0.full }
    }
    return levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
  }

  /// Returns a level in steps of 0.01, limited to the range from 0 to 1. A gauge may report values
  /// outside this range.
  private static func hundredths(_ level: Double) -> Double {
    (max(0, min(1, level)) * 100).rounded() / 100
  }

  /// Returns the common state of all batteries.
  ///
  /// The batteries' own reports decide if a battery is charging or discharging, or if all batteries
  /// are full. Otherwise the state depends on the power supplies: with power, the batteries count
  /// as charging or full, and without power as unplugged.
  private static func state(
    of batteries: [Battery], isSupplied: Bool?, level: Double?
  ) -> BatteryState {
    let statuses = batteries.map(\.status)
    if statuses.contains("Charging") { return .charging }
    if statuses.contains("Discharging") { return .unplugged }
    if statuses.allSatisfy({ $0 == "Full" }) { return .full }
    // A battery reports "Not charging" if it is kept below full while the machine runs on a supply.
    let isHeld = statuses.contains { $0 == "Not charging" || $0 == "Full" }
    switch isSupplied ?? (isHeld ? true : nil) {
    case true?: return level == 1 ? .full : .charging
    case false?: return .unplugged
    case nil: return .unknown
    }
  }
}
