import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that records a good fix each time the user has covered a fixed distance.
///
/// Continuous updates cost energy mainly because they keep the processor awake. Between two
/// recorded fixes the app therefore asks for an accuracy of 3 km, which keeps the app running at
/// little cost. Fixes that arrive meanwhile are not recorded. If the next fix is due in less than
/// eight seconds, positioning stays on.
///
/// Before iOS 17, where live updates do not exist, the behavior also turns positioning off while
/// the user does not move.
final class SpacedFixes: Behavior {
  /// The distance to travel before the next fix, for the user's current motion.
  private enum Pace: Equatable {
    /// A fix each time the user has covered a distance.
    ///
    /// - Parameter usualMetersPerSecond: the usual speed for this motion. If the measured speed is
    ///   unknown or low, the tracker assumes 70 % of the usual speed.
    case every(meters: Double, usualMetersPerSecond: Double)
    case still
  }

  private enum State {
    case off
    /// Positioning is on until a fix is good enough, or until the time `seekMax` has passed.
    ///
    /// Then `best`, the most accurate fix so far, is recorded.
    case seeking(since: Instant, best: Location?)
    case resting
  }

  /// The longest wait for a good fix after satellite positioning was off (STD-14).
  private static let seekMax = TimeSpan.seconds(30 as Int64)
  private static let restSecondsMin = 8.0
  private static let goodAccuracyMeters = 30.0
  private static let usableAccuracyMeters = 100.0

  let events: Events = [.tracking, .motion, .settings]
  private unowned let tracker: Tracker
  private var pace: Pace?
  private var state = State.off
  private var timer: TimerToken?
  private var restingPlace: Location?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.listenToMotion()
    consider()
    ask()
  }

  func trackingEnded() { follow(nil) }
  func settingsChanged() { consider() }
  func moved(_ activity: MotionActivity) { consider() }

  func delivered(_ locations: [Location], at now: Instant) {
    if pace == .still, case .resting = state { return notice(locations) }
    guard case .seeking(let since, var best) = state else { return }
    for location in locations where isUsable(location, since: since) {
      let radius = best?.horizontalAccuracyMeters ?? .infinity
      if location.horizontalAccuracyMeters <= radius { best = location }
    }
    state = .seeking(since: since, best: best)
    if let best, best.horizontalAccuracyMeters <= Self.goodAccuracyMeters { take(best, at: now) }
  }

  /// Ends the pace `still` if a fix shows that the user has left the place of the last recorded
  /// fix.
  ///
  /// The tracker then records every fix. The phone's motion reports are not enough, because they
  /// report a drive late if the phone is in a pocket (MOT-3).
  private func notice(_ locations: [Location]) {
    guard let place = restingPlace else {
      restingPlace = locations.last
      return
    }
    let isElsewhere = locations.contains {
      $0.coordinate.distanceMeters(to: place.coordinate)
        > max(0, $0.horizontalAccuracyMeters) + max(0, place.horizontalAccuracyMeters) + 100
    }
    if isElsewhere { follow(nil) }
  }

  // MARK: Paces

  private func consider() { follow(tracker.isTracking ? wanted() : nil) }

  private func wanted() -> Pace? {
    let motion = tracker.motion
    let settings = tracker.settings
    if !motion.isDisjoint(with: [.automotive, .cycling]) {
      return settings.pace.rideFixSpacingMeters.map { .every(meters: $0, usualMetersPerSecond: 8) }
    }
    if !motion.isDisjoint(with: [.walking, .running]) {
      return settings.pace.footFixSpacingMeters.map {
        .every(meters: $0, usualMetersPerSecond: 1.4)
      }
    }
    let restsByItself = tracker.manager.sessionsAvailability.isAvailable
    return motion == .stationary && !restsByItself ? .still : nil
  }

  private func follow(_ pace: Pace?) {
    guard pace != self.pace else { return }
    let wasOff = self.pace == nil
    self.pace = pace
    switch pace {
    case nil: end()
    case .still:
      if wasOff { begin() }
      tracker.note(.spacedFixes, "takes a fix where the user stays, then turns positioning off")
      restingPlace = nil
      seek()
    case .every(let meters, _):
      if wasOff { begin() }
      tracker.note(.spacedFixes, "takes a fix every \(Int(meters)) m")
      seek()
    }
  }

  private func begin() {
    tracker.mutes.insert(.spacedFixes)
    tracker.receive(.delivery, self, isOn: true)
    tracker.first(LiveUpdates.self)?.holdBack()
  }

  private func end() {
    tracker.note(.spacedFixes, "records all fixes again")
    state = .off
    tracker.mutes.remove(.spacedFixes)
    tracker.receive(.delivery, self, isOn: false)
    wait(nil) {}
    ask()
    if tracker.isTracking { tracker.first(LiveUpdates.self)?.goOn() }
  }

  // MARK: Fixes

  private func seek() {
    state = .seeking(since: tracker.clock.now, best: nil)
    ask()
    wait(Self.seekMax) { [weak self] in self?.giveUp() }
  }

  private func giveUp() {
    guard case .seeking(_, let best) = state else { return }
    if let best { take(best, at: tracker.clock.now) } else { rest(atMetersPerSecond: -1) }
  }

  private func take(_ location: Location, at now: Instant) {
    tracker.record(location, source: .standard, at: now)
    restingPlace = location
    rest(atMetersPerSecond: location.speedMetersPerSecond)
  }

  /// Turns positioning off until the user, at this speed, has covered the distance to the next fix.
  private func rest(atMetersPerSecond speed: Double) {
    guard case .every(let meters, let usual) = pace else { return rest(for: nil) }
    let seconds = meters / max(speed, 0.7 * usual)
    if seconds >= Self.restSecondsMin { rest(for: .seconds(seconds)) } else { seek() }
  }

  private func rest(for span: TimeSpan?) {
    state = .resting
    ask()
    wait(span) { [weak self] in self?.seek() }
  }

  private func isUsable(_ location: Location, since: Instant) -> Bool {
    location.timestamp >= since && location.horizontalAccuracyMeters >= 0
      && location.horizontalAccuracyMeters <= Self.usableAccuracyMeters
  }

  private func ask() {
    let accuracy: DesiredAccuracy =
      if case .resting = state { .threeKilometers } else { tracker.settings.desiredAccuracy }
    if tracker.manager.desiredAccuracy != accuracy { tracker.manager.desiredAccuracy = accuracy }
  }

  private func wait(_ span: TimeSpan?, then action: @escaping () -> Void) {
    if let timer { tracker.clock.cancel(timer) }
    timer = span.map { tracker.clock.schedule(after: $0, repeats: false, action) }
  }
}
