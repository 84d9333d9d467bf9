import AppleProcess
@_exported import Foundation
import PhoneAPI
import Timekeeping

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined, denied, authorized, provisional, ephemeral
}

/// The settings that the user has chosen for the app's notifications.
open class UNNotificationSettings: NSObject, @unchecked Sendable {
  public let authorizationStatus: UNAuthorizationStatus

  init(_ authorization: NotificationAuthorization) {
    authorizationStatus =
      switch authorization.status {
      case .notDetermined: .notDetermined
      case .restricted, .denied: .denied
      case .granted: .authorized
      }
  }
}

public final class UNNotificationSound: NSObject, @unchecked Sendable {
  public static let `default` = UNNotificationSound()
}

open class UNMutableNotificationContent: NSObject, @unchecked Sendable {
  open var title = ""
  open var subtitle = ""
  open var body = ""
  open var badge: NSNumber?
  open var sound: UNNotificationSound?
  open var userInfo: [AnyHashable: Any] = [:]
  open var categoryIdentifier = ""
}

public typealias UNNotificationContent = UNMutableNotificationContent

open class UNNotificationTrigger: NSObject, @unchecked Sendable {
  fileprivate var trigger: LocalNotification.Trigger { .after(.zero) }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  public let timeInterval: TimeInterval
  public let repeats: Bool

  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    self.repeats = repeats
  }

  fileprivate override var trigger: LocalNotification.Trigger { .after(.seconds(timeInterval)) }
}

open class UNNotificationRequest: NSObject, @unchecked Sendable {
  public let identifier: String
  public let content: UNMutableNotificationContent
  public let trigger: UNNotificationTrigger?

  public init(
    identifier: String, content: UNMutableNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }
}

/// The center of the app's notifications.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  open class func current() -> UNUserNotificationCenter {
    CurrentPhone.single(UNUserNotificationCenter.init)
  }
  open weak var delegate: (any UNUserNotificationCenterDelegate)?

  private var center: any UserNotificationCenter { CurrentPhone.phone.notifications }

  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    var wanted: NotificationOptions = []
    if options.contains(.alert) { wanted.insert(.alert) }
    if options.contains(.badge) { wanted.insert(.badge) }
    if options.contains(.sound) { wanted.insert(.sound) }
    center.requestAuthorization(wanted) { completionHandler($0, nil) }
  }

  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      requestAuthorization(options: options) { granted, _ in
        continuation.resume(returning: granted)
      }
    }
  }

  open func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    let settings = UNNotificationSettings(center.authorization)
    DispatchQueue.main.async { completionHandler(settings) }
  }

  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    center.add(
      LocalNotification(
        identifier: request.identifier, title: request.content.title, body: request.content.body,
        trigger: request.trigger?.trigger ?? .after(.zero)))
    if let completionHandler { DispatchQueue.main.async { completionHandler(nil) } }
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    center.removePending(identifiers: identifiers)
  }
  open func removeAllPendingNotificationRequests() {
    center.removePending(identifiers: center.pending.map(\.identifier))
  }
  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
  open func removeAllDeliveredNotifications() {}
}

/// The callbacks of the notification center. All of them are optional.
public protocol UNUserNotificationCenterDelegate: AnyObject {}
