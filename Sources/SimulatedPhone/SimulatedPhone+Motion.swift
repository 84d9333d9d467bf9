import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The phone's movement in its day, and what the system takes it for.
enum MovementEvent: Sendable {
  /// Every ten seconds on the move, while a low-power service watches.
  case check
}

/// The phone's way through its day, and the system's belief about its movement.
extension SimulatedPhone {
  /// A phone that is off is carried along, and put on its charger, all the same.
  func spanChanged() {
    let old = span
    span = switchedSpan()
    if span.end < stretch.end { kernel.schedule(.spanChanged, at: span.end) }
    walkOffCharger()
    updateCharger()
    guard isOn else { return }
    if old.sky != span.sky { location.fine.skyChanged(to: span) }
    if span.mode.isMoving { lock.isTakenAlong() }
    connectivityMayHaveChanged(from: old)
    location.visits.spanChanged()
    watchMovement()
    if old.mode.isMoving != span.mode.isMoving {
      location.geofences.movementChanged(isMoving: span.mode.isMoving)
      updateMotionPower()
      motion.bestir()
    }
  }

  /// The present span, with what the switches leave of its network.
  private func switchedSpan() -> Span {
    var span = cursor.span(at: now, on: trajectory)
    span.network = switches.network(span.network)
    return span
  }

  /// A radio has been switched on or off. At the very moment at which a span ends the next one brings
  /// the change along; taking it over here would hide what else begins with it.
  func connectivityMayHaveChanged() {
    guard now < span.end else { return }
    let old = span
    span = switchedSpan()
    if isOn { connectivityMayHaveChanged(from: old) }
  }

  private func connectivityMayHaveChanged(from old: Span) {
    updateSearch()
    modem.networkChanged(to: span.network)
    if old.network == .none, span.network != .none { location.geofences.deliverHeld() }
    if (old.network == .wifi) != (span.network == .wifi) {
      location.significantChanges.connectivityChanged()
    }
  }

  /// As the system believes it (MOT-8).
  var isLyingStill: Bool { motion.isPhoneAtRest }

  /// The system believes another thing than before.
  func movementChanged(isAtRest: Bool) {
    stillnessCount += 1
    location.isPhoneAtRest = isAtRest
    if isAtRest { location.phoneLiesStill() } else { location.phoneMoves() }
  }

  func handle(_ event: MovementEvent) {
    switch event {
    case .check: checkMovement()
    }
  }

  /// Low-power services look around every ten seconds while the phone moves, and cost nothing else.
  func watchMovement() {
    guard movementCheck == nil,
      location.significantChanges.isMonitoring || !location.geofences.fences.isEmpty
        || location.visits.followsMovement
    else { return }
    movementCheck = kernel.schedule(.movement(.check), after: .seconds(10 as Int64))
  }

  func stopWatchingMovement() {
    if let movementCheck { kernel.cancel(movementCheck) }
    movementCheck = nil
  }

  private func checkMovement() {
    movementCheck = nil
    location.geofences.check()
    if location.visits.followsMovement { location.visits.look() }
    location.significantChanges.check(at: truth().coordinate)
    // After the phone comes to rest circles still need their dwell time.
    if span.mode.isMoving || location.geofences.hasCrossingInDoubt {
      watchMovement()
    }
  }

  @inline(__always)
  func truth() -> TruePosition { cursor.position(at: kernel.now, on: trajectory) }

  /// The scale of degrees here, renewed when the phone has come far enough north or south.
  @inline(__always)
  func scale(at coordinate: Coordinate) -> LocalScale {
    if abs(coordinate.latitude - localScale.latitude) > LocalScale.reachDegrees {
      localScale = LocalScale(latitude: coordinate.latitude)
    }
    return localScale
  }

  var joinedWiFiName: String? {
    span.network == .wifi ? span.place.flatMap { world.places[$0].wifiName } : nil
  }

  /// Wi-Fi is switched off, and so circles are seen from cells alone (REG-4).
  var isWiFiOff: Bool { !switches.scansWiFi }

  var uptime: TimeSpan { now - bootedAt }
  func localTime() -> TimeOfDay { world.clocks.fields(of: now).time }
}
