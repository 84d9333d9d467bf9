#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI
  import Timekeeping
  import UIKit

  /// The process of an iOS app, as `UIApplication` shows it.
  final class AppleApplication: Application {
    private func read<Value: Sendable>(_ value: @MainActor (UIApplication) -> Value) -> Value {
      MainActor.assumeIsolated { value(UIApplication.shared) }
    }

    var state: ApplicationState {
      switch read({ $0.applicationState }) {
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      @unknown default: .background
      }
    }

    /// The system reports the largest number while it sets no limit.
    var backgroundTimeRemainingSeconds: Double {
      let seconds = read { $0.backgroundTimeRemaining }
      return seconds == .greatestFiniteMagnitude ? .infinity : seconds
    }

    func beginBackgroundTask(
      named name: String, expirationHandler: @escaping () -> Void
    ) -> BackgroundTaskToken? {
      nonisolated(unsafe) let expirationHandler = expirationHandler
      let identifier = read {
        $0.beginBackgroundTask(withName: name, expirationHandler: { expirationHandler() })
      }
      guard identifier != .invalid else { return nil }
      return UInt64(exactly: identifier.rawValue).map(BackgroundTaskToken.init)
    }

    func endBackgroundTask(_ token: BackgroundTaskToken) {
      guard let value = Int(exactly: token.rawValue) else { return }
      read { $0.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: value)) }
    }

    var isIdleTimerDisabled: Bool {
      get { read { $0.isIdleTimerDisabled } }
      set { read { $0.isIdleTimerDisabled = newValue } }
    }

    var backgroundRefreshStatus: BackgroundRefreshStatus {
      switch read({ $0.backgroundRefreshStatus }) {
      case .available: .available
      case .denied: .denied
      case .restricted: .restricted
      @unknown default: .denied
      }
    }

    var isProtectedDataAvailable: Bool { read { $0.isProtectedDataAvailable } }
  }

  /// The device of an iOS app, as `UIDevice` and `ProcessInfo` show it.
  final class AppleDevice: Device {
    private var observers: [any NSObjectProtocol] = []
    private var shown: PowerState?
    var onPowerChange: (() -> Void)? { didSet { observe() } }

    private func read<Value: Sendable>(_ value: @MainActor (UIDevice) -> Value) -> Value {
      MainActor.assumeIsolated { value(UIDevice.current) }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    var isBatteryMonitoringEnabled: Bool {
      get { read { $0.isBatteryMonitoringEnabled } }
      set { read { $0.isBatteryMonitoringEnabled = newValue } }
    }

    /// The system rounds to a hundredth, and returns a number of single precision.
    var batteryLevel: Double {
      let level = Double(read { $0.batteryLevel })
      return level < 0 ? -1 : (level * 100).rounded() / 100
    }

    var batteryState: BatteryState {
      switch read({ $0.batteryState }) {
      case .unknown: .unknown
      case .unplugged: .unplugged
      case .charging: .charging
      case .full: .full
      @unknown default: .unknown
      }
    }

    var isLowPowerModeEnabled: Bool { ProcessInfo.processInfo.isLowPowerModeEnabled }

    var thermalState: ThermalState {
      switch ProcessInfo.processInfo.thermalState {
      case .nominal: .nominal
      case .fair: .fair
      case .serious: .serious
      case .critical: .critical
      @unknown default: .nominal
      }
    }

    var identifierForVendor: String { read { $0.identifierForVendor?.uuidString ?? "" } }
    var systemVersion: String { read { $0.systemVersion } }

    // MARK: Changes

    /// Power as the device shows it. Two notifications about one change are reported once.
    private struct PowerState: Equatable {
      var level: Double
      var state: BatteryState
      var isLowPowerModeEnabled: Bool
    }

    private var power: PowerState {
      PowerState(
        level: batteryLevel, state: batteryState, isLowPowerModeEnabled: isLowPowerModeEnabled)
    }

    private func observe() {
      guard observers.isEmpty, onPowerChange != nil else { return }
      shown = power
      let names = [
        UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
        .NSProcessInfoPowerStateDidChange,
      ]
      nonisolated(unsafe) weak let device = self
      observers = names.map {
        NotificationCenter.default.addObserver(forName: $0, object: nil, queue: nil) { _ in
          device?.changed()
        }
      }
    }

    private func changed() {
      let now = power
      guard now != shown else { return }
      shown = now
      onPowerChange?()
    }
  }
#endif
