import PhoneAPI
import Timekeeping

/// The behavior that asks the phone to launch the app again.
///
/// The behavior has no work to do in these launches. It uses visits and, if the settings say so,
/// background refresh, silent pushes and VoIP pushes. An app has to report a call for each VoIP
/// push, but this behavior reports none. As a result the phone ends the app, and soon delivers no
/// more VoIP pushes (NET-4). A simulation can measure this effect.
final class WakeUps: Behavior {
  private static let interval = TimeSpan.minutes(15)

  let events: Events = [.launch, .tracking, .foreground]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    guard settings.backgroundFetch else { return }
    tracker.phone.backgroundTasks.register(identifier: identifier) { [weak self] task in
      self?.run(task)
    }
  }

  func trackingBegan() {
    tracker.manager.startMonitoringVisits()
    if settings.silentPush { tracker.phone.push.registerForRemoteNotifications { _ in } }
    if settings.voipPush { registerForCalls() }
  }

  func trackingEnded() {
    tracker.manager.stopMonitoringVisits()
    if settings.backgroundFetch { tracker.phone.backgroundTasks.cancel(identifier: identifier) }
  }

  func foregroundChanged() {
    if tracker.isTracking, !tracker.isInForeground, settings.backgroundFetch { submit() }
  }

  private var settings: DriveSettings { tracker.settings.drives }
  private var identifier: String { tracker.settings.refreshTaskIdentifier }

  private func registerForCalls() {
    tracker.phone.push.registerForVoIP(
      { _ in },
      onPush: { [weak self] _ in
        self?.tracker.note(.wakeUps, "is woken by a VoIP push and reports no call")
      })
  }

  private func run(_ task: any BackgroundTask) {
    if tracker.isTracking { submit() }
    task.setTaskCompleted(success: true)
  }

  private func submit() {
    let earliest = tracker.clock.now + Self.interval
    do {
      try tracker.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: identifier, kind: .refresh, earliestBegin: earliest))
    } catch { tracker.note(.wakeUps, "cannot ask for a run: \(error)") }
  }
}
