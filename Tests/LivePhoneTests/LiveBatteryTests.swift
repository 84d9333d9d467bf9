import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("The machine's power")
struct LiveBatteryTests {
  typealias Reading = PowerSupplies.Reading

  static let mains = MachineTree.power("AC", ["type": "Mains", "online": "1"])
  static let unplugged = MachineTree.power("AC", ["type": "Mains", "online": "0"])
  static let mouse = MachineTree.power(
    "hid-mouse", ["type": "Battery", "scope": "Device", "capacity": "5", "status": "Discharging"])

  static let machines: [(what: String, files: [String: String], reading: Reading)] = [
    ("nothing at all", [:], Reading(level: nil, state: .unknown, isPluggedIn: true)),
    ("mains alone", mains, Reading(level: nil, state: .unknown, isPluggedIn: true)),
    (
      "a mouse's battery beside mains", mains + mouse,
      Reading(level: nil, state: .unknown, isPluggedIn: true)
    ),
    (
      "a battery that drains",
      unplugged + mouse + MachineTree.battery(["capacity": "73", "status": "Discharging"]),
      Reading(level: 0.73, state: .unplugged, isPluggedIn: false)
    ),
    (
      "one that is charged", mains + MachineTree.battery(["capacity": "40", "status": "Charging"]),
      Reading(level: 0.4, state: .charging, isPluggedIn: true)
    ),
    (
      "a full one", mains + MachineTree.battery(["capacity": "100", "status": "Full"]),
      Reading(level: 1, state: .full, isPluggedIn: true)
    ),
    (
      // Its charger keeps it at 80 %.
      "one that is held",
      mains + MachineTree.battery(["capacity": "80", "status": "Not charging"]),
      Reading(level: 0.8, state: .charging, isPluggedIn: true)
    ),
    (
      "a gauge that overshoots", MachineTree.battery(["capacity": "104", "status": "Full"]),
      Reading(level: 1, state: .full, isPluggedIn: true)
    ),
    (
      "no status, and nothing plugged in", unplugged + MachineTree.battery(["capacity": "50"]),
      Reading(level: 0.5, state: .unplugged, isPluggedIn: false)
    ),
    (
      "no status, and no power supply to ask",
      MachineTree.battery(["capacity": "50", "status": "Unknown"]),
      Reading(level: 0.5, state: .unknown, isPluggedIn: false)
    ),
    (
      // 21.6 of 28.8 Wh.
      "a battery that tells energy alone",
      MachineTree.battery([
        "energy_now": "21600000", "energy_full": "28800000", "status": "Discharging",
      ]), Reading(level: 0.75, state: .unplugged, isPluggedIn: false)
    ),
    (
      "one that tells charge alone",
      MachineTree.battery([
        "charge_now": "900000", "charge_full": "3000000", "status": "Charging",
      ]), Reading(level: 0.3, state: .charging, isPluggedIn: true)
    ),
    (
      // (10 + 30) of (20 + 60) Wh. The mean of 50 and 50 % is the same; that of the reported
      // capacities is not.
      "two, of which one drains",
      MachineTree.battery(
        "BAT0",
        ["energy_now": "10", "energy_full": "20", "capacity": "10", "status": "Discharging"])
        + MachineTree.battery(
          "BAT1", ["energy_now": "30", "energy_full": "60", "capacity": "20", "status": "Unknown"]),
      Reading(level: 0.5, state: .unplugged, isPluggedIn: false)
    ),
    (
      "two that tell in different units",
      MachineTree.battery("BAT0", ["capacity": "90", "status": "Full"])
        + MachineTree.battery(
          "BAT1", ["energy_now": "1", "energy_full": "2", "status": "Charging"]),
      Reading(level: 0.7, state: .charging, isPluggedIn: true)
    ),
    (
      "an empty bay beside a battery",
      MachineTree.battery("BAT0", ["capacity": "60", "status": "Discharging"])
        + MachineTree.battery("BAT1", ["present": "0", "capacity": "0", "status": "Unknown"]),
      Reading(level: 0.6, state: .unplugged, isPluggedIn: false)
    ),
    (
      "a battery that does not tell how full it is",
      MachineTree.battery(["status": "Discharging", "capacity": "n/a"]),
      Reading(level: nil, state: .unknown, isPluggedIn: false)
    ),
  ]

