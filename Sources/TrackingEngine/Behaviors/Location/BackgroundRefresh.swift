import PhoneAPI
import Timekeeping

/// The behavior that asks the phone for background refresh tasks, and records one fix in each task.
final class BackgroundRefresh: Behavior {
  /// The length of each refresh task with the quirk `refreshSavesNothing`. The published app
  /// EHE-Pilot waits this long for a fix, but never saves the fix.
  private static let idleWait = TimeSpan.seconds(5 as Int64)

  let events: Events = [.launch, .tracking, .foreground, .delivery, .failure]
  private unowned let tracker: Tracker
  private lazy var task: RecurringTask = RecurringTask(
    tracker, .backgroundRefresh, kind: .refresh,
    identifier: tracker.settings.refreshTaskIdentifier
  ) { [unowned self] in run() }

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    task.register { [unowned self] in interval }
    task.onExpiration = { [unowned self] in end("ends without a fix") }
  }

  func foregroundChanged() {
    if tracker.isTracking && !tracker.isInForeground { task.submit(after: interval) }
  }

  func trackingEnded() { task.cancel() }

  func delivered(_ locations: [Location], at now: Instant) {
    if !savesNothing { complete(success: true) }
  }

  func locationFailed(_ error: LocationError) {
    if !savesNothing { complete(success: false) }
  }

  private var savesNothing: Bool { tracker.settings.pilotQuirks.refreshSavesNothing }

  private var interval: TimeSpan {
    tracker.settings.pilotQuirks.intervalIgnored
      ? TrackerSettings().backgroundInterval : tracker.settings.backgroundInterval
  }

  private func run() {
    tracker.note(.backgroundRefresh, "runs and asks for one fix")
    if savesNothing {
      tracker.mutes.insert(.backgroundRefresh)
      _ = tracker.clock.schedule(after: Self.idleWait, repeats: false) { [weak self] in
        self?.complete(success: true)
      }
    } else {
      tracker.requestedSource = .refresh
    }
    tracker.manager.requestLocation()
  }

  private func complete(success: Bool) {
    guard task.isRunning else { return }
    end(savesNothing ? "saves nothing" : success ? "has its fix" : "ends without a fix")
    task.complete(success: success)
  }

  private func end(_ outcome: String) {
    tracker.requestedSource = nil
    tracker.mutes.remove(.backgroundRefresh)
    tracker.note(.backgroundRefresh, outcome)
  }
}
