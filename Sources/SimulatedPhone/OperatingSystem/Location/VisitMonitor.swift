import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// Detects stays and reports them to the app, late and with estimated dates (VIS-1).
///
///     underWay ──comes to rest──▶ settling ──dwell over──▶ visiting
///         ▲                          │ gone before            │ beyond the stay's radius
///         │◀─────────────────────────┘                        ▼
///         │◀──────────clear movement, and minutes─────────  leaving ──back──▶ visiting
///                                                             └──settles elsewhere──▶ visiting
///
/// The dwell is the time for which the phone has to rest before its stay is a visit. A short move,
/// such as 300 m to lunch, is not a clear movement, so it does not end a visit at once. The visit
/// ends when the phone has rested at the new place for a dwell. The departure and the new arrival
/// are then reported together.
///
/// The monitor uses Wi-Fi scans that the phone makes anyway. Only the wake-ups cost energy (VIS-6),
/// a little more than the wake-ups of a region (EN-8). Random draws depend on the time at which the
/// stay began. The system continues to monitor after the app's process has ended (VIS-8).
final class VisitMonitor: PhonePart {
  /// A rest of the phone that may become a visit.
  struct Stay {
    let serial: Int
    let since: Instant
    let coordinate: Coordinate
    var due: EventKernel<PhoneEvent>.Identifier?
    /// True if the stay was detected after a shorter dwell, because the app was running (VIS-10).
    var wasNoticedSoon = false
  }

  /// A stay that counts as a visit.
  struct OpenVisit {
    let serial: Int
    let coordinate: Coordinate
    /// The index for the random draws of this visit.
    let index: Int64
    /// The arrival as reported to the app; nil if it was not detected.
    let arrival: Instant?
    /// The scheduled event that reports the departure after clear movement away.
    var departureDue: EventKernel<PhoneEvent>.Identifier?
    /// True if the phone was off during the visit. The departure is then reported when the app is
    /// opened (VIS-9).
    var waitsForOpening = false
  }

  enum State {
    case off
    case underWay
    case settling(Stay)
    case visiting(OpenVisit)
    case leaving(OpenVisit, since: Instant, next: Stay?)
  }

