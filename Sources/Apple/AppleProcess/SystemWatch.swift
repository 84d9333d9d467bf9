import Foundation
import PhoneAPI

/// The changes of power, heat and Background App Refresh, as notifications and for UIKit.
package final class SystemWatch {
  package enum Change { case batteryLevel, batteryState, lowPowerMode, thermalState, refreshStatus }

  /// The watch of the app's process. It begins when it is first read.
  package static var current: SystemWatch { CurrentPhone.single(SystemWatch.init) }

  private let phone = CurrentPhone.phone
  private var listeners: [(Change) -> Void] = []
  private var power: Power

  private struct Power {
    var level: Double
    var state: BatteryState
    var isLowPowerModeOn: Bool

    init(_ device: any Device) {
      level = device.batteryLevel
      state = device.batteryState
      isLowPowerModeOn = device.isLowPowerModeEnabled
    }
  }

  private init() {
    power = Power(phone.device)
    phone.device.onPowerChange = { [weak self] in self?.powerChanged() }
    phone.device.onThermalStateChange = { [weak self] in self?.report(.thermalState) }
    phone.application.onBackgroundRefreshChange = { [weak self] in self?.report(.refreshStatus) }
  }

  package func listen(_ report: @escaping (Change) -> Void) { listeners.append(report) }

  /// Reads the state of the battery anew, without a report: the app has begun or ended to monitor
  /// it.
  package func monitoringChanged() { power = Power(phone.device) }

  private func powerChanged() {
    let old = power
    power = Power(phone.device)
    if power.level != old.level { report(.batteryLevel) }
    if power.state != old.state { report(.batteryState) }
    if power.isLowPowerModeOn != old.isLowPowerModeOn { report(.lowPowerMode) }
  }

  private func report(_ change: Change) {
    switch change {
    case .lowPowerMode:
      CurrentPhone.post(.NSProcessInfoPowerStateDidChange, ProcessInfo.processInfo)
    case .thermalState:
      CurrentPhone.post(ProcessInfo.thermalStateDidChangeNotification, ProcessInfo.processInfo)
    case .batteryLevel, .batteryState, .refreshStatus: break
    }
    for listener in listeners { listener(change) }
  }
}
