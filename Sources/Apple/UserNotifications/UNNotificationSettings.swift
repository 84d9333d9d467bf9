import Foundation
import PhoneAPI

/// The state of one setting of notifications.
public enum UNNotificationSetting: Int, Sendable { case notSupported, disabled, enabled }

/// The settings that the user has chosen for the app's notifications.
open class UNNotificationSettings: NSObject, @unchecked Sendable {
  /// The user's decision.
  public let authorizationStatus: UNAuthorizationStatus
  /// The setting of notifications on the screen.
  public let alertSetting: UNNotificationSetting
  /// The setting of the number on the app's icon.
  public let badgeSetting: UNNotificationSetting
  /// The setting of sounds.
  public let soundSetting: UNNotificationSetting

  init(_ authorization: NotificationAuthorization) {
    authorizationStatus =
      switch authorization.status {
      case .notDetermined: .notDetermined
      case .restricted, .denied: .denied
      case .granted: .authorized
      }
    func setting(_ option: NotificationOptions) -> UNNotificationSetting {
      authorization.granted.contains(option) ? .enabled : .disabled
    }
    alertSetting = setting(.alert)
    badgeSetting = setting(.badge)
    soundSetting = setting(.sound)
  }
}
