import PhoneAPI
import Timekeeping

/// Has the phone run a refresh task now and then in the background, and records one fix in each.
///
/// A request gives one launch (BGT-3), so each run asks for the next before anything else.
final class BackgroundRefresh: Behaviour {
  let events: Events = [.launch, .tracking, .foreground, .delivery, .failure]
  private unowned let tracker: Tracker
  private var task: (any BackgroundTask)?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    let isRegistered = tracker.phone.backgroundTasks.register(identifier: identifier) {
      [weak self] task in self?.run(task)
    }
    if !isRegistered { tracker.note(.backgroundRefresh, "\(identifier) was refused") }
  }

  func foregroundChanged() {
    if tracker.isTracking && !tracker.isInForeground { submit() }
  }

  func trackingEnded() { tracker.phone.backgroundTasks.cancel(identifier: identifier) }

  func delivered(_ locations: [Location], at now: Instant) { complete(success: true) }
  func locationFailed(_ error: LocationError) { complete(success: false) }

  private var identifier: String { tracker.settings.refreshTaskIdentifier }

  private func submit() {
    let earliest = tracker.clock.now + tracker.settings.backgroundInterval
    do {
      try tracker.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: identifier, kind: .refresh, earliestBegin: earliest))
      tracker.note(
        .backgroundRefresh,
        "asks for a run no sooner than in \(tracker.configuration.settings.backgroundInterval)")
    } catch {
      tracker.note(.backgroundRefresh, "cannot ask for a run: \(error)")
    }
  }

  private func run(_ task: any BackgroundTask) {
    guard tracker.isTracking else { return task.setTaskCompleted(success: true) }
    submit()
    self.task = task
    task.expirationHandler = { [weak self] in self?.complete(success: false) }
    tracker.requestedSource = .refresh
    tracker.note(.backgroundRefresh, "runs and asks for one fix")
    tracker.manager.requestLocation()
  }

  private func complete(success: Bool) {
    guard let running = task else { return }
    task = nil
    tracker.requestedSource = nil
    tracker.note(.backgroundRefresh, success ? "has its fix" : "ends without a fix")
    running.setTaskCompleted(success: success)
  }
}
