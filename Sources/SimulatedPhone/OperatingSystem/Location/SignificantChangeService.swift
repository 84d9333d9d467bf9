import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The service for significant changes, which wakes the app when the phone has moved far enough.
///
/// - Condition: an event comes at least 500 m and at least 300 s after the last event (SLC-1). The
///   system checks at each handover to another cell (SLC-5).
/// - Distance: in field tests, half of the events came within 750 m to 1 km of the last event, and
///   some much later (SLC-3, SLC-4). The model draws the distance of each event from such a
///   distribution. The event comes at the first handover after a minimum distance. On average, this
///   handover comes half a cell beyond the minimum distance. The minimum is therefore the drawn
///   distance minus half a cell. On foot, waits of 13 and 26 min are not unusual in this model, and
///   one log shows such waits (SLC-7).
/// - Other events: an event may also come when the phone joins or leaves a Wi-Fi network. In one
///   model variant, which is off by default, events also come after some hours at rest. The only
///   sources for these events are the documents of two apps (SLC-5).
/// - Position: an event carries the latest fix, which can have any accuracy (SLC-8).
/// - Energy: the service takes less than 1 % of a battery a day (EN-9).
/// - Relaunch: monitoring continues after the process has ended. A relaunched app has to start the
///   monitoring again, or the system stops it (SLC-10).
final class SignificantChangeService: PhonePart {
  enum State: Equatable {
    case off
    case monitoring
    /// The app was launched for an event, and has not started the service again yet.
    case awaitingRestart
  }

