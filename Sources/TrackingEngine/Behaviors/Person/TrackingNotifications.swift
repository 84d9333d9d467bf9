import PhoneAPI
import Timekeeping

/// The behavior that notifies the user when tracking stops or starts by itself.
///
/// It acts only if the setting `notifies` is on. A killed app cannot notify the user. Therefore the
/// app schedules a reminder, and each delivery of fixes postpones the reminder. The phone shows the
/// reminder after ten minutes without a delivery.
final class TrackingNotifications: Behavior {
  private static let reminderIdentifier = "tracking-stopped"
  private static let reminderDelay = TimeSpan.minutes(10)
  private static let leastBetweenReminders = TimeSpan.minutes(1)

  let events: Events = [.tracking, .foreground, .pause, .region, .settings]
  private unowned let tracker: Tracker
  private var nextReminder: TimeSpan?
  private var isOn = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { follow() }
  func settingsChanged() { follow() }
  func foregroundChanged() { askForPermission() }
  func trackingEnded() { follow() }

  private func follow() {
    let isWanted = tracker.isTracking && tracker.settings.overland.notifies
    guard isWanted != isOn else { return }
    isOn = isWanted
    tracker.receive(.delivery, self, isOn: isOn)
    if isOn {
      askForPermission()
    } else {
      center.removePending(identifiers: [Self.reminderIdentifier])
      nextReminder = nil
    }
  }

  private var center: any UserNotificationCenter { tracker.phone.notifications }

  private func askForPermission() {
    guard isOn, tracker.isInForeground, center.authorization.status == .notDetermined else {
      return
    }
    tracker.note(.trackingNotifications, "asks for the permission to notify")
    center.requestAuthorization([.alert, .sound]) { _ in }
  }

  func delivered(_ locations: [Location], at now: Instant) {
    let uptime = tracker.clock.uptime
    if let nextReminder, uptime < nextReminder { return }
    nextReminder = uptime + Self.leastBetweenReminders
    center.add(
      LocalNotification(
        identifier: Self.reminderIdentifier, title: "Tracking has stopped",
        body: "No position for 10 minutes.", trigger: .after(Self.reminderDelay)))
  }

  func updatesPaused() { notify("updates-paused", "Location updates are paused") }
  func updatesResumed() { notify("updates-resumed", "Location updates have resumed") }

  func exited(_ region: CircularRegion) {
    if region.identifier == PauseAndResumeWithGeofence.regionIdentifier {
      notify("updates-resumed", "Location updates have resumed")
    }
  }

  private func notify(_ identifier: String, _ title: String) {
    guard isOn else { return }
    center.add(LocalNotification(identifier: identifier, title: title, trigger: .after(.zero)))
  }
}
