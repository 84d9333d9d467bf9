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
  /// The receiver of the user's answers. An app sets it while it launches.
  open weak var delegate: (any UNUserNotificationCenterDelegate)? {
    didSet {
      center.onResponse = { [weak self] in self?.received(identifier: $0, action: $1) }
    }
  }
  /// The requests that this process has added, for the answers to them.
  private var added: [String: UNNotificationRequest] = [:]
  private var categories: Set<UNNotificationCategory> = []

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
    completionHandler(UNNotificationSettings(center.authorization))
  }

  /// Returns the settings that the user has chosen.
  open func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(center.authorization)
  }

  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    added[request.identifier] = request
    center.add(
      LocalNotification(
        identifier: request.identifier, title: request.content.title, body: request.content.body,
        trigger: request.trigger?.trigger ?? .after(.zero)))
    if let completionHandler { CurrentPhone.soon { completionHandler(nil) } }
  }

  /// Adds a request.
  open func add(_ request: UNNotificationRequest) async throws {
    add(request, withCompletionHandler: nil)
  }

  /// Reads the requests that wait for their trigger. The answer comes at once, as from another
  /// queue.
  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) { completionHandler(center.pending.map(request)) }

  /// Returns the requests that wait for their trigger.
  open func pendingNotificationRequests() async -> [UNNotificationRequest] {
    center.pending.map(request)
  }

  /// Sets the kinds of notifications with actions of their own.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    self.categories = categories
  }

  private func request(_ notification: LocalNotification) -> UNNotificationRequest {
    added[notification.identifier] ?? UNNotificationRequest(notification)
  }

  private func received(identifier: String, action: String) {
    let request =
      added[identifier]
      ?? UNNotificationRequest(
        identifier: identifier, content: UNMutableNotificationContent(), trigger: nil)
    delegate?.userNotificationCenter(
      self, didReceive: UNNotificationResponse(request, action: action)
    ) {}
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
