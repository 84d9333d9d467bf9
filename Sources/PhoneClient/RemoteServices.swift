import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// The app's process, the device and the container over the link.
final class RemoteServices: Application, Device, Container {
  let connection: PhoneConnection
  let tasks: RemoteTasks
  let http: RemoteHTTP
  let transfers: RemoteTransfers
  let notifications: RemoteNotifications
  let push: RemotePush
  let wifi: RemoteWiFi
  let geocoder: RemoteGeocoder
  let car: RemoteCar
  let cryptography = RemoteCryptography()
  var onPowerChange: (() -> Void)?
  var onThermalStateChange: (() -> Void)?
  var onBackgroundRefreshChange: (() -> Void)?
  var expirations: [Int64: (token: UInt64, expire: () -> Void)] = [:]

  init(_ connection: PhoneConnection) {
    self.connection = connection
    tasks = RemoteTasks(connection)
    http = RemoteHTTP(connection)
    transfers = RemoteTransfers(connection)
    notifications = RemoteNotifications(connection)
    push = RemotePush(connection)
    wifi = RemoteWiFi(connection)
    geocoder = RemoteGeocoder(connection)
    car = RemoteCar(connection)
  }

  // MARK: Application

  var state: ApplicationState { connection.property(.applicationState).word() ?? .background }
  var backgroundTimeRemainingSeconds: Double {
    connection.property(.backgroundTimeRemaining).number ?? .infinity
  }
  var backgroundRefreshStatus: BackgroundRefreshStatus {
    connection.property(.backgroundRefreshStatus).word() ?? .restricted
  }
  var isProtectedDataAvailable: Bool {
    connection.property(.isProtectedDataAvailable).flag ?? false
  }
  var isIdleTimerDisabled: Bool {
    get { connection.property(.isIdleTimerDisabled).flag ?? false }
    set { connection.set(.isIdleTimerDisabled, .flag(newValue)) }
  }

  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken? {
    let result = connection.call(.beginBackgroundTask, ["name": .text(name)]).object
    guard let result, let number = result["task"].whole,
      let token = result["token"].whole.flatMap(UInt64.init(exactly:))
    else { return nil }
    expirations[number] = (token, expirationHandler)
    return BackgroundTaskToken(rawValue: token)
  }

  func endBackgroundTask(_ token: BackgroundTaskToken) {
    for (number, task) in expirations where task.token == token.rawValue {
      expirations[number] = nil
    }
    connection.call(.endBackgroundTask, ["token": .whole(Int64(clamping: token.rawValue))])
  }

  // MARK: Device

  var isBatteryMonitoringEnabled: Bool {
    get { connection.property(.isBatteryMonitoringEnabled).flag ?? false }
    set { connection.set(.isBatteryMonitoringEnabled, .flag(newValue)) }
  }
  var batteryLevel: Double { connection.property(.batteryLevel).number ?? -1 }
  var batteryState: BatteryState { connection.property(.batteryState).word() ?? .unknown }
  var isLowPowerModeEnabled: Bool { connection.property(.isLowPowerModeEnabled).flag ?? false }
  var thermalState: ThermalState { connection.property(.thermalState).word() ?? .nominal }
  var identifierForVendor: String { connection.property(.identifierForVendor).text ?? "" }
  var systemVersion: String { connection.property(.systemVersion).text ?? "" }

  // MARK: Container

  var directoryPath: String? { connection.property(.directoryPath).text }
  func value(forKey key: String) -> String? {
    connection.call(.value, ["key": .text(key)]).text
  }
  func set(_ value: String?, forKey key: String) {
    connection.call(.setValue, ["key": .text(key), "value": LinkValue(value)])
  }
  func secret(forKey key: String) -> String? {
    connection.call(.secret, ["key": .text(key)]).text
  }
  func setSecret(
    _ value: String?, forKey key: String, accessible: SecretAccessibility
  ) -> Bool {
    connection.call(
      .setSecret,
      [
        "key": .text(key), "value": LinkValue(value), "accessible": .text(accessible.rawValue),
      ]
    ).flag ?? false
  }
}

extension PhoneConnection {
  func property(_ name: LinkProperty) -> LinkValue {
    call(.property, ["name": .text(name.rawValue)])
  }

  func set(_ name: LinkProperty, _ value: LinkValue) {
    call(.setProperty, ["name": .text(name.rawValue), "value": value])
  }

  func availability(_ name: LinkProperty) -> ServiceAvailability { property(name).availability }
}

extension LinkValue {
  /// True is an available service; a text is the reason for which it is not.
  var availability: ServiceAvailability {
    flag == true ? .available : .unavailable(text ?? "the phone does not offer it")
  }
}
