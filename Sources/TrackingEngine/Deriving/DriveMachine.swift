import PhoneAPI
import Timekeeping

/// The state machine that detects drives by the phone's motion, and selects the positions to
/// record.
///
/// It uses neither phone nor store: it receives events and returns actions. A drive that a kill
/// interrupted has the state `interrupted` until the next change of motion. More driving within ten
/// minutes continues the drive. Any other motion ends the drive at its last point.
struct DriveMachine {
  enum State: Hashable {
    case idle
    /// A drive is in progress.
    ///
    /// `isStopped` is true while the phone reports automotive and stationary motion at once, as at
    /// a traffic light. Meanwhile the drive gets no points.
    case underway(Drive, isStopped: Bool)
    case interrupted(Drive)
  }

  enum Event {
    /// A change of the user's motion.
    ///
    /// - Parameter cached: the phone's newest fix, which becomes the first point if a drive begins.
    case moved(MotionStates, cached: Location?)
    case fix(Location)
  }

  enum Action: Hashable {
    case began
    /// A position that the tracker has to record, with the position's own time.
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

  /// The drive in progress or interrupted, which has to survive a kill; nil if there is none.
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

  /// Ends the drive in progress, for example because the user turns tracking off.
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
    guard refusal(of: location) == nil, case .underway(var drive, _) = state else { return [] }
    let point = stamped(location, at: now)
    drive.add(point)
    state = .underway(drive, isStopped: false)
    return [.keep(point)]
  }

  /// Returns the rule by which a fix is not recorded; nil if it is recorded.
  func refusal(of location: Location) -> StaticString? {
    guard case .underway(let drive, let isStopped) = state else { return "noDrive" }
    if isStopped { return "driveStopped" }
    guard isGood(location) else { return "drivePointAccuracyMax" }
    return drive.isBeyond(settings.pointDistanceMinMeters, location.coordinate)
      ? nil : "drivePointDistanceMin"
  }

  /// Returns true if a fix is accurate enough. A fix of unknown vertical accuracy is accepted.
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
