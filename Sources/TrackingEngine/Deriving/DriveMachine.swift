import PhoneAPI
import Timekeeping

/// Tells drives by the phone's motion activity alone, and picks their points from the fixes.
///
/// Knows neither phone nor store: events go in, what is to be done comes out. A drive that a kill broke
/// off is `interrupted` until motion says how it went on: it is taken up again by more driving within ten
/// minutes, and ends where it was by anything else.
struct DriveMachine {
  enum State: Hashable {
    case idle
    /// Stopped is the car at a traffic light: automotive and stationary at once. It yields no points.
    case underway(Drive, isStopped: Bool)
    case interrupted(Drive)
  }

  enum Event {
    /// - Parameter cached: the newest fix that the phone has; first point of a drive that begins.
    case moved(MotionStates, cached: Location?)
    case fix(Location)
  }

  enum Action: Hashable {
    case began
    /// To be recorded; the time is the one that a point of this tracker has.
    case keep(Location)
    case ended(Drive)
  }

  private static let interruptionMax = TimeSpan.minutes(10)

  private(set) var state = State.idle
  var settings: DriveSettings

  init(_ settings: DriveSettings, interrupted drive: Drive? = nil) {
    self.settings = settings
    if let drive { state = .interrupted(drive) }
  }

  /// The drive that a kill would break off now.
  var drive: Drive? {
    switch state {
    case .idle: nil
    case .underway(let drive, _), .interrupted(let drive): drive
    }
  }

  mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    switch event {
    case .fix(let location): take(location, at: now)
    case .moved(let states, let cached):
      moved(Motion(states, tracksRuns: settings.tracksRuns), cached: cached, at: now)
    }
  }

  /// Ends what is under way, as when tracking is switched off.
  mutating func finish() -> [Action] {
    guard let drive else { return [] }
    state = .idle
    return [.ended(drive)]
  }

  // MARK: Motion

  private enum Motion: Hashable {
    case traveling(isRun: Bool)
    case stopped
    case over
    case unclear

    init(_ states: MotionStates, tracksRuns: Bool) {
      if states.contains(.automotive) {
        self = states.contains(.stationary) ? .stopped : .traveling(isRun: false)
      } else if states.contains(.running), tracksRuns {
        self = .traveling(isRun: true)
      } else {
        self = states.isDisjoint(with: [.stationary, .walking, .running]) ? .unclear : .over
      }
    }
  }

  private mutating func moved(
    _ motion: Motion, cached: Location?, at now: Instant
  ) -> [Action] {
    switch (state, motion) {
    case (_, .unclear), (.idle, .stopped), (.idle, .over): return []
    case (.idle, .traveling(let isRun)): return begin(isRun: isRun, cached: cached, at: now)
    case (.underway(let drive, _), .traveling(let isRun)) where isRun == drive.isRun:
      state = .underway(drive, isStopped: false)
      return []
    case (.underway(let drive, _), .stopped):
      state = .underway(drive, isStopped: !drive.isRun)
      return []
    case (.interrupted(let drive), .traveling(let isRun))
    where isRun == drive.isRun && goesOn(drive, at: now):
      state = .underway(drive, isStopped: false)
      return [.began]
    case (.interrupted(let drive), .stopped) where !drive.isRun && goesOn(drive, at: now):
      state = .underway(drive, isStopped: true)
      return [.began]
    case (_, .traveling(let isRun)):
      return finish() + begin(isRun: isRun, cached: cached, at: now)
    case (_, .stopped), (_, .over): return finish()
    }
  }

  private func goesOn(_ drive: Drive, at now: Instant) -> Bool {
    now - drive.newest <= Self.interruptionMax
  }

  private mutating func begin(isRun: Bool, cached: Location?, at now: Instant) -> [Action] {
    var drive = Drive(isRun: isRun, start: now)
    var actions = [Action.began]
    if let cached {
      let point = stamped(cached, at: now)
      drive.add(point)
      actions.append(.keep(point))
    }
    state = .underway(drive, isStopped: false)
    return actions
  }

  // MARK: Points

  private mutating func take(_ location: Location, at now: Instant) -> [Action] {
    guard case .underway(var drive, isStopped: false) = state, isGood(location),
      drive.isBeyond(settings.pointDistanceMinMeters, location.coordinate)
    else { return [] }
    let point = stamped(location, at: now)
    drive.add(point)
    state = .underway(drive, isStopped: false)
    return [.keep(point)]
  }

  /// A vertical accuracy that is not known passes, as it always has.
  private func isGood(_ location: Location) -> Bool {
    location.horizontalAccuracyMeters >= 0
      && location.horizontalAccuracyMeters <= settings.pointAccuracyMaxMeters
      && location.verticalAccuracyMeters <= settings.pointAccuracyMaxMeters
      && location.coordinate.isValid
  }

  private func stamped(_ location: Location, at now: Instant) -> Location {
    guard settings.wallClockPoints else { return location }
    var point = location
    point.timestamp = now
    return point
  }
}
