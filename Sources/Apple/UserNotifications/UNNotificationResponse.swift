import Foundation
import PhoneAPI

/// The action of a user who taps a notification.
public let UNNotificationDefaultActionIdentifier =
  "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of a user who takes a notification away.
public let UNNotificationDismissActionIdentifier =
  "com.apple.UNNotificationDismissActionIdentifier"

/// A notification that the phone has shown.
open class UNNotification: NSObject, @unchecked Sendable {
  /// The request of the notification.
  public let request: UNNotificationRequest
  /// The time at which the user answered it.
  ///
  /// Stand-in: on Apple's systems it is the time at which the phone showed it.
  public let date = Date()

  init(_ request: UNNotificationRequest) { self.request = request }
}

/// The user's answer to a notification.
open class UNNotificationResponse: NSObject, @unchecked Sendable {
  /// The notification.
  public let notification: UNNotification
  /// The name of the action.
  public let actionIdentifier: String

  init(_ request: UNNotificationRequest, action: String) {
    notification = UNNotification(request)
    actionIdentifier = action == "open" ? UNNotificationDefaultActionIdentifier : action
  }
}

/// An action that a notification offers.
open class UNNotificationAction: NSObject, @unchecked Sendable {
  /// The name of the action.
  public let identifier: String
  /// The text of the button.
  public let title: String

  /// Creates an action.
  public init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}

/// A kind of notifications with actions of its own.
open class UNNotificationCategory: NSObject, @unchecked Sendable {
  /// The name of the kind.
  public let identifier: String
  /// The actions.
  public let actions: [UNNotificationAction]

  /// Creates a kind.
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String]
  ) {
    self.identifier = identifier
    self.actions = actions
  }
}

/// The ways in which a notification shows while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
  public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
  public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
  public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// The callbacks of the notification center. All of them are optional.
public protocol UNUserNotificationCenterDelegate: AnyObject {
  /// The user answered a notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
  /// A notification came while the app was in the foreground.
  ///
  /// Stand-in: it is never called. The phone shows the notification.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void)
}

extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) { completionHandler() }
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([]) }
}
