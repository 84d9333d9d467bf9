import PhoneAPI
import Timekeeping

/// Records one good fix an interval while the app is open; without one at hand it asks for one.
///
/// Where this behaviour is, deliveries of standard updates only tell where the phone is now.
final class ForegroundTimer: Behaviour {
  let events: Events = [.tracking, .foreground, .delivery, .failure]
  private unowned let tracker: Tracker
  private var timer: TimerToken?
  private var awaitsFix = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { follow() }
  func trackingEnded() { stop() }
  func foregroundChanged() { follow() }

  func delivered(_ locations: [Location], at now: Instant) {
    if awaitsFix, let location = locations.last, isGood(location, at: now) {
      save(location, at: now)
    }
  }

  func locationFailed(_ error: LocationError) { awaitsFix = false }

  private func follow() {
    if tracker.isTracking && tracker.isInForeground { start() } else { stop() }
  }

  private func start() {
    guard timer == nil else { return }
    let interval = tracker.settings.foregroundInterval
    timer = tracker.clock.schedule(after: interval, repeats: true) { [weak self] in self?.tick() }
    tracker.note(.foregroundTimer, "records a fix each \(interval)")
  }

  private func stop() {
    guard let running = timer else { return }
    tracker.clock.cancel(running)
    timer = nil
    awaitsFix = false
    tracker.note(.foregroundTimer, "stops")
  }

  private func tick() {
    let now = tracker.clock.now
    if let location = tracker.lastFix, isGood(location, at: now) {
      save(location, at: now)
    } else {
      awaitsFix = true
      tracker.note(.foregroundTimer, "has no good fix and asks for one")
      tracker.manager.requestLocation()
    }
  }

  private func save(_ location: Location, at now: Instant) {
    awaitsFix = false
    tracker.record(location, source: .timer, at: now)
  }

  private func isGood(_ location: Location, at now: Instant) -> Bool {
    location.horizontalAccuracyMeters > 0
      && location.horizontalAccuracyMeters <= tracker.settings.savedAccuracyMaxMeters
      && now - location.timestamp <= tracker.settings.savedAgeMax
  }
}
