import PhoneAPI
import PhoneLink

extension LinkedApp {
  func property(_ name: LinkProperty) -> LinkValue {
    let application = phone.application
    let device = phone.device
    return switch name {
    case .applicationState: .text(application.state.rawValue)
    case .backgroundTimeRemaining:
      // JSON has no infinity, which the phone reports while nothing limits the time.
      application.backgroundTimeRemainingSeconds.isFinite
        ? .number(application.backgroundTimeRemainingSeconds) : .null
    case .backgroundRefreshStatus: .text(application.backgroundRefreshStatus.rawValue)
    case .isProtectedDataAvailable: .flag(application.isProtectedDataAvailable)
    case .isIdleTimerDisabled: .flag(application.isIdleTimerDisabled)
    case .isBatteryMonitoringEnabled: .flag(device.isBatteryMonitoringEnabled)
    case .batteryLevel: .number(device.batteryLevel)
    case .batteryState: .text(device.batteryState.rawValue)
    case .isLowPowerModeEnabled: .flag(device.isLowPowerModeEnabled)
    case .thermalState: .text(device.thermalState.rawValue)
    case .identifierForVendor: .text(device.identifierForVendor)
    case .systemVersion: .text(device.systemVersion)
    case .reachability: .text(phone.http.reachability.rawValue)
    case .networkName: LinkValue(phone.wifi.networkName)
    case .notificationStatus: .text(phone.notifications.authorization.status.rawValue)
    case .notificationOptions: LinkValue(phone.notifications.authorization.granted.rawValue)
    case .motionAuthorization: .text(phone.motionActivity.authorization.rawValue)
    case .motionAvailability: LinkValue(phone.motionActivity.availability)
    case .pedometerAvailability: LinkValue(phone.pedometer.availability)
    case .altimeterAvailability: LinkValue(phone.altimeter.availability)
    case .directoryPath: LinkValue(phone.container.directoryPath)
    }
  }

  func setProperty(_ message: LinkObject) {
    let isOn = message["value"].flag ?? false
    switch message["name"].word(LinkProperty.self) {
    case .isBatteryMonitoringEnabled: phone.device.isBatteryMonitoringEnabled = isOn
    case .isIdleTimerDisabled: phone.application.isIdleTimerDisabled = isOn
    default: break
    }
  }
}
