#if os(iOS) || os(Linux)
  import CoreLocation
  import Foundation
  import PhoneAPI
  import Timekeeping
  import UserNotifications

  /// The notifications of an iOS app.
  final class AppleNotifications: UserNotificationCenter {
    private var center: UNUserNotificationCenter { .current() }
    private let receiver = ResponseReceiver()

    let availability = ServiceAvailability.available

    var authorization: NotificationAuthorization {
      answer { done in
        center.getNotificationSettings { done(NotificationAuthorization($0)) }
      } ?? NotificationAuthorization(status: .notDetermined, granted: [])
    }

    func requestAuthorization(
      _ options: NotificationOptions, completion: @escaping (Bool) -> Void
    ) {
      nonisolated(unsafe) let completion = completion
      center.requestAuthorization(options: UNAuthorizationOptions(options)) { granted, _ in
        onMain { completion(granted) }
      }
    }

    func add(_ notification: LocalNotification) { center.add(notification.request) }

    func removePending(identifiers: [String]) {
      center.removePendingNotificationRequests(withIdentifiers: identifiers)
    }

    var pending: [LocalNotification] {
      answer { done in
        center.getPendingNotificationRequests { done($0.compactMap(LocalNotification.init)) }
      } ?? []
    }

    var onResponse: ((_ identifier: String, _ action: String) -> Void)? {
      get { receiver.onResponse }
      set {
        receiver.onResponse = newValue
        center.delegate = newValue == nil ? nil : receiver
      }
    }
  }

  /// Receives the user's answers to notifications.
  private final class ResponseReceiver: NSObject, UNUserNotificationCenterDelegate,
    @unchecked Sendable
  {
    var onResponse: ((_ identifier: String, _ action: String) -> Void)?

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      onResponse?(response.notification.request.identifier, response.actionIdentifier)
      completionHandler()
    }
  }

  extension NotificationAuthorization {
    fileprivate init(_ settings: UNNotificationSettings) {
      let status: PermissionStatus =
        switch settings.authorizationStatus {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .authorized, .provisional, .ephemeral: .granted
        @unknown default: .denied
        }
      var granted: NotificationOptions = []
      if settings.alertSetting == .enabled { granted.insert(.alert) }
      if settings.badgeSetting == .enabled { granted.insert(.badge) }
      if settings.soundSetting == .enabled { granted.insert(.sound) }
      self.init(status: status, granted: granted)
    }
  }

  extension UNAuthorizationOptions {
    fileprivate init(_ options: NotificationOptions) {
      self = []
      if options.contains(.alert) { insert(.alert) }
      if options.contains(.badge) { insert(.badge) }
      if options.contains(.sound) { insert(.sound) }
    }
  }

  extension LocalNotification {
    fileprivate var request: UNNotificationRequest {
      let content = UNMutableNotificationContent()
      content.title = title
      content.body = body
      let trigger: UNNotificationTrigger =
        switch self.trigger {
        case .after(let span):
          // The system takes no interval of zero.
          UNTimeIntervalNotificationTrigger(
            timeInterval: max(span.seconds, 0.001), repeats: false)
        case .region(let region):
          UNLocationNotificationTrigger(region: region.circle, repeats: false)
        }
      return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    /// Creates the notification; nil for a trigger that PhoneAPI does not have.
    fileprivate init?(_ request: UNNotificationRequest) {
      let trigger: Trigger
      switch request.trigger {
      case let later as UNTimeIntervalNotificationTrigger:
        trigger = .after(.seconds(later.timeInterval))
      case let place as UNLocationNotificationTrigger:
        guard let circle = place.region as? CLCircularRegion else { return nil }
        trigger = .region(CircularRegion(circle))
      default: return nil
      }
      self.init(
        identifier: request.identifier, title: request.content.title, body: request.content.body,
        trigger: trigger)
    }
  }
#endif