  private let system: SignificantChangeParameters
  private let wakeWindowSeconds: Double
  private let distances: SeededRandom
  private let connectivity: SeededRandom
  private(set) var state = State.off { willSet { phone.endMovementPause() } }
  /// The position of the phone and the area there at the last check, and the serving cell if it was
  /// determined.
  private var lastServed: (coordinate: Coordinate, area: AreaClass, cell: Int64?)?
  private var lastEvent: (coordinate: Coordinate, time: Instant)?
  private var nextDistanceMeters = 0.0
  /// The length of a time slot [s]. The service draws a distance when it starts or reports an
  /// event. The draw depends only on the time slot in which this happens. Additional starts of the
  /// service therefore do not change later draws.
  private static let drawSeconds: Int64 = 300
  private var quietHours: EventKernel<PhoneEvent>.Identifier?
  /// The fix of an event that has not been delivered to a manager yet.
  private var untaken: Location?

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: SeededRandom) {
    self.system = system.significantChanges
    wakeWindowSeconds = system.wakeWindowSeconds
    distances = chance.stream("significant.distance")
    connectivity = chance.stream("significant.connectivity")
    super.init(phone: phone)
  }

  var isMonitoring: Bool { state != .off }

  func start(_ client: LocationClient) {
    guard !phone.model.system.isUnrestricted else { return }
    guard !phone.permissions.refusesLocation else { return client.failSoon(.denied) }
    client.watchesSignificantChanges = true
    if state == .off {
      begin()
      lastServed = nil
      phone.schedule(.significantChange(.first), after: .seconds(1 as Int64))
    } else if untaken != nil {
      phone.schedule(.significantChange(.first), after: .milliseconds(1))
    }
    state = .monitoring
    phone.watchMovement()
    phone.location.reconsider()
  }

  /// Stops the service for a manager. The service ends when no manager of the app uses it.
  func stop(_ client: LocationClient) {
    client.watchesSignificantChanges = false
    guard client.process?.clients.contains(where: \.watchesSignificantChanges) != true else {
      return
    }
    state = .off
    untaken = nil
    phone.location.reconsider()
  }

  func handle(_ event: SignificantChangeEvent) {
    switch event {
    case .first: deliverFirst()
    case .quietHours: idle()
    }
  }

  /// Delivers the first event after a start of the service. The event carries the latest fix, which
  /// the phone may have computed before the start (STD-7).
  private func deliverFirst() {
    guard state == .monitoring, let process = phone.app?.process, process.isRunning,
      phone.admission(of: .significantChange) == .now
    else { return }
    let known = untaken ?? phone.location.latestFix
    guard let fix = known ?? phone.networkFix(for: .significantChanges) else { return }
    if known == nil { phone.location.remember(fix) }
    if untaken != nil {
      phone.note(.operatingSystem, "SLC-10") { "delivers the change that launched the app" }
    } else {
      phone.note(.operatingSystem, "STD-7") {
        "significant changes begin with "
          + (known == nil ? "a position by the network" : "the position at hand")
      }
    }
    deliver(fix, to: process)
  }

  func processWillLaunch() { if state == .monitoring { state = .awaitingRestart } }

  func processDied() { if state == .awaitingRestart { state = .off } }

  func processWasSuspended() {
    guard state == .awaitingRestart else { return }
    phone.note(.operatingSystem, "SLC-10") {
      "drops significant changes: the relaunched app did not start them again"
    }
    state = .off
  }

  /// Checks for a significant change. It is called every ten seconds while the phone moves, except
  /// when it can report nothing.
  ///
  /// The phone has to be far enough from the last event, and the last event has to be long enough
  /// ago. Only then does the check compare the serving cells of the last and the present position.
  ///
  /// - Returns: The time in which no check can report a change, if the circumstances stay the same.
  func check(at coordinate: Coordinate) -> TimeSpan {
    guard state == .monitoring, phone.span.network != .none, let last = lastEvent else {
      return .zero
    }
    let area = phone.span.area
    let before = lastServed
    lastServed = (coordinate, area, nil)
    guard !isTooSoon else { return .seconds(secondsToWait) }
    let moved = last.coordinate.distanceMeters(to: coordinate)
    guard moved >= nextDistanceMeters else {
      return phone.timeOnStraightPath(from: coordinate, forMeters: nextDistanceMeters - moved)
    }
    guard let before else { return .zero }
    if before.area == area {
      let grid = phone.world.cells[area]
      let cell = grid.servingCell(at: coordinate)
      lastServed?.cell = cell
      guard (before.cell ?? grid.servingCell(at: before.coordinate)) != cell else { return .zero }
    }
    trigger("after \(Int(moved)) m", fact: "SLC-1")
    return .zero
  }

  /// Remembers where the phone was at a check that was left out.
  func missedCheck(at coordinate: Coordinate) { lastServed = (coordinate, phone.span.area, nil) }

  /// Handles joining or leaving a Wi-Fi network, which some phones treat as a sign of movement.
  func connectivityChanged() {
    guard state == .monitoring,
      connectivity.happens(
        withProbability: system.connectivityTriggerProbability, at: phone.now.wholeSeconds)
    else { return }
    trigger("on a change of network", fact: "SLC-5")
  }

  /// Delivers an event because there was no event for hours.
  private func idle() {
    quietHours = nil
    guard state == .monitoring else { return }
    if let seconds = system.idleTriggerSeconds, seconds <= 900 {
      trigger("after a quarter of an hour at rest", fact: "SLC-6")
    } else {
      trigger("after quiet hours", fact: "SLC-5")
    }
  }

  /// True if the last event is less than five minutes ago (SLC-1).
  private var isTooSoon: Bool { secondsToWait > 0 }

  /// The time until the last event is five minutes ago [s]; not positive afterwards, and 0 if there
  /// was no event.
  private var secondsToWait: Double {
    guard let lastEvent else { return 0 }
    return system.intervalSecondsMin * phone.reportLatencyFactor
      - (phone.now - lastEvent.time).seconds
  }

  private func trigger(_ why: @autoclosure () -> String, fact: String) {
    guard !isTooSoon else { return }
    begin()
    report(why, fact: fact)
  }

  /// Sets the conditions for the next event. The distance and the time count from here and now.
  /// Schedules the event at rest, if the model variant has such events.
  private func begin() {
    phone.endMovementPause()
    lastEvent = (phone.truth().coordinate, phone.now)
    let distance = distances.logNormal(
      median: system.medianMeters, sigma: system.sigma,
      at: floorDivide(phone.now.wholeSeconds, Self.drawSeconds))
    let halfCellMeters = phone.world.cells[phone.span.area].spacingMeters / 2
    nextDistanceMeters = max(system.distanceMetersMin, distance - halfCellMeters)
    if let quietHours { phone.cancel(quietHours) }
    quietHours = system.idleTriggerSeconds.map {
      phone.schedule(.significantChange(.quietHours), after: .seconds($0))
    }
  }

  private func report(_ why: () -> String, fact: String) {
    switch phone.admission(of: .significantChange) {
    case .never: return
    case .onceAnswered:
      if let fix = phone.freshFix(for: .significantChanges) { phone.hold(.significantChange(fix)) }
      return
    case .now: break
    }
    let wasRunning = phone.app?.process?.isRunning == true
    if !phone.apps.canWake(.significantChange) { return phone.apps.noteRefusal(.significantChange) }
    // Without a position there is no change to report.
    guard let fix = phone.freshFix(for: .significantChanges) else { return }
    phone.note(.operatingSystem, fact) {
      "significant change \(why()): " + (wasRunning ? "the app is running" : "wakes the app")
    }
    guard
      let process = phone.apps.wake(.significantChange, windowSeconds: wakeWindowSeconds)
    else { return }
    phone.location.remember(fix)
    deliver(fix, to: process)
  }

  /// Delivers an event that waited for the person's answer to the prompt for Always (BG-6).
  func deliverHeld(_ fix: Location) {
    guard isMonitoring,
      let process = phone.apps.wake(.significantChange, windowSeconds: wakeWindowSeconds)
    else { return }
    deliver(fix, to: process)
  }

  /// Delivers the event to all managers that use the service. If there is no such manager yet, a
  /// manager that starts the service later in this launch gets the event.
  private func deliver(_ fix: Location, to process: AppProcess) {
    let takers = process.clients.filter(\.watchesSignificantChanges)
    untaken = takers.isEmpty ? fix : nil
    for client in takers { phone.location.deliver(fix, to: client, for: .significantChanges) }
  }
}

/// The events of the significant-change service that are scheduled at a time. Its other events come
/// when the phone moves.
enum SignificantChangeEvent: Sendable {
  /// The first event comes soon after the app starts the service.
  case first
  case quietHours
}
