/// The behavior that keeps the phone's compass on while standard updates are on.
///
/// It does nothing on a phone without a compass.
final class HeadingUpdates: Behavior {
  let events: Events = .tracking
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    guard tracker.settings.trackingMode.usesStandardUpdates,
      tracker.manager.headingAvailability.isAvailable
    else { return }
    tracker.manager.startUpdatingHeading()
  }

  func trackingEnded() { tracker.manager.stopUpdatingHeading() }
}
