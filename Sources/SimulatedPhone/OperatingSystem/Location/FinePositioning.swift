import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// Chooses the source of positions while an app needs fine positions: satellites, the network, or
/// rare fixes.
///
/// A session that begins without a recent position first gets the position of the cell, then a
/// Wi-Fi position (STD-6). The phone uses network positions while the receiver has no fix. On the
/// move in the open, the receiver reports every second (STD-1).
///
/// A phone that lies still gets fixes at the full rate for a minute. After that minute, fixes
/// become rare: minutes apart under the sky, and an hour apart indoors (STD-2, STD-19).
final class FinePositioning: PhonePart {
  enum State: Equatable {
    case off
    /// The receiver is acquiring satellites or tracking them.
    case satellites
    /// The receiver sees no satellites here, so the phone uses network positions.
    case network
    /// The phone lies still, so fixes are rare.
    case resting
  }

  private let system: OperatingSystemParameters
  private let network: NetworkPositioningParameters
  private(set) var state = State.off
  private var fallback: EventKernel<PhoneEvent>.Identifier?
  /// True if the next network position is the first position of a session. It is then a cell
  /// position.
  private var isFirstRung = false
  private var rest: EventKernel<PhoneEvent>.Identifier?
  /// The start of the period of rare fixes. In this period, network positions hardly move, and none
  /// passes a distance filter of 30 m (STD-19).
  private var restBegan: Instant?

  init(phone: SimulatedPhone, model: PhoneModel) {
    system = model.system
    network = model.device.networkPositioning
    super.init(phone: phone)
  }

  func setWanted(_ isWanted: Bool) {
    guard isWanted != (state != .off) else { return }
    if isWanted {
      isFirstRung = !knowsPosition
      enterSatellites()
      if phone.isLyingStill { restLater() }
    } else {
      state = .off
      cancel(&fallback)
      cancel(&rest)
      phone.gnss.turnOff()
    }
  }

  /// Takes a network position now and at intervals, until the receiver has a better position.
  func fallbackFix() {
    fallback = nil
    guard needsFallback else { return }
    if isFirstRung { return firstRung() }
    fallBack(after: system.networkFixIntervalSeconds)
    if let fix = phone.networkFix(for: phone.location.cause) { phone.location.take(fix) }
  }

  /// Takes the position of the cell, which is available before the Wi-Fi position.
  private func firstRung() {
    isFirstRung = false
    fallBack(after: network.wifiFixSeconds - secondsToCell)
    guard let fix = phone.networkFix(for: phone.location.cause, only: .cell) else { return }
    phone.note(.hardware, "STD-6") { "the position of the cell comes first, better ones later" }
    phone.location.take(fix)
  }

  private var secondsToCell: Double { network.cellFixSeconds }

  private var secondsToFirstFallback: Double {
    let wifi = network.wifiFixSeconds
    isFirstRung = isFirstRung && secondsToCell < wifi
    return isFirstRung ? secondsToCell : wifi
  }

  /// True if the latest fix is less than a minute old (a judgment without a source).
  private var knowsPosition: Bool {
    phone.location.latestFix.map { phone.now - $0.timestamp < .minutes(1) } ?? false
  }

  func satellitesNotFound() {
    guard state == .satellites else { return }
    if phone.isLyingStill, !system.isUnrestricted { enterRest() } else { state = .network }
    phone.statusMayHaveChanged()
  }

  /// Handles a change of the view of the sky. If satellites may be visible again, the receiver
  /// starts again.
  func skyChanged(to span: Span) {
    phone.gnss.skyChanged(to: span)
    if state == .network, span.sky.showsSatellites { enterSatellites() }
    if needsFallback, fallback == nil { fallBack(after: network.wifiFixSeconds) }
    phone.statusMayHaveChanged()
  }

  func phoneLiesStill() {
    guard state == .satellites || state == .network else { return }
    restLater()
  }

  func phoneMoves() {
    cancel(&rest)
    guard state == .resting else { return }
    phone.note(.hardware, "MOT-2") { "detects motion: positions at full rate again" }
    enterSatellites()
  }

  /// Begins the period of rare fixes if the phone has lain still for a minute. Within this period,
  /// takes the rare fix that is due.
  func restFix() {
    rest = nil
    guard state == .resting else { return enterRest() }
    scheduleRareFix()
    if phone.span.sky.showsSatellites {
      phone.location.take(phone.gnss.snapshot())
    } else if let fix = phone.networkFix(for: phone.location.cause, restBegan: restBegan) {
      phone.location.take(fix)
    }
  }

  private var needsFallback: Bool {
    guard network.standsInForSatellites else { return false }
    return state == .network || (state == .satellites && !phone.gnss.isTracking)
  }

  private func enterSatellites() {
    state = .satellites
    phone.gnss.turnOn()
    if needsFallback { fallBack(after: secondsToFirstFallback) }
    phone.statusMayHaveChanged()
  }

  private func fallBack(after seconds: Double) {
    cancel(&fallback)
    fallback = phone.schedule(.location(.fallbackFix), after: .seconds(seconds))
  }

  /// Schedules the period of rare fixes. A system without the restrictions of iOS has no such
  /// period (see `OperatingSystemProfile.isUnrestricted`).
  private func restLater() {
    guard !system.isUnrestricted else { return }
    cancel(&rest)
    rest = phone.schedule(.location(.restFix), after: .seconds(system.startBurstSeconds))
  }

  private func enterRest() {
    phone.note(.hardware, phone.span.sky.showsSatellites ? "STD-2" : "STD-19") {
      "lying still: fixes become rare"
    }
    state = .resting
    restBegan = phone.now
    cancel(&fallback)
    phone.gnss.rest()
    scheduleRareFix()
    phone.statusMayHaveChanged()
  }

  private func scheduleRareFix() {
    cancel(&rest)
    let seconds =
      phone.span.sky.showsSatellites
      ? system.stillFixSecondsWithSky : system.stillFixSecondsIndoors
    rest = phone.schedule(.location(.restFix), after: .seconds(seconds))
  }

  private func cancel(_ event: inout EventKernel<PhoneEvent>.Identifier?) {
    if let event { phone.cancel(event) }
    event = nil
  }
}

extension SkyView {
  /// True if a receiver finds enough satellites for a fix under this sky.
  var showsSatellites: Bool {
    switch self {
    case .open, .urban: true
    case .indoors, .none: false
    }
  }
}
