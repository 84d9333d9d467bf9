import PhoneAPI
import Timekeeping

/// The location services of a live phone. They turn a receiver's reports into fixes for the app.
///
/// The services follow one device and make a fix from each new report with a position. They pass
/// the fix to the location managers and check the watched circles. They also keep the receiver's
/// status for displays.
///
/// The receiver runs all the time, so an app saves no energy by requesting less accuracy. Desired
/// accuracy, activity type and background rules have no effect here. The user has allowed location
/// by starting the program. All work happens on the loop's thread.
final class LiveLocation {
  let loop: LiveLoop
  let circles: CircleWatch
  let visits: VisitWatch
  let manifest: AppManifest?
  private let notify: (_ behavior: String, _ message: String) -> Void
  private(set) var status = ReceiverStatus()
  private(set) var latest: Location?
  /// The fixes that no manager delivered to the app.
  private(set) var undelivered = UndeliveredFixes()
  /// Called with every fix, after the app has received it.
  var onFix: ((_ fix: Location, _ elapsed: TimeSpan) -> Void)?
  private var choice: DeviceChoice
  /// The path of the device that the services followed last, even if gpsd has removed the device.
  private var lastFollowed: String?
  private var time = ReceiverTime()
  private var managers: [WeakManager] = []
  private var monitors: [WeakMonitor] = []
  /// True if the process has ended. The services then ignore all events and call no callback.
  private(set) var hasEnded = false

  /// Creates the location services.
  ///
  /// - Parameters:
  ///   - device: The path of the only receiver to use; nil to choose one.
  ///   - manifest: The app's declarations; nil for an app that declares everything.
  init(
    loop: LiveLoop, container: any Container, device: String?, manifest: AppManifest?,
    notify: @escaping (_ behavior: String, _ message: String) -> Void
  ) {
    self.loop = loop
    self.manifest = manifest
    self.notify = notify
    circles = CircleWatch(container)
    visits = VisitWatch(container)
    choice = DeviceChoice(named: device)
    status.connection = .waiting(reason: nil, retriesAfter: nil)
    status.followed = device
  }

  func end() { hasEnded = true }

  /// The time since the first fix, according to the receiver's own clock.
  var elapsed: TimeSpan { time.elapsed }

  func makeManager() -> LiveLocationManager {
    let manager = LiveLocationManager(self)
    managers.append(WeakManager(manager: manager))
    return manager
  }

  func makeMonitor(named name: String) -> LiveLocationMonitor {
    let monitor = LiveLocationMonitor(name: name, self)
    monitors.append(WeakMonitor(monitor: monitor))
    return monitor
  }

  func note(_ fact: String, _ message: String) { notify(fact, message) }

  // MARK: Reports of the receiver

  func receive(_ event: GPSDEvent) {
    guard !hasEnded else { return }
    let before = status
    let now = loop.time.wallClock
    status.receive(event, at: now)
    var fix: Location?
    switch event {
    case .position(let report): fix = take(report, at: now)
    case .sky(let report): if choice.follows(report.device) { status.take(report, at: now) }
    case .device(let path, isActive: false):
      if choice.follows(path) { status.discardPosition() }
      choice.lose(path)
    case .connected, .disconnected, .devices, .device, .rejected: break
    }
    for line in status.news(since: before) { note("receiver", line) }
    if let fix { deliver(fix, at: now) }
  }

  /// Processes a position report.
  ///
  /// - Returns: The fix in the report; nil if the report has no fix or repeats the last fix.
  private func take(_ report: PositionReport, at now: Instant) -> Location? {
    guard choice.follows(report, at: loop.time.uptime) else { return nil }
    status.followed = choice.followed
    noteFollowed(at: now)
    status.take(report, at: now)
    if let time = report.time { compare(time, with: now) }
    // If a receiver reports a fix in several sentences, gpsd reports it several times.
    guard let fix = Location(report, at: now),
      fix.timestamp != latest?.timestamp || fix.coordinate != latest?.coordinate
    else { return nil }
    if let jump = time.advance(to: fix.timestamp) {
      status.clockJump = ReceiverStatus.Received(jump, at: now)
    }
    latest = fix
    return fix
  }

  private func noteFollowed(at now: Instant) {
    guard let followed = choice.followed, followed != lastFollowed else { return }
    if let lastFollowed { status.change(from: lastFollowed, to: followed, at: now) }
    lastFollowed = followed
  }

  private func compare(_ time: Instant, with now: Instant) {
    let trouble = ReceiverTime.trouble(time, machine: now)
    if trouble != status.clockTrouble { status.clockTrouble = trouble }
  }

  // MARK: Delivery to the app

  private func deliver(_ fix: Location, at now: Instant) {
    let reasons = openManagers.map { $0.take(fix) }
    if !reasons.contains(nil),
      let reason = UndeliveredReason.allCases.first(where: { reasons.contains($0) })
    {
      undelivered.add(reason, at: now)
    }
    for (circle, finding) in circles.take(fix, elapsed: elapsed, at: now) {
      notify(of: circle, finding)
    }
    for visit in visits.take(fix, at: elapsed) { notify(of: visit) }
    onFix?(fix, elapsed)
  }

  private func notify(of circle: WatchedCircle, _ finding: WatchedCircle.Finding) {
    switch (circle.monitor, finding) {
    case (nil, .found(let isInside)):
      note("REG-11", "\(circle.identifier) is \(isInside ? "around" : "away from") the phone")
    case (nil, .crossed(let isInside)):
      guard isInside ? circle.notifyOnEntry : circle.notifyOnExit else { return }
      note("REG-2", "\(isInside ? "enters" : "leaves") \(circle.identifier)")
      for manager in openManagers { manager.notify(of: circle.region, isInside: isInside) }
    case (let monitor?, _):
      note("MON-1", "condition \(circle.identifier) is \(circle.event.state) now")
      notify(circle.event, to: monitor)
    }
  }

  private func notify(of visit: Visit) {
    let isArrival = visit.departure == .distantFuture
    note(isArrival ? "VIS-3" : "VIS-4", isArrival ? "a visit began" : "a visit ended")
    for manager in openManagers {
      manager.delegate?.locationManager(manager, didVisit: visit)
    }
  }

  private func notify(_ event: ConditionEvent, to name: String) {
    let monitor = monitors.last { $0.monitor?.name == name && $0.monitor?.onEvent != nil }?.monitor
    circles.setWaits(monitor == nil, event.identifier, of: name)
    monitor?.onEvent?(event)
  }

  /// Delivers the waiting events of a monitor after the app has set the monitor's handler.
  func takesEvents(_ name: String) {
    soon { [self] in
      for circle in circles.circles(of: name) where circle.waitsToBeTaken {
        notify(circle.event, to: name)
      }
    }
  }

  /// Calls `callback` soon, unless the process ends first.
  package func soon(_ callback: @escaping () -> Void) {
    if !hasEnded { loop.soon(callback) }
  }

  /// The managers that exist at this moment. The list is a copy, since a callback may create or
  /// release managers.
  private var openManagers: [LiveLocationManager] {
    managers.removeAll { $0.manager == nil }
    return managers.compactMap(\.manager)
  }
}

private struct WeakManager {
  weak var manager: LiveLocationManager?
}

private struct WeakMonitor {
  weak var monitor: LiveLocationMonitor?
}
