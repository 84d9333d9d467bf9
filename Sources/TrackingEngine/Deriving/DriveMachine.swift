import PhoneAPI
import Timekeeping

/// The state machine that detects drives by the user's motion and by the car's connection, and
/// selects the positions to record.
///
/// A connection to the car begins a drive at once, and continues it while motion reports no
/// driving. When the car disconnects, the drive ends, unless motion still reports driving: then
/// motion ends the drive, because a connection may also fail on the way.
///
/// It uses neither phone nor store: it receives events and returns actions. A drive that a kill
/// interrupted has the state `interrupted` until the next change of motion. More driving within ten
/// minutes continues the drive. Any other motion ends the drive at its last point.
struct DriveMachine {
  enum State: Equatable {
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
    /// - Parameters:
    ///   - cached: the phone's newest fix, which becomes the first point if a drive begins.
    ///   - since: the time since which the user moves so, if it is earlier than now.
    case moved(MotionStates, cached: Location?, since: Instant? = nil)
    /// The phone has connected to the car or disconnected from it.
    case car(isConnected: Bool, cached: Location?)
    case fix(Location)
  }

  enum Action: Equatable {
    case began
    /// A position that the tracker has to record, with the position's own time.
    case keep(Location)
    case ended(Drive)
  }

  private static let interruptionMax = TimeSpan.minutes(10)

  private(set) var state = State.idle
  var settings: DriveSettings
  private var isInCar = false
  /// The newest motion that decides about drives.
  private var motion = Motion.unclear

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
    case .moved(let states, let cached, let since):
      take(
        Motion(states, tracksRuns: settings.tracksRuns), cached: cached, at: min(now, since ?? now),
        isLate: since != nil)
    case .car(let isConnected, let cached):
      carChanged(isConnected: isConnected, cached: cached, at: now)
    }
  }

  /// Ends the drive in progress, for example because the user turns tracking off.
  mutating func finish() -> [Action] {
    guard let drive else { return [] }
    state = .idle
    return [.ended(drive)]
  }

  // MARK: Motion

  private enum Motion: Equatable {
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

    /// The same motion of a user who sits in the car. Only a stop that the phone reports as one in
    /// a vehicle interrupts the points.
    var inCar: Motion {
      switch self {
      case .stopped: .stopped
      case .traveling, .over, .unclear: .traveling(isRun: false)
      }
    }
  }

  private mutating func take(
    _ next: Motion, cached: Location?, at instant: Instant, isLate: Bool
  ) -> [Action] {
    if next != .unclear { motion = next }
    let actions = moved(isInCar ? next.inCar : next, cached: cached, at: instant)
    guard isLate else { return actions }
    return actions.map { action in
      guard case .ended(var drive) = action else { return action }
      drive.end = max(drive.start, instant)
      return .ended(drive)
    }
  }

  private mutating func carChanged(
    isConnected: Bool, cached: Location?, at now: Instant
  ) -> [Action] {
    guard isConnected != isInCar else { return [] }
    isInCar = isConnected
    if isConnected { return moved(motion.inCar, cached: cached, at: now) }
    return switch (state, motion) {
    case (.idle, _): []
    case (_, .traveling): moved(motion, cached: cached, at: now)
    case (_, .stopped), (_, .over), (_, .unclear): moved(.over, cached: cached, at: now)
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
