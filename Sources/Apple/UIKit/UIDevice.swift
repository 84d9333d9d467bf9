import AppleProcess
import Foundation
import PhoneAPI

/// The device: its name, system and battery.
@preconcurrency @MainActor open class UIDevice: NSObject {
  public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }

  open class var current: UIDevice { CurrentPhone.single(UIDevice.init) }

  private var device: any Device { CurrentPhone.phone.device }

  open var name: String { "iPhone" }
  open var model: String { "iPhone" }
  open var localizedModel: String { "iPhone" }
  open var systemName: String { "iOS" }
  open var systemVersion: String { device.systemVersion }
  open var identifierForVendor: UUID? { UUID(uuidString: device.identifierForVendor) }
  open var batteryLevel: Float { Float(device.batteryLevel) }
  open var batteryState: BatteryState {
    switch device.batteryState {
    case .unknown: .unknown
    case .unplugged: .unplugged
    case .charging: .charging
    case .full: .full
    }
  }
  open var isBatteryMonitoringEnabled: Bool {
    get { device.isBatteryMonitoringEnabled }
    set {
      device.isBatteryMonitoringEnabled = newValue
      let watch = SystemWatch.current
      watch.monitoringChanged()
      guard newValue, !isListening else { return }
      isListening = true
      watch.listen { change in MainActor.assumeIsolated { Self.post(change) } }
    }
  }
  private var isListening = false

  private static func post(_ change: SystemWatch.Change) {
    switch change {
    case .batteryLevel: CurrentPhone.post(batteryLevelDidChangeNotification, current)
    case .batteryState: CurrentPhone.post(batteryStateDidChangeNotification, current)
    case .lowPowerMode, .thermalState, .refreshStatus: break
    }
  }

  public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
    "UIDeviceBatteryStateDidChangeNotification")
}
