import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping

/// Wakes the app when the phone has moved far enough, noticed at changes of the serving cell.
///
/// Contract: at least 500 m since the last event and at least 300 s (SLC-1); mechanism: a handover
/// makes the system look (SLC-5); field tests put half of the events beyond 750 m to 1 km, so that
/// each event's distance is drawn from their distribution (SLC-3, SLC-4). Users also see events when the
/// phone joins or leaves a Wi-Fi network, and after some quiet hours (SLC-5, folklore). Monitoring is the system's:
/// it outlives the process, and a relaunched app has to start it again or loses it (SLC-10).
final class SignificantChangeService {
  enum State: Equatable {
    case off
    case monitoring
    /// Launched for an event, and the app has not yet started the service again.
    case awaitingRestart
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let distances: Chance
  private(set) var state = State.off
  private var lastCell: Int64?
  private var lastEvent: (coordinate: Coordinate, time: Instant)?
  private var eventCount: Int64 = 0

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance) {
    self.phone = phone
    self.system = system
    distances = chance.stream("significant.distance")
  }

  var isMonitoring: Bool { state != .off }

  func start(_ client: LocationClient) {
    client.watchesSignificantChanges = true
    let wasOff = state == .off
    state = .monitoring
    guard wasOff else { return }
    lastEvent = (phone.truth().coordinate, phone.now)
    lastCell = nil
    phone.schedule(.significantStart, after: .seconds(1 as Int64))
    scheduleIdle()
    phone.watchMovement()
    phone.statusMayHaveChanged()
  }

  func stop(_ client: LocationClient) {
    client.watchesSignificantChanges = false
    state = .off
    phone.statusMayHaveChanged()
  }

  /// The first event after a start may be the fix that the phone has already (STD-7).
  func deliverFirst() {
    guard state == .monitoring, let process = phone.app?.process, process.isRunning else { return }
    if phone.location.latestFix == nil, let fix = phone.networkFix(for: .significantChanges) {
      phone.location.keep(fix)
    }
    guard let fix = phone.location.latestFix else { return }
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

  /// Looks at the serving cell; called every ten seconds on the move.
  func check(at coordinate: Coordinate) {
    guard state == .monitoring, phone.span.network != .none else { return }
    let cell = phone.world.cells.servingCell(at: coordinate)
    let isHandover = lastCell != nil && cell != lastCell
    lastCell = cell
    guard isHandover, let last = lastEvent else { return }
    let moved = last.coordinate.distanceMeters(to: coordinate)
    guard moved >= nextDistanceMeters else { return }
    trigger("after \(Int(moved)) m", fact: "SLC-1")
  }

  /// The phone has joined or left a Wi-Fi network, which some phones take for a sign of moving.
  func connectivityChanged() {
    guard state == .monitoring, lastEvent != nil,
      distances.stream("connectivity").happens(
        withProbability: system.connectivityTriggerProbability, at: phone.now.wholeSeconds)
    else { return }
    trigger("on a change of network", fact: "SLC-5")
  }

  /// Nothing has happened for hours.
  func idle(since event: Int64) {
    guard state == .monitoring, event == eventCount else { return }
    trigger("after quiet hours", fact: "SLC-5")
  }

  /// No sooner than five minutes after the last event (SLC-1).
  private func trigger(_ why: String, fact: String) {
    if let last = lastEvent,
      (phone.now - last.time).seconds < system.significantIntervalSecondsMin
    {
      return
    }
    lastEvent = (phone.truth().coordinate, phone.now)
    eventCount += 1
    scheduleIdle()
    report(why, fact: fact)
  }

  private func scheduleIdle() {
    phone.schedule(
      .significantIdle(since: eventCount), after: .seconds(system.idleTriggerSeconds))
  }

  private var nextDistanceMeters: Double {
    max(
      system.significantDistanceMetersMin,
      distances.logNormal(
        median: system.significantMedianMeters, sigma: system.significantSigma, at: eventCount))
  }

  private func report(_ why: String, fact: String) {
    guard phone.permissions.allowsBackgroundEvents(process: phone.app?.process) else { return }
    let fix = phone.freshFix(for: .significantChanges)
    guard let fix else { return }
    guard
      let process = phone.apps.wake(.significantChange, windowSeconds: system.wakeWindowSeconds)
    else { return }
    phone.note(.operatingSystem, fact) { "significant change \(why): wakes the app" }
    deliver(fix, to: process)
    phone.apps.reconsider()
  }

  private func deliver(_ fix: Location, to process: AppProcess) {
    for client in process.clients where client.watchesSignificantChanges {
      phone.location.deliver(fix, to: client)
    }
  }
}
