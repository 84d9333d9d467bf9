import PhoneAPI
import Timekeeping

/// The behavior that records one good fix in each interval while the app is open.
///
/// If the newest fix is not good, the behavior asks the phone for a new fix. In a tracker with this
/// behavior, fixes of standard updates are not recorded when they arrive. They only supply the
/// newest fix.
final class ForegroundTimer: Behavior {
  private static let intervalMin = TimeSpan.seconds(1 as Int64)

  let events: Events = [.tracking, .foreground, .motion, .delivery, .failure]
  private unowned let tracker: Tracker
  private var timer: TimerToken?
  private var interval = TimeSpan.zero
  /// The phone's uptime at the last tick of the timer; nil while the timer is off.
  private var lastTick: TimeSpan?
  private var awaitsFix = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  /// The interval of the running timer; nil while the timer is off.
  var runningInterval: TimeSpan? { timer == nil ? nil : interval }

  func trackingBegan() { follow() }
  func trackingEnded() { stop() }
  func foregroundChanged() { follow() }
  func moved(_ activity: MotionActivity) { follow() }

  func delivered(_ locations: [Location], at now: Instant) {
    if awaitsFix, let location = locations.last, isGood(location, at: now) {
      save(location, at: now)
    }
  }

  func locationFailed(_ error: LocationError) { awaitsFix = false }

  private func follow() {
    if tracker.isTracking && tracker.isInForeground { start() } else { stop() }
  }

  private var wantedInterval: TimeSpan {
    if let pace = tracker.pace { return pace.interval }
    return tracker.settings.pilotQuirks.intervalIgnored
      ? TrackerSettings().foregroundInterval : tracker.settings.foregroundInterval
  }

  /// Starts the timer, or changes its interval.
  ///
  /// A new interval counts from the timer's last tick, so that frequent changes do not postpone the
  /// next fix forever.
  private func start() {
    let wanted = wantedInterval
    guard timer == nil || wanted != interval else { return }
    interval = wanted
    if lastTick == nil { lastTick = tracker.clock.uptime }
    wait()
    tracker.note(.foregroundTimer, "records a fix each \(interval)")
  }

  private func wait() {
    if let timer { tracker.clock.cancel(timer) }
    let now = tracker.clock.uptime
    let delay = max(.zero, (lastTick ?? now) + max(interval, Self.intervalMin) - now)
    timer = tracker.clock.schedule(after: delay, repeats: false) { [weak self] in self?.tick() }
  }

  private func stop() {
    guard let running = timer else { return }
    tracker.clock.cancel(running)
    timer = nil
    lastTick = nil
    awaitsFix = false
    tracker.note(.foregroundTimer, "stops")
  }

  private func tick() {
    lastTick = tracker.clock.uptime
    wait()
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
    guard location.horizontalAccuracyMeters > 0 else { return false }
    return tracker.settings.pilotQuirks.noValidityTest
      || location.horizontalAccuracyMeters <= tracker.settings.savedAccuracyMaxMeters
        && now - location.timestamp <= tracker.settings.savedAgeMax
  }
}
