import PhoneAPI

/// The behavior that asks for standard updates while tracking is on.
///
/// If the settings say so, it asks for them only while the app is in the foreground.
final class StandardUpdates: Behavior {
  let events: Events = [.tracking, .foreground, .pause, .authorization]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { isWanted ? start() : stop() }
  func trackingEnded() { stop() }

  /// Starts or stops standard updates when other behaviors change `Tracker.holds`.
  ///
  /// While `Tracker.holds` contains a behavior, standard updates stay off.
  func reconsider() { isWanted ? start() : stop() }
  func authorizationChanged() { if isWanted { start() } }

  /// Stops standard updates and starts them again, so that they count as started in the present
  /// wake-up.
  func restart() {
    guard isWanted else { return }
    stop()
    start()
  }

  func foregroundChanged() {
    if !mayStay { isWanted ? start() : stop() }
  }

  func updatesPaused() {
    tracker.services.remove(.standardUpdates)
    tracker.note(.standardUpdates, "paused by the phone")
  }

  func updatesResumed() {
    tracker.services.insert(.standardUpdates)
    tracker.note(.standardUpdates, "resumed by the phone")
  }

  private var isWanted: Bool {
    tracker.isTracking && tracker.settings.trackingMode.usesStandardUpdates
      && tracker.holds.isEmpty
      && (mayStay || tracker.isInForeground)
  }

  /// True if standard updates stay on in the background, at least until the phone suspends the app.
  private var mayStay: Bool {
    tracker.settings.updatesInBackground || tracker.settings.updatesUntilSuspension
  }

  private func start() {
    tracker.manager.startUpdatingLocation()
    if tracker.services.insert(.standardUpdates).inserted {
      tracker.note(.standardUpdates, "starts at accuracy \(tracker.settings.desiredAccuracy)")
    }
  }

  private func stop() {
    tracker.manager.stopUpdatingLocation()
    if tracker.services.remove(.standardUpdates) != nil { tracker.note(.standardUpdates, "stops") }
  }
}
