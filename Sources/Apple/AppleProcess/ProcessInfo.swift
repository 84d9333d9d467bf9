import Foundation
import PhoneAPI

/// The process and the state of the device, with the interface of Foundation's as far as trackers
/// use it.
open class ProcessInfo: NSObject, @unchecked Sendable {
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

  public static let processInfo = ProcessInfo()
  private var real: Foundation.ProcessInfo { Foundation.ProcessInfo.processInfo }

  /// The notification of a change comes from the first read on, or the launch of an app of UIKit.
  open var isLowPowerModeEnabled: Bool {
    _ = SystemWatch.current
    return CurrentPhone.phone.device.isLowPowerModeEnabled
  }
  open var thermalState: ThermalState {
    _ = SystemWatch.current
    return switch CurrentPhone.phone.device.thermalState {
    case .nominal: .nominal
    case .fair: .fair
    case .serious: .serious
    case .critical: .critical
    }
  }
  public static let thermalStateDidChangeNotification = Notification.Name(
    "NSProcessInfoThermalStateDidChangeNotification")

  open var systemUptime: TimeInterval { real.systemUptime }
  open var environment: [String: String] { real.environment }
  open var arguments: [String] { real.arguments }
  open var processName: String { real.processName }
  open var operatingSystemVersionString: String {
    "Version \(CurrentPhone.phone.device.systemVersion)"
  }
}

extension Notification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let NSProcessInfoPowerStateDidChange = Notification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
