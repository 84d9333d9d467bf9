import Geodesy
import Timekeeping

/// Local notifications, like `UNUserNotificationCenter`. Pending notifications remain after the
/// process ends.
public protocol UserNotificationCenter: AnyObject {
  var availability: ServiceAvailability { get }
  var authorization: NotificationAuthorization { get }
  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void)
  /// Adds a notification, or replaces the pending notification with the same identifier. The phone
  /// keeps only the 64 newest pending notifications (NET-7).
  func add(_ notification: LocalNotification)
  func removePending(identifiers: [String])
  var pending: [LocalNotification] { get }
  /// Called when the user taps a notification. The tap launches the app if the app does not run.
  /// The action of a tap is `default`.
  var onResponse: ((_ identifier: String, _ action: String) -> Void)? { get set }
}

public struct NotificationOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alert = NotificationOptions(rawValue: 1)
  public static let badge = NotificationOptions(rawValue: 2)
  public static let sound = NotificationOptions(rawValue: 4)
}

public struct NotificationAuthorization: Sendable, Hashable {
  public var status: PermissionStatus
  public var granted: NotificationOptions

  public init(status: PermissionStatus, granted: NotificationOptions) {
    self.status = status
    self.granted = granted
  }
}

public struct LocalNotification: Sendable, Hashable {
  public enum Trigger: Sendable, Hashable {
    case after(TimeSpan)
    /// Shows the notification when the phone crosses a region's border, even if the app has only
    /// the permission When In Use. The region counts toward the app's limit of 20 (REG-1, REG-12).
    case region(CircularRegion)
  }

  public var identifier: String
  public var title: String
  public var body: String
  public var trigger: Trigger

  public init(identifier: String, title: String, body: String = "", trigger: Trigger) {
    self.identifier = identifier
    self.title = title
    self.body = body
    self.trigger = trigger
  }
}

/// The service that gives the app tokens for silent and VoIP pushes. Silent pushes arrive through
/// `App` (NET-1 to NET-4).
public protocol PushRegistry: AnyObject {
  var availability: ServiceAvailability { get }
  func registerForRemoteNotifications(_ token: @escaping (String) -> Void)
  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void)
  /// Reports a call to the user. The system ends an app that does not call this after a VoIP push
  /// (NET-4).
  func reportIncomingCall()
}

/// The service that finds place names for coordinates, like `CLGeocoder`. It limits the rate of
/// requests, and it answers later by a callback.
public protocol Geocoder: AnyObject {
  var availability: ServiceAvailability { get }
  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void)
}
