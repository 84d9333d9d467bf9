import PhoneAPI

/// The kernel's power-supply class: batteries, and what charges them.
///
/// The kernel's documentation of `/sys/class/power_supply` (sysfs-class-power) says what the files mean. A
/// battery that is another device's, a mouse's for instance, has `scope` Device; a bay without its battery
/// has `present` 0.
struct PowerSupplies: Sendable {
  struct Reading: Sendable, Hashable {
    /// 0 to 1 in hundredths, as a gauge shows it; nil without a battery that tells.
    var level: Double?
    var state = BatteryState.unknown
    /// Runs from something else than a battery, as far as is known: a machine without one does.
    var isPluggedIn = true
  }

  private struct Battery {
    var status: String
    /// What it holds, and what it can hold, in the unit that `capacity` is not.
    var energy: (now: Double, full: Double)?
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
    // A phone that does not know how full it is does not know whether it is full.
    if reading.level == nil { reading.state = .unknown }
    return reading
  }

  /// Of all that the batteries can hold; where they do not all say so in one unit, the mean of what each says.
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

  /// Gauges overshoot.
  private static func hundredths(_ level: Double) -> Double {
    (max(0, min(1, level)) * 100).rounded() / 100
  }

  /// One battery that is charged or drained tells for all; where none is, what is plugged in does.
  private static func state(
    of batteries: [Battery], isSupplied: Bool?, level: Double?
  ) -> BatteryState {
    let statuses = batteries.map(\.status)
    if statuses.contains("Charging") { return .charging }
    if statuses.contains("Discharging") { return .unplugged }
    if statuses.allSatisfy({ $0 == "Full" }) { return .full }
    // "Not charging" is said by a battery that is held below full while something else feeds the machine.
    let isHeld = statuses.contains { $0 == "Not charging" || $0 == "Full" }
    switch isSupplied ?? (isHeld ? true : nil) {
    case true?: return level == 1 ? .full : .charging
    case false?: return .unplugged
    case nil: return .unknown
    }
  }
}
