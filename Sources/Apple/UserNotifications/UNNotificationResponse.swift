// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
    actionIdentifier = action == "default" ? UNNotificationDefaultActionIdentifier : action
  }
}

/// The ways in which the system performs an action.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)
  public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)
  public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// An action that a notification offers.
open class UNNotificationAction: NSObject, @unchecked Sendable {
  /// The name of the action.
  public let identifier: String
  /// The text of the button.
  public let title: String
  /// The ways in which the system performs the action.
  public let options: UNNotificationActionOptions

  /// Creates an action.
  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    self.options = options
  }
}

/// The ways in which the system handles the notifications of a kind.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)
}

/// A kind of notifications with actions of its own.
///
/// Stand-in: the simulated person taps a notification and chooses none of its actions.
open class UNNotificationCategory: NSObject, @unchecked Sendable {
  /// The name of the kind.
  public let identifier: String
  /// The actions.
  public let actions: [UNNotificationAction]
  /// The ways in which the system handles the notifications.
  public let options: UNNotificationCategoryOptions

  /// Creates a kind.
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.options = options
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
  /// The form of the first function for an app that awaits.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async
  /// The form of the second function for an app that awaits. It is never called either.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
}

extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    nonisolated(unsafe) let delegate: any UNUserNotificationCenterDelegate = self
    nonisolated(unsafe) let completionHandler = completionHandler
    Task {
      await delegate.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([]) }
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }
}
