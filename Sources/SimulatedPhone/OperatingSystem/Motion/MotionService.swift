import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Events of the motion service.
enum MotionEvent: Sendable {
  case windowFull
  case altitude
}

/// The motion callbacks of one process. They end with the process.
struct MotionHandlers {
  var activity: ((MotionActivity) -> Void)?
  /// The activity that was last reported to the app by this process's callback.
  var reported: MotionActivity?
  var steps: (since: Instant, reported: Int, handler: (PedometerData) -> Void)?
  var altitude: (start: Double, handler: (RelativeAltitude) -> Void)?

  var wantsWindows: Bool { activity != nil || steps != nil }

  /// True if the app counts steps, or listens to activities and does not know this one.
  @inline(__always)
  func mayReport(_ activity: MotionActivity) -> Bool {
    steps != nil || (self.activity != nil && reported != activity)
  }
}

/// Delivers activities, steps and altitudes to the app: live while it runs, and as history.
///
/// Live updates do not wake the app, and a suspended app does not get missed updates later: when it
/// resumes, it gets the present activity (MOT-6). The history is complete only up to some minutes
/// ago (MOT-5).
final class MotionService: PhonePart {
  private let parameters: MotionParameters
  let coprocessor: MotionCoprocessor
  private var windowFull: EventKernel<PhoneEvent>.Identifier?
  private var altitudeDue: EventKernel<PhoneEvent>.Identifier?
  private let pressure: SeededRandom
  private var belief = MovementBelief()
  /// True if location updates are on or paused. The system then needs the estimate of rest,
  /// `belief`.
  private var isFollowed = false

  init(
    phone: SimulatedPhone, parameters: MotionParameters, coprocessor: MotionCoprocessor,
    chance: SeededRandom
  ) {
    self.parameters = parameters
    self.coprocessor = coprocessor
    pressure = chance.stream("barometer")
    super.init(phone: phone)
  }

  func handle(_ event: MotionEvent) {
    switch event {
    case .windowFull:
      windowFull = nil
      coprocessor.catchUp(to: phone.now)
      reconsiderRest()
      notify()
      watch()
    case .altitude:
      altitudeDue = nil
      reportAltitude()
      watchAltitude()
    }
  }

  // MARK: Live

  func subscribe(_ process: AppProcess, _ handler: @escaping (MotionActivity) -> Void) {
    process.motion.activity = handler
    process.motion.reported = nil
    coprocessor.catchUp(to: phone.now)
    process.callSoon { [unowned self] in notify() }
    watch()
  }

  func countSteps(
    _ process: AppProcess, since: Instant, _ handler: @escaping (PedometerData) -> Void
  ) {
    process.motion.steps = (since, -1, handler)
    process.callSoon { [unowned self] in notify() }
    watch()
  }

  func watchAltitude(
    _ process: AppProcess, _ handler: @escaping (RelativeAltitude) -> Void
  ) {
    process.motion.altitude = (altitudeMeters, handler)
    process.callSoon { [unowned self] in
      reportAltitude()
      watchAltitude()
    }
  }

  /// Cancels the scheduled window and schedules the next one, because the app runs again or the
  /// phone's movement changed.
  func bestir() {
    if let windowFull { phone.cancel(windowFull) }
    windowFull = nil
    watch()
    watchAltitude()
  }

  /// Resumes updates for an app that comes back from suspension.
  func processResumed(_ process: AppProcess) {
    guard process.motion.wantsWindows else { return bestir() }
    notify()
    bestir()
  }

  /// Moves the scheduled window after the phone's trajectory has grown.
  func trajectoryHasGrown() {
    guard let due = coprocessor.planAgain(), let windowFull else { return }
    phone.kernel.move(windowFull, to: due)
  }

  private func watch() {
    guard windowFull == nil, phone.isOn, isFollowed || isDelivered, let due = coprocessor.nextEnd()
    else { return }
    windowFull = phone.schedule(.motion(.windowFull), at: due)
  }

  /// True if a running app receives activities or steps.
  private var isDelivered: Bool {
    phone.app?.process.map { $0.isRunning && $0.motion.wantsWindows } ?? false
  }

  // MARK: The system's estimate of rest

  /// True if the phone rests, according to its accelerometer and its positions.
  var isPhoneAtRest: Bool {
    if isFollowed { return belief.isAtRest }
    coprocessor.catchUp(to: phone.now)
    return coprocessor.isPhoneResting
  }

  /// Handles the start or end of location updates. The first estimate of rest after the start does
  /// not cause a call of `movementChanged`.
  func setFollowed(_ isWanted: Bool) {
    guard isWanted != isFollowed, !phone.model.system.isUnrestricted else { return }
    if isWanted { belief = MovementBelief(isAtRest: isPhoneAtRest) }
    isFollowed = isWanted
    phone.location.isPhoneAtRest = isWanted && belief.isAtRest
    bestir()
  }

  /// Resets the estimate of rest after the phone has started up.
  func startAnew() {
    belief = MovementBelief()
    phone.location.isPhoneAtRest = false
    bestir()
  }

