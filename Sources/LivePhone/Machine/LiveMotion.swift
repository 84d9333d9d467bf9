import MotionSensing
import PhoneAPI
import Timekeeping

/// Activity and steps from the machine's accelerometer. They are measured while an app listens to
/// activity or to steps.
///
/// The history covers only the times in which the app listened since the app was started.
///
/// Times are stored as the machine's uptime, and converted to wall-clock time when the app requests
/// them. The conversion uses the present wall clock. If the clock was set in the meantime, for
/// example by the receiver's first fix, past times are thus corrected as well.
final class LiveMotion: MotionActivityManager, Pedometer {
  private static let historyDays = 7.0

  private let loop: LiveLoop
  private let machine: Machine
  private let source: LiveMotionSource
  private let device: LiveDevice
  private let onNote: (String) -> Void
  private var history = MotionHistory(days: LiveMotion.historyDays)
  private var current: MotionActivity?
  private var reportedLoss: String?
  private var listening: (thread: MotionThread, inbox: LiveInbox<MotionThread.Finding>)?
  /// The spans in which the app listened. The last span may still be open.
  private var watched: [(from: TimeSpan, to: TimeSpan?)] = []
  private var activityHandler: ((MotionActivity) -> Void)?
  private var reportedActivity: MotionActivity?
  /// The last count of steps that another device sent; nil if it sends none.
  private var fedSteps: Int?
  private var counting: (since: Instant, reported: Int, handler: (PedometerData) -> Void)?

  init(
    _ source: LiveMotionSource, _ loop: LiveLoop, _ machine: Machine, _ device: LiveDevice,
    onNote: @escaping (String) -> Void
  ) {
    self.source = source
    self.loop = loop
    self.machine = machine
    self.device = device
    self.onNote = onNote
  }

  var availability: ServiceAvailability { source.availability(on: machine) }
  var authorization: PermissionStatus { availability.isAvailable ? .granted : .restricted }

  // MARK: Listening

  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
    guard availability.isAvailable else { return }
    activityHandler = handler
    reportedActivity = nil
    listen()
  }

  func stopActivityUpdates() {
    activityHandler = nil
    stopIfUnheard()
  }

  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {
    guard availability.isAvailable else { return }
    counting = (start, -1, handler)
    listen()
  }

  func stopUpdates() {
    counting = nil
    stopIfUnheard()
  }

  /// Ends all reports and the motion thread.
  func end() {
    (activityHandler, counting) = (nil, nil)
    stopIfUnheard()
  }

  private func listen() {
    _ = loop.schedule(after: .zero, repeats: false) { [weak self] in self?.notify() }
    guard listening == nil, !loop.isOver else { return }
    let thread = MotionThread(source, on: machine)
    thread.set(isFixed: isPluggedIn)
    let inbox = loop.listen { [weak self] finding in self?.take(finding) }
    listening = (thread, inbox)
    watched.append((loop.time.uptime, nil))
    thread.start(inbox.put)
  }

  private func stopIfUnheard() {
    guard activityHandler == nil, counting == nil, let (thread, inbox) = listening else { return }
    thread.end()
    loop.stopListening(to: inbox)
    listening = nil
    watched[watched.count - 1].to = loop.time.uptime
    keep(.unknown(at: loop.time.uptime))
  }

  private func take(_ finding: MotionThread.Finding) {
    listening?.thread.set(isFixed: isPluggedIn)
    if finding.loss != reportedLoss, let reason = finding.loss { onNote(reason) }
    reportedLoss = finding.loss
    if fedSteps == nil { history.append(steps: finding.steps, at: .uptime(finding.end)) }
    if let verdict = finding.verdict { keep(verdict.activity(since: .uptime(finding.end))) }
    if finding.loss != nil { keep(.unknown(at: finding.end)) }
    notify()
  }

  /// True if the device with the accelerometer is connected to a charger.
  private var isPluggedIn: Bool {
    if case .fed = source { device.fed?.power.isPluggedIn ?? false } else { device.isPluggedIn }
  }

  /// Counts the steps of another device's pedometer instead of the accelerometer's.
  ///
  /// - Parameter count: The steps since the device's recording began. A smaller count than before
  ///   begins a new recording.
  func take(fedSteps count: Int) {
    defer { fedSteps = count }
    guard listening != nil, let fedSteps else { return }
    let steps = count >= fedSteps ? count - fedSteps : count
    history.append(steps: steps, at: .uptime(loop.time.uptime))
    notify()
  }

  /// Adds an activity to the history. Successive unknown activities become one entry.
  private func keep(_ activity: MotionActivity) {
    if let current, activity.unknown, current.unknown { return }
    current = activity
    history.append(activity)
  }

  private func notify() {
    if let activityHandler, let current, reportedActivity != current {
      reportedActivity = current
      activityHandler(current.moved(by: offset))
    }
    guard let counting else { return }
    let data = steps(from: counting.since, to: loop.time.wallClock)
    guard data.steps != counting.reported else { return }
    self.counting?.reported = data.steps
    counting.handler(data)
  }

  // MARK: History

  /// Passes the activities within a span to the handler, in order of time.
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {
    guard availability.isAvailable else { return }
    _ = loop.schedule(after: .zero, repeats: false) { [weak self] in
      guard let self else { return }
      let offset = offset
      let activities = history.activities(
        from: start - offset, to: end - offset)
      completion(.success(activities.map { $0.moved(by: offset) }))
    }
  }

  /// Passes the number of steps within a span to the handler.
  ///
  /// If the app did not listen at any time of the span, the number is unknown. The handler then
  /// gets an error and not 0.
  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {
    guard availability.isAvailable else { return }
    _ = loop.schedule(after: .zero, repeats: false) { [weak self] in
      guard let self else { return }
      completion(
        hasWatched(from: start, to: end)
          ? .success(steps(from: start, to: end)) : .failure(.unavailable))
    }
  }

  private func steps(from start: Instant, to end: Instant) -> PedometerData {
    let count = history.steps(from: start - offset, to: end - offset)
    return PedometerData(start: start, end: end, steps: count)
  }

  private func hasWatched(from start: Instant, to end: Instant) -> Bool {
    let (start, end) = (start - offset, end - offset)
    return watched.contains { segment in
      .uptime(segment.from) < end && segment.to.map { .uptime($0) > start } ?? true
    }
  }

  /// The machine's wall-clock time minus its uptime. Added to a stored time, it gives the
  /// wall-clock time.
  private var offset: TimeSpan { loop.time.wallClock - .uptime(loop.time.uptime) }
}

extension Instant {
  /// Returns an uptime in the form of an `Instant`, as the history stores it. The result is not a
  /// wall-clock time.
  fileprivate static func uptime(_ uptime: TimeSpan) -> Instant {
    Instant(nanoseconds: uptime.nanoseconds)
  }
}

extension MotionActivity {
  fileprivate static func unknown(at uptime: TimeSpan) -> MotionActivity {
    var activity = MotionActivity(confidence: .low, start: .uptime(uptime))
    activity.unknown = true
    return activity
  }

  fileprivate func moved(by span: TimeSpan) -> MotionActivity {
    var activity = self
    activity.start = start + span
    return activity
  }
}
