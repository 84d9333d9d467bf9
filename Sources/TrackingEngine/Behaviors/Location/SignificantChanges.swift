/// The behavior that asks for significant changes while tracking is on.
///
/// If `updatesInBackground` is off, it asks for them only while the app is in the background. The
/// phone continues the service after the process has ended, but the app has to start it again at
/// every launch (SLC-10).
final class SignificantChanges: Behavior {
  let events: Events = [.tracking, .foreground, .authorization]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { isWanted ? start() : stop() }
  func trackingEnded() { stop() }
  func authorizationChanged() { if isWanted { start() } }

  func foregroundChanged() {
    if takesTurns { isWanted ? start() : stop() }
  }

  private var takesTurns: Bool { !tracker.settings.updatesInBackground }

  private var isWanted: Bool {
    tracker.isTracking && tracker.settings.trackingMode.usesSignificantChanges
      && !tracker.settings.pilotQuirks.visitsOnly && !(takesTurns && tracker.isInForeground)
  }

  private func start() {
    tracker.manager.startMonitoringSignificantLocationChanges()
    if tracker.services.insert(.significantChanges).inserted {
      tracker.note(.significantChanges, "starts")
    }
  }

  private func stop() {
    tracker.manager.stopMonitoringSignificantLocationChanges()
    if tracker.services.remove(.significantChanges) != nil {
      tracker.note(.significantChanges, "stops")
    }
  }
}
