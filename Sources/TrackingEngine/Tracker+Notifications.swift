import PhoneAPI
import Timekeeping

/// What the app tells the person.
extension Tracker {
  /// Has the phone ask whether the app may notify: once, and only while the app is open.
  func askToNotify() {
    let notifications = phone.notifications
    guard isInForeground, notifications.authorization.status == .notDetermined else { return }
    notifications.requestAuthorization([.alert, .badge, .sound]) { _ in }
  }

  /// Takes the place of one that waits under the same identifier.
  func notify(_ identifier: String, title: String, body: String, after delay: TimeSpan) {
    phone.notifications.add(
      LocalNotification(
        identifier: identifier, title: title, body: body, trigger: .after(delay)))
  }

  func dropNotifications(startingWith prefix: String) {
    let identifiers = phone.notifications.pending.map(\.identifier)
    phone.notifications.removePending(identifiers: identifiers.filter { $0.hasPrefix(prefix) })
  }

  /// A message within the app's own interface, if it has one; the timeline has it in any case.
  func alert(_ behavior: BehaviorKind, _ text: String) {
    note(behavior, "tells the person: \(text)")
    onAlert?(text)
  }
}
