import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that runs standard updates only during trips.
///
/// Between trips it keeps a fence around the user. A trip starts when the user leaves the fence, or
/// when a visit ends. A trip ends when a visit begins, or when the user has stayed in one place.
/// When tracking begins, no trip is in progress. A trip continues after a kill: the next process
/// resumes it.
final class TripSessions: Behavior {
  static let regionIdentifier = "trip-sessions"
  private static let stateKey = "tripSession"
  private static let checkSpan = TimeSpan.minutes(1)

  private enum State: Equatable {
    /// No trip is in progress.
    ///
    /// `hasFence` is false until a position is known that can be the fence's center.
    case waiting(hasFence: Bool)
    case inTrip
  }

  let events: Events = [.tracking, .delivery, .region, .visit]
  private unowned let tracker: Tracker
  private var state = State.waiting(hasFence: false)
  /// During a trip, the place around which the user has stayed, and the time when this stay began.
  ///
  /// It is nil until the trip's first fix.
  private var stay: (place: Coordinate, since: Instant)?
  private var check: TimerToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.manager.startMonitoringVisits()
    if tracker.phone.container.value(forKey: Self.stateKey) == "trip" {
      begin("continues the trip")
    } else {
      wait()
    }
  }

  func trackingEnded() {
    tracker.manager.stopMonitoringVisits()
    tracker.phone.container.set(nil, forKey: Self.stateKey)
    tracker.holds.remove(.tripSessions)
    stopChecking()
    dropFence()
    state = .waiting(hasFence: false)
  }

  func exited(_ region: CircularRegion) {
    guard region.identifier == Self.regionIdentifier, state != .inTrip else { return }
    begin("a trip begins: the fence was left")
  }

  func visited(_ visit: Visit, at now: Instant) {
    switch state {
    case .waiting: if visit.departure != .distantFuture { begin("a trip begins: a visit ended") }
    case .inTrip:
      guard tracker.settings.session.endsAtVisits, visit.departure == .distantFuture else { return }
      end("the trip ends: a visit began")
    }
  }

  func delivered(_ locations: [Location], at now: Instant) {
    guard let newest = locations.last else { return }
    switch state {
    case .waiting(let hasFence): if !hasFence { putFence(around: newest) }
    case .inTrip: follow(newest, at: now)
    }
  }

  // MARK: Trips

  private func begin(_ reason: @autoclosure () -> String) {
    state = .inTrip
    stay = nil
    dropFence()
    tracker.phone.container.set("trip", forKey: Self.stateKey)
    tracker.note(.tripSessions, reason())
    tracker.holds.remove(.tripSessions)
    keepChecking()
  }

  private func end(_ reason: @autoclosure () -> String) {
    tracker.phone.container.set(nil, forKey: Self.stateKey)
    tracker.note(.tripSessions, reason())
    stopChecking()
    wait()
  }

  private func wait() {
    state = .waiting(hasFence: false)
    if let known = tracker.lastFix ?? tracker.manager.location { putFence(around: known) }
    guard case .waiting(hasFence: false) = state else { return }
    // Updates continue until a fix is good enough for a fence.
    tracker.holds.remove(.tripSessions)
    tracker.first(StandardUpdates.self)?.reconsider()
  }

  // MARK: Staying

  private func follow(_ fix: Location, at now: Instant) {
    let reach = tracker.settings.session.stayRadiusMeters + fix.horizontalAccuracyMeters
    if let stay, stay.place.distanceMeters(to: fix.coordinate) <= reach { return }
    stay = (fix.coordinate, now)
  }

  /// Starts a timer that tests repeatedly if the trip has ended.
  ///
  /// Fixes alone are not enough for this test, because a phone at rest delivers few fixes.
  private func keepChecking() {
    stopChecking()
    check = tracker.clock.schedule(after: Self.checkSpan, repeats: true) { [weak self] in
      self?.endIfStayed()
    }
  }

  private func stopChecking() {
    if let check { tracker.clock.cancel(check) }
    check = nil
  }

  private func endIfStayed() {
    guard let longest = tracker.settings.session.stay, let stay,
      tracker.clock.now - stay.since >= longest
    else { return }
    end("the trip ends: the user stays in one place")
  }

  // MARK: The fence

  private func putFence(around fix: Location) {
    let settings = tracker.settings.session
    guard fix.horizontalAccuracyMeters >= 0,
      fix.horizontalAccuracyMeters <= settings.fenceAccuracyMaxMeters
    else { return }
    tracker.manager.startMonitoring(
      CircularRegion(
        identifier: Self.regionIdentifier, center: fix.coordinate,
        radiusMeters: settings.fenceRadiusMeters, notifyOnEntry: false, notifyOnExit: true))
    state = .waiting(hasFence: true)
    tracker.holds.insert(.tripSessions)
    tracker.note(.tripSessions, "waits in a fence of \(Int(settings.fenceRadiusMeters)) m")
  }

  private func dropFence() {
    for region in tracker.manager.monitoredRegions where region.identifier == Self.regionIdentifier
    {
      tracker.manager.stopMonitoring(region)
    }
  }
}