  let system: VisitParameters
  let wakeWindowSeconds: Double
  let chance: SeededRandom
  var state = State.off
  var serials = 0
  /// The time at which the present movement began.
  private var movingSince: Instant?
  /// True if the monitor missed an arrival. It then misses all arrivals until the person opens the
  /// app (VIS-10).
  var isStuck = false
  /// The newest event that could not be delivered to the app.
  var untaken: Visit?

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: SeededRandom) {
    self.system = system.visits
    wakeWindowSeconds = system.wakeWindowSeconds
    self.chance = chance.stream("visit")
    super.init(phone: phone)
  }

  var isMonitoring: Bool { if case .off = state { false } else { true } }

  /// True if the monitor needs regular checks of the phone's position.
  var followsMovement: Bool {
    switch state {
    case .off, .underWay: false
    case .settling, .visiting, .leaving: true
    }
  }

  /// Starts monitoring for all managers of the app, as on iOS. If the phone rests now, the arrival
  /// of the present visit is unknown.
  func start(_ client: LocationClient) {
    guard !phone.model.system.isUnrestricted else { return }
    guard !phone.permissions.refusesLocation else { return client.failSoon(.denied) }
    guard !isMonitoring else { return }
    movingSince = phone.span.mode.isMoving ? phone.now : nil
    state =
      phone.span.mode.isMoving
      ? .underWay
      : .visiting(
        OpenVisit(
          serial: nextSerial(), coordinate: phone.truth().coordinate,
          index: phone.span.start.wholeSeconds, arrival: nil))
    phone.watchMovement()
    phone.statusMayHaveChanged()
  }

  func stop() {
    cancelTimers()
    state = .off
    untaken = nil
    phone.statusMayHaveChanged()
  }

  func nextSerial() -> Int {
    serials += 1
    return serials
  }

  // MARK: Movement of the phone

  func spanChanged() {
    guard isMonitoring else { return }
    let isMoving = phone.span.mode.isMoving
    if isMoving, movingSince == nil { movingSince = phone.now }
    look()
    if !isMoving { movingSince = nil }
  }

  /// Updates the state from the phone's position. It is called at the start of each span of the
  /// day, and every ten seconds while the phone moves.
  func look() {
    let here = phone.truth().coordinate
    let isStill = !phone.span.mode.isMoving
    switch state {
    case .off: break
    case .underWay: if isStill { state = .settling(stay(at: here)) }
    case .settling(let stay):
      guard isAway(here, from: stay.coordinate) else { return }
      cancel(stay.due)
      state = isStill ? .settling(self.stay(at: here)) : .underWay
    case .visiting(let visit):
      guard isAway(here, from: visit.coordinate) else { return }
      state = .leaving(
        visit, since: movingSince ?? phone.now, next: isStill ? stay(at: here) : nil)
      lookForClearMovement(to: here)
    case .leaving(var visit, let since, var next):
      guard isAway(here, from: visit.coordinate) else {
        cancel(next?.due)
        cancel(visit.departureDue)
        visit.departureDue = nil
        state = .visiting(visit)
        return
      }
      if let stay = next, isAway(here, from: stay.coordinate) {
        cancel(stay.due)
        next = nil
      }
      if isStill, next == nil { next = stay(at: here) }
      state = .leaving(visit, since: since, next: next)
      lookForClearMovement(to: here)
    }
  }

  private func isAway(_ here: Coordinate, from place: Coordinate) -> Bool {
    here.distanceMeters(to: place) > system.radiusMeters
  }

  /// Schedules the report of the departure, once the phone is far enough away. The required
  /// distance is 500 to 1500 m, and the report comes some minutes later (VIS-4).
  private func lookForClearMovement(to here: Coordinate) {
    guard case .leaving(var visit, let since, let next) = state, visit.departureDue == nil,
      here.distanceMeters(to: visit.coordinate) >= clearMeters(visit)
    else { return }
    visit.departureDue = phone.schedule(
      .visit(.departed(visit: visit.serial)),
      after: .seconds(departureSeconds(visit) * phone.reportLatencyFactor))
    state = .leaving(visit, since: since, next: next)
  }

  // MARK: Settling

  private func stay(at here: Coordinate) -> Stay {
    var stay = Stay(serial: nextSerial(), since: phone.now, coordinate: here)
    schedule(&stay, isSoon: mayBeSoon)
    return stay
  }

  /// True if stays are detected after a shorter dwell, because the system checks positions for a
  /// running app (VIS-10).
  private var mayBeSoon: Bool {
    system.arrivalWhileAwake == .sooner && phone.app?.process?.isRunning == true
  }

  private func schedule(_ stay: inout Stay, isSoon: Bool) {
    cancel(stay.due)
    let dwell = dwellSeconds(stay)
    let seconds =
      (isSoon ? min(dwell, awakeSeconds(stay)) : dwell) * phone.reportLatencyFactor
    stay.due = phone.schedule(
      .visit(.settled(stay: stay.serial, isSoon: isSoon)),
      at: max(stay.since + .seconds(seconds), phone.now + .seconds(1 as Int64)))
  }

  /// Shortens the dwell, the time of rest before a stay is a visit, because charging begins
  /// (VIS-5).
  func chargingBegan() { changeStay { schedule(&$0, isSoon: mayBeSoon) } }

  private func changeStay(_ change: (inout Stay) -> Void) {
    switch state {
    case .settling(var stay):
      change(&stay)
      state = .settling(stay)
    case .leaving(let visit, let since, .some(var next)):
      change(&next)
      state = .leaving(visit, since: since, next: next)
    case .off, .underWay, .visiting, .leaving(_, _, next: nil): break
    }
  }

  /// Turns a stay into a visit when its dwell is over. `isSoon` is true for the shorter dwell of a
  /// running app. If the app no longer runs, continues with the normal dwell instead.
  func settled(stay serial: Int, isSoon: Bool) {
    var settled: Stay?
    changeStay { stay in
      guard stay.serial == serial else { return }
      if isSoon, !mayBeSoon { schedule(&stay, isSoon: false) } else { settled = stay }
    }
    guard var settled else { return }
    settled.wasNoticedSoon = isSoon
    arrive(at: settled)
  }

  // MARK: Timers

  func cancel(_ timer: EventKernel<PhoneEvent>.Identifier?) {
    if let timer { phone.cancel(timer) }
  }

  func cancelTimers() {
    switch state {
    case .off, .underWay: break
    case .settling(let stay): cancel(stay.due)
    case .visiting(let visit): cancel(visit.departureDue)
    case .leaving(let visit, _, let next):
      cancel(visit.departureDue)
      cancel(next?.due)
    }
  }
}
