import PhoneAPI
import Timekeeping

/// The notifications and messages that the app shows the user.
extension Tracker {
  /// Asks the user for permission to show notifications; asks once, and only while the app is open.
  func askToNotify() {
    let notifications = phone.notifications
    guard isInForeground, notifications.authorization.status == .notDetermined else { return }
    notifications.requestAuthorization([.alert, .badge, .sound]) { _ in }
  }

  /// Schedules a notification. It replaces a scheduled notification with the same identifier.
  func notify(_ identifier: String, title: String, body: String, after delay: TimeSpan) {
    phone.notifications.add(
      LocalNotification(
        identifier: identifier, title: title, body: body, trigger: .after(delay)))
  }

  func dropNotifications(startingWith prefix: String) {
    let identifiers = phone.notifications.pending.map(\.identifier)
    phone.notifications.removePending(identifiers: identifiers.filter { $0.hasPrefix(prefix) })
  }

  /// Notes a message for the user in the timeline, and shows it in the app's own interface, if
  /// there is one.
  func alert(_ behavior: BehaviorKind, _ text: String) {
    note(behavior, "shows the user: \(text)")
    onAlert?(text)
  }
}
