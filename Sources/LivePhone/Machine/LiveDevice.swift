import Foundation
import PhoneAPI
import Timekeeping

/// The machine's battery, power saving and temperature, as the kernel reports them.
///
/// A request for the battery level may wake a controller and take milliseconds. Therefore the
/// values are read at most once a minute: when the app requests them, and by a timer while the app
/// listens for changes.
final class LiveDevice: Device {
  private static let identifierKey = "identifierForVendor"
  private static let freshness = TimeSpan.minutes(1)

  /// The values from the last reading of the kernel's files.
  struct Status: Equatable {
    var power: PowerSupplies.Reading
    var isLowPowerModeEnabled: Bool
  }

  let identifierForVendor: String
  let systemVersion = ProcessInfo.processInfo.operatingSystemVersionString
  private let loop: LiveLoop
  private let root: MachineRoot
  private let supplies: PowerSupplies
  private let zones: ThermalZones
  private var status: Status
  private var heat = ThermalState.nominal
  private var readAt: TimeSpan
  private var timer: UInt64?
  /// The values of the last report; nil while the app does not listen.
  private var reported: Status?

  init(_ container: LiveContainer, _ loop: LiveLoop, _ root: MachineRoot) {
    self.loop = loop
    self.root = root
    supplies = PowerSupplies(root)
    zones = ThermalZones(root)
    if let identifier = container.value(forKey: Self.identifierKey) {
      identifierForVendor = identifier
    } else {
      identifierForVendor = UUID().uuidString
      container.set(identifierForVendor, forKey: Self.identifierKey)
    }
    status = Status(power: PowerSupplies.Reading(), isLowPowerModeEnabled: false)
    readAt = loop.time.uptime - Self.freshness
  }

  // MARK: Device

  var isBatteryMonitoringEnabled = false
  var batteryLevel: Double { isBatteryMonitoringEnabled ? fresh.power.level ?? -1 : -1 }
  var batteryState: BatteryState { isBatteryMonitoringEnabled ? fresh.power.state : .unknown }
  var isLowPowerModeEnabled: Bool { fresh.isLowPowerModeEnabled }
  var thermalState: ThermalState {
    _ = fresh
    return heat
  }

  var onPowerChange: (() -> Void)? {
    didSet { watch() }
  }

  /// The battery and the power saving of another device, which replace the machine's; nil if no
  /// other device has sent them.
  var fed: Status? {
    didSet {
      guard fed != oldValue else { return }
      readAll()
      reportChange()
    }
  }

  /// True if the machine is connected to a charger.
  ///
  /// `LiveMotion` then assumes that the machine is fixed in a vehicle.
  var isPluggedIn: Bool { fresh.power.isPluggedIn }

  // MARK: Reading

  private var fresh: Status {
    if loop.time.uptime - readAt >= Self.freshness { readAll() }
    return status
  }

  private func readAll() {
    readAt = loop.time.uptime
    status =
      fed
      ?? Status(
        power: supplies.reading(),
        isLowPowerModeEnabled: root.text("sys/firmware/acpi/platform_profile") == "low-power")
    heat = zones.state()
  }

  /// Starts the timer if the app listens for changes; otherwise stops it.
  ///
  /// The timer compares the values with those of the last report. A change is thus reported even if
  /// the app has requested the values in between.
  private func watch() {
    if let timer { loop.cancel(timer) }
    (timer, reported) = (nil, nil)
    guard onPowerChange != nil, !loop.isOver else { return }
    readAll()
    reported = status
    timer = loop.schedule(after: Self.freshness, repeats: true) { [weak self] in
      self?.readAll()
      self?.reportChange()
    }
  }

  private func reportChange() {
    guard let reported, status != reported else { return }
    self.reported = status
    onPowerChange?()
  }
}