  /// Uses a fix that arrives while the system estimates that the phone rests. The fix may show that
  /// the phone moves.
  func take(_ fix: Location) {
    guard isFollowed, belief.isAtRest, belief.isContradicted(by: fix) else { return }
    belief.positionsShowMovement(at: phone.now)
    phone.note(.operatingSystem, "MOT-8") { "concludes from positions that the phone moves" }
    phone.movementChanged(isAtRest: false)
  }

  private func reconsiderRest() {
    guard isFollowed,
      belief.take(
        isResting: coprocessor.isPhoneResting, latest: phone.location.latestFix, at: phone.now)
    else { return }
    phone.note(.operatingSystem, "MOT-2") {
      belief.isAtRest ? "concludes that the phone rests" : "concludes that the phone moves"
    }
    phone.movementChanged(isAtRest: belief.isAtRest)
  }

  /// Reports to the app what it has not been told yet.
  private func notify() {
    guard isDelivered else { return }
    coprocessor.catchUp(to: phone.now)
    let activity = coprocessor.current
    // Most windows change nothing. Swift then counts no reference to the process.
    let isNew = phone.app?.process.map { $0.motion.mayReport(activity) }
    if isNew == true { report(activity) }
  }

  private func report(_ activity: MotionActivity) {
    guard let process = phone.app?.process else { return }
    if process.motion.reported != activity, let handler = process.motion.activity {
      process.motion.reported = activity
      phone.notify(.toldOfMotion(activity))
      phone.note(.operatingSystem, activity.fact) { "reports to the app: \(activity.flags)" }
      handler(activity)
    }
    reportSteps(process)
  }

  private func reportSteps(_ process: AppProcess) {
    guard let counting = process.motion.steps, process.isAlive else { return }
    let data = steps(from: counting.since, to: phone.now)
    guard data.steps != counting.reported else { return }
    process.motion.steps?.reported = data.steps
    counting.handler(data)
  }

  // MARK: History

  /// Returns the activities in the requested time. The last minutes are missing, because the
  /// history is completed with a delay.
  func activities(from start: Instant, to end: Instant) -> [MotionActivity] {
    coprocessor.catchUp(to: phone.now)
    let known = phone.now - .seconds(parameters.historyLagSeconds)
    let horizon = phone.now - .seconds(parameters.historyDays * 86_400)
    phone.note(.operatingSystem, "MOT-5") {
      "delivers the history of activities up to \(known)"
    }
    let earliest = max(start, horizon)
    return coprocessor.history(from: earliest).activities(from: earliest, to: min(end, known))
  }

  func steps(from start: Instant, to end: Instant) -> PedometerData {
    coprocessor.catchUp(to: min(end, phone.now))
    let horizon = phone.now - .seconds(parameters.historyDays * 86_400)
    let earliest = max(start, horizon)
    let steps = coprocessor.history(from: earliest).steps(from: earliest, to: end)
    return PedometerData(
      start: start, end: end, steps: steps,
      distanceMeters: Double(steps) * parameters.strideMeters)
  }

  // MARK: Altitude

  private var altitudeMeters: Double { Double(phone.truth().altitudeMeters) }

  private func watchAltitude() {
    guard altitudeDue == nil, let process = phone.app?.process, process.isRunning,
      process.motion.altitude != nil
    else { return }
    altitudeDue = phone.schedule(.motion(.altitude), after: .seconds(1 as Int64))
  }

  /// Reports the altitude to the app. The weather changes the air pressure, which shifts the
  /// altitude by some tenths of a meter a minute (a judgment without a source).
  private func reportAltitude() {
    guard let process = phone.app?.process, process.isRunning,
      let watching = process.motion.altitude
    else { return }
    let height = altitudeMeters
    let drift = 0.2 * pressure.normal(at: phone.now.wholeSeconds / 60)
    watching.handler(
      RelativeAltitude(
        meters: height - watching.start + drift, pressureKilopascals: Self.pressure(at: height),
        timestamp: phone.now))
  }

  /// Returns the pressure of the international standard atmosphere at an altitude (ISO 2533).
  private static func pressure(at meters: Double) -> Double {
    let ratio = max(0, 1 - 2.25577e-5 * meters)
    return 101.325 * pow(ratio, 5.25588)
  }
}

extension MotionActivity {
  /// The ID in FACTS.md of the rule for this activity: one rule is for walking and rest, one for
  /// vehicles and bicycles, and one for a vehicle that stands.
  var fact: String {
    switch (stationary, automotive || cycling) {
    case (true, true): "MOT-4"
    case (false, true): "MOT-3"
    default: walking || running || stationary ? "MOT-2" : "MOT-1"
    }
  }

  /// The activity in words, for the timeline.
  var flags: String {
    let all = [
      (stationary, "stationary"), (walking, "walking"), (running, "running"),
      (cycling, "cycling"), (automotive, "automotive"), (unknown, "unknown"),
    ]
    let names = all.filter(\.0).map(\.1)
    return (names.isEmpty ? "no activity" : names.joined(separator: " and "))
      + ", confidence \(confidence)"
  }
}
