import PhoneAPI

/// A notification center that keeps its requests. A test decides when they show and are tapped.
final class FakeNotificationCenter: UserNotificationCenter {
  private let system: FakeSystem
  var onResponse: ((String, String) -> Void)?

  init(_ system: FakeSystem) { self.system = system }

  let availability = ServiceAvailability.available
  var authorization: NotificationAuthorization {
    NotificationAuthorization(status: system.notificationPermission, granted: [])
  }
  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) { system.calls.append("askToNotify \(options.rawValue)") }

  var pending: [LocalNotification] { system.notifications }
  func add(_ notification: LocalNotification) {
    removePending(identifiers: [notification.identifier])
    system.notifications.append(notification)
  }
  func removePending(identifiers: [String]) {
    system.notifications.removeAll { identifiers.contains($0.identifier) }
  }
}
