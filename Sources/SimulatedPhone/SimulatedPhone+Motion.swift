import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Where the phone is in its day, and what of it the motion coprocessor has noticed.
extension SimulatedPhone {
  func advanceSpan() {
    span = cursor.span(at: now, on: trajectory)
    if span.end < stretch.end { kernel.schedule(.spanChanged, at: span.end) }
  }

  func spanChanged() {
    let old = span
    advanceSpan()
    if old.sky != span.sky { location.fine.skyChanged(to: span) }
    updateCharger()
    updateSearch()
    if (old.network == .wifi) != (span.network == .wifi) {
      location.significantChanges.connectivityChanged()
    }
    guard old.mode.isMoving != span.mode.isMoving else { return }
    stillnessCount += 1
    if span.mode.isMoving {
      kernel.schedule(
        .movingNoticed(since: stillnessCount), after: .seconds(model.system.movingNoticedSeconds))
      watchMovement()
    } else {
      kernel.schedule(
        .stillNoticed(since: stillnessCount), after: .seconds(model.system.stillNoticedSeconds))
    }
  }

  func noticeMotion(_ event: PhoneEvent) {
    switch event {
    case .stillNoticed(stillnessCount):
      isLyingStill = true
      location.phoneLiesStill()
    case .movingNoticed(stillnessCount):
      isLyingStill = false
      location.phoneMoves()
    default: break
    }
  }

  /// Low-power services look around every ten seconds while the phone moves, and cost nothing else.
  func watchMovement() {
    guard !isWatchingMovement,
      location.significantChanges.isMonitoring || location.regions.isMonitoring
    else { return }
    isWatchingMovement = true
    kernel.schedule(.movementCheck, after: .seconds(10 as Int64))
  }

  func checkMovement() {
    isWatchingMovement = false
    location.regions.check()
    location.significantChanges.check(at: truth().coordinate)
    // After the phone comes to rest circles still need their dwell time.
    if span.mode.isMoving || !isLyingStill || location.regions.hasCrossingInDoubt {
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
    span.place.flatMap { world.places[$0].wifiName }
  }

  var uptime: TimeSpan { now - stretch.start }
  func localTime() -> TimeOfDay { world.calendar.fields(of: now).time }
}
