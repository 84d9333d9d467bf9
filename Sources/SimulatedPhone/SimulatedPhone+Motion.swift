import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The phone's movement through its day, and the system's estimate of whether it rests.
extension SimulatedPhone {
  /// Handles the start of the next `Span`: a period in which the circumstances stay the same.
  ///
  /// Location and the charger also change while the phone is off.
  func spanChanged() {
    endMovementPause()
    let old = span
    span = switchedSpan()
    scheduleSpanChange()
    walkOffCharger()
    updateCharger()
    guard isOn else { return }
    if old.sky != span.sky { location.fine.skyChanged(to: span) }
    if span.mode.isMoving { lock.isTakenAlong() }
    connectivityMayHaveChanged(from: old)
    location.visits.spanChanged()
    car.spanChanged()
    watchMovement()
    if old.mode.isMoving != span.mode.isMoving {
      location.geofences.movementChanged(isMoving: span.mode.isMoving)
      updateMotionPower()
      motion.bestir()
    }
    http.reportReachability()
  }

  /// Returns the current `Span`, without the networks that the person has turned off on the phone.
  func switchedSpan() -> Span {
    var span = cursor.span(at: now, on: trajectory)
    span.network = switches.network(span.network)
    return span
  }

  /// Applies a change of the phone's network after the person has turned a radio on or off.
  ///
  /// If the next span begins at this instant, the function does nothing, because `spanChanged`
  /// applies the change.
  func connectivityMayHaveChanged() {
    guard now < span.end else { return }
    endMovementPause()
    let old = span
    span = switchedSpan()
    guard isOn else { return }
    connectivityMayHaveChanged(from: old)
    http.reportReachability()
  }

  private func connectivityMayHaveChanged(from old: Span) {
    updateSearch()
    modem.networkChanged(to: span.network)
    if old.network == .none, span.network != .none { location.geofences.deliverHeld() }
    if (old.network == .wifi) != (span.network == .wifi) {
      location.significantChanges.connectivityChanged()
    }
  }

  /// True if the system estimates that the phone rests (MOT-8).
  var isLyingStill: Bool { motion.isPhoneAtRest }

  /// Handles a change of the system's estimate that the phone rests.
  func movementChanged(isAtRest: Bool) {
    stillnessCount += 1
    location.isPhoneAtRest = isAtRest
    if isAtRest { location.phoneLiesStill() } else { location.phoneMoves() }
  }

  @inline(__always)
  func truth() -> TruePosition { cursor.position(at: kernel.now, on: trajectory) }

  /// Returns the meters per degree at a place.
  ///
  /// The values are computed again only when the phone has come far enough north or south.
  @inline(__always)
  func scale(at coordinate: Coordinate) -> LocalScale {
    if abs(coordinate.latitude - localScale.latitude) > LocalScale.reachDegrees {
      moveScale(to: coordinate)
    }
    return localScale
  }

  @inline(never)
  private func moveScale(to coordinate: Coordinate) {
    localScale = LocalScale(latitude: coordinate.latitude)
  }

  var joinedWiFiName: String? {
    span.network == .wifi ? span.place.flatMap { world.places[$0].wifiName } : nil
  }

  /// True if the phone does not scan for Wi-Fi. It then detects crossings of circles from cells
  /// alone (REG-4).
  var isWiFiOff: Bool { !switches.scansWiFi }

  var uptime: TimeSpan { now - bootedAt }
  func localTime() -> TimeOfDay { world.clocks.fields(of: now).time }
}
