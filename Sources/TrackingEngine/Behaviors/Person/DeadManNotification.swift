import PhoneAPI
import Timekeeping

/// The behavior that notifies the user when the app has stopped.
///
/// It schedules a notification, which the running app postpones again and again. After the app has
/// stopped, the notification appears and the user can start the app again. With `notifyOnTerminate`
/// the app instead notifies the user in `applicationWillTerminate()`, which the phone seldom calls.
final class DeadManNotification: Behavior {
  static let identifier = "stopped"
  private static let tick = TimeSpan.seconds(120 as Int64)
  private static let delay = TimeSpan.seconds(180 as Int64)

  let events: Events = [.tracking, .foreground, .termination, .settings]
  private unowned let tracker: Tracker
  private var timer: TimerToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    guard isWanted else { return }
    tracker.askToNotify()
    tracker.dropNotifications(startingWith: Self.identifier)
    guard !tracker.settings.drives.notifyOnTerminate, timer == nil else { return }
    arm()
    timer = tracker.clock.schedule(after: Self.tick, repeats: true) { [weak self] in self?.arm() }
  }

  func foregroundChanged() { if isWanted, tracker.isTracking { tracker.askToNotify() } }
  func trackingEnded() { stop() }
  func settingsChanged() { stop() }

  func willTerminate() {
    guard isWanted, tracker.isTracking, tracker.settings.drives.notifyOnTerminate else { return }
    show(after: .seconds(1 as Int64))
  }

  private var isWanted: Bool { tracker.settings.drives.deadManNotification }

  private func arm() { show(after: Self.delay) }

  private func show(after delay: TimeSpan) {
    tracker.notify(
      Self.identifier, title: "Drives has stopped",
      body: "Open the app to record drives again.", after: delay)
  }

  private func stop() {
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    tracker.dropNotifications(startingWith: Self.identifier)
  }
}
