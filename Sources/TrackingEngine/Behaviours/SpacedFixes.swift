import PhoneAPI
import Timekeeping

/// Has a good fix every so many metres, on foot and on wheels as the settings say, and lets positioning rest
/// in between.
///
/// Most of what continuous updates cost is the processor that they keep awake, and a walker is nowhere near
/// the next turn a second later. Between two fixes the app asks for 3 km, which keeps it running at little
/// cost; what comes meanwhile is no record. Where the next fix would be due before positioning had come to
/// rest, it does not rest.
final class SpacedFixes: Behaviour {
  /// How far it is to the next fix.
  private struct Pace {
    var spacingMeters: Double
    /// Of somebody whose speed is not known, or who stands for a moment.
    var usualMetersPerSecond: Double

    /// Nil where fixes are to come as they are.
    init?(_ motion: MotionStates, _ settings: TrackerSettings) {
      let isRiding = !motion.isDisjoint(with: [.automotive, .cycling])
      let isOnFoot = !motion.isDisjoint(with: [.walking, .running])
      guard isRiding || isOnFoot,
        let meters = isRiding ? settings.rideFixSpacingMeters : settings.footFixSpacingMeters
      else { return nil }
      spacingMeters = meters
      usualMetersPerSecond = isRiding ? 8 : 1.4
    }

    func secondsToNext(atMetersPerSecond speed: Double) -> Double {
      spacingMeters / max(speed, 0.7 * usualMetersPerSecond)
    }
  }

  private enum State {
    case off
    /// Until a fix is good enough, or the time is up and the best so far has to do.
    case seeking(since: Instant, best: Location?)
    case resting
  }

  private static let seekMax = TimeSpan.seconds(15 as Int64)
  private static let restMin = 8.0
  private static let goodAccuracyMeters = 30.0
  private static let usableAccuracyMeters = 100.0

  let events: Events = [.tracking, .motion, .settings]
  private unowned let tracker: Tracker
  private var state = State.off
  private var pace: Pace?
  private var timer: TimerToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.listenToMotion()
    consider()
    ask()
  }

  func trackingEnded() { end() }
  func settingsChanged() { consider() }
  func moved(_ activity: MotionActivity) { consider() }

  func delivered(_ locations: [Location], at now: Instant) {
    guard case .seeking(let since, var best) = state else { return }
    for location in locations where isUsable(location, since: since) {
      let isBetter = best.map {
        location.horizontalAccuracyMeters <= $0.horizontalAccuracyMeters
      }
      if isBetter ?? true { best = location }
    }
    state = .seeking(since: since, best: best)
    if let best, best.horizontalAccuracyMeters <= Self.goodAccuracyMeters { take(best, at: now) }
  }

  // MARK: States

  private func consider() {
    pace = tracker.isTracking ? Pace(tracker.surroundings.motion, tracker.settings) : nil
    switch (pace, state) {
    case (.some, .off): begin()
    case (nil, .seeking), (nil, .resting): end()
    default: break
    }
  }

  private func begin() {
    tracker.note(
      .spacedFixes, "fixes come by the distance: one every \(Int(pace?.spacingMeters ?? 0)) m")
    tracker.mutesDeliveries = true
    tracker.hear(.delivery, self, isOn: true)
    tracker.first(LiveUpdates.self)?.holdBack()
    seek()
  }

  private func end() {
    guard case .off = state else {
      tracker.note(.spacedFixes, "fixes come as they are")
      state = .off
      tracker.mutesDeliveries = false
      tracker.hear(.delivery, self, isOn: false)
      wait(nil) {}
      ask()
      if tracker.isTracking { tracker.first(LiveUpdates.self)?.goOn() }
      return
    }
  }

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
    rest(atMetersPerSecond: location.speedMetersPerSecond)
  }

  /// For as long as the way to the next fix takes.
  private func rest(atMetersPerSecond speed: Double) {
    guard let seconds = pace?.secondsToNext(atMetersPerSecond: speed), seconds >= Self.restMin
    else { return seek() }
    state = .resting
    ask()
    wait(.seconds(seconds)) { [weak self] in self?.seek() }
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