  @Test("Batteries are read as the kernel tells them", arguments: machines)
  func readings(what: String, files: [String: String], reading: Reading) {
    let tree = MachineTree(files)
    #expect(PowerSupplies(tree.root).reading() == reading, "\(what)")
  }

  private func phone(
    _ tree: MachineTree, _ time: HurriedTime, _ folder: TemporaryFolder
  ) throws -> LivePhone {
    try LivePhone(
      folder: folder.path, calendar: .utc, machine: Machine(root: tree.root, time: time))
  }

  @Test("A change is told within a minute, once, and nothing where nothing changed")
  func changes() throws {
    let tree = MachineTree(MachineTree.battery(["capacity": "50", "status": "Discharging"]))
    let (time, folder) = (HurriedTime(), TemporaryFolder())
    let phone = try phone(tree, time, folder)
    var reported: [Double] = []
    phone.device.isBatteryMonitoringEnabled = true
    phone.device.onPowerChange = { reported.append(phone.device.batteryLevel) }
    phone.loop.run(for: .minutes(10))
    #expect(reported == [])
    tree.put("49", at: "sys/class/power_supply/BAT0/capacity")
    phone.loop.run(for: .minutes(1))
    #expect(reported == [0.49])
    tree.put("low-power", at: "sys/firmware/acpi/platform_profile")
    phone.loop.run(for: .minutes(10))
    #expect(reported == [0.49, 0.49])
    #expect(phone.device.isLowPowerModeEnabled)
    phone.device.onPowerChange = nil
    tree.put("48", at: "sys/class/power_supply/BAT0/capacity")
    phone.loop.run(for: .minutes(10))
    #expect(reported == [0.49, 0.49])
  }

  @Test("A gauge is read once a minute at most, and not at all for who does not monitor it")
  func seldom() throws {
    let tree = MachineTree(MachineTree.battery(["capacity": "50", "status": "Discharging"]))
    let (time, folder) = (HurriedTime(), TemporaryFolder())
    let device = try phone(tree, time, folder).device
    #expect(device.batteryLevel == -1 && device.batteryState == .unknown)
    device.isBatteryMonitoringEnabled = true
    #expect(device.batteryLevel == 0.5 && device.batteryState == .unplugged)
    tree.put("40", at: "sys/class/power_supply/BAT0/capacity")
    time.pass(.seconds(59 as Int64))
    #expect(device.batteryLevel == 0.5)
    time.pass(.seconds(1 as Int64))
    #expect(device.batteryLevel == 0.4)
  }

  @Test("Balanced is no economy, and no file is none either")
  func profiles() throws {
    for (files, isLow) in [
      ([:], false), (["sys/firmware/acpi/platform_profile": "balanced"], false),
      (["sys/firmware/acpi/platform_profile": "low-power"], true),
    ] {
      let (tree, folder) = (MachineTree(files), TemporaryFolder())
      #expect(try phone(tree, HurriedTime(), folder).device.isLowPowerModeEnabled == isLow)
    }
  }

  private static func zone(
    _ temperature: String, _ type: String, _ trip: String, mode: String = "enabled"
  ) -> [String: String] {
    let zone = "sys/class/thermal/thermal_zone0/"
    return [
      zone + "temp": temperature, zone + "mode": mode, zone + "trip_point_0_temp": trip,
      zone + "trip_point_0_type": type,
    ]
  }

  @Test(
    "Too hot is what the zone's maker calls so",
    arguments: [
      ([:], ThermalState.nominal),
      (zone("60000", "passive", "85000"), .nominal),
      (zone("86000", "passive", "85000"), .serious),
      (zone("99000", "hot", "98000"), .critical),
      (zone("105000", "critical", "105000"), .critical),
      // A fan that runs, a trip point that is not set, a zone that is off, one that does not
      // answer.
      (zone("60000", "active", "50000"), .nominal),
      (zone("60000", "passive", "0"), .nominal),
      (zone("60000", "critical", "-274000"), .nominal),
      (zone("99000", "hot", "98000", mode: "disabled"), .nominal),
      (zone("", "hot", "98000"), .nominal),
    ])
  func heat(files: [String: String], state: ThermalState) {
    let tree = MachineTree(files)
    #expect(ThermalZones(tree.root).state() == state)
  }
}
