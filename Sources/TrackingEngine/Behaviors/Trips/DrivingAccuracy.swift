import PhoneAPI
import Timekeeping

/// The behavior that asks for the best accuracy during drives and after each launch of the app.
///
/// A request for the best accuracy keeps a new process running. Each launch therefore starts a
/// period of `coldStartDuration` with the best accuracy. A second event starts such a period too:
/// the user comes near the gate that `GateTrigger` opens. The end of a drive ends the period.
///
/// At all other times the behavior asks for `desiredAccuracy`, for example 3 km in the preset
/// `drives`. The behavior never stops location updates.
///
/// If drives cannot be detected, because the user has denied access to motion, the behavior never
/// asks for the best accuracy.
final class DrivingAccuracy: Behavior {
  private static let tick = TimeSpan.seconds(120 as Int64)

  let events: Events = [.launch, .tracking, .drive, .region]
  private unowned let tracker: Tracker
  private var isDriving = false
  private var activeUntil = TimeSpan.zero
  private var timer: TimerToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) { stayActive() }

  func trackingBegan() {
    apply()
    guard timer == nil else { return }
    timer = tracker.clock.schedule(after: Self.tick, repeats: true) { [weak self] in self?.apply() }
  }

  func trackingEnded() {
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    isDriving = false
  }

  func driveBegan() {
    isDriving = true
    apply()
  }

  func driveEnded(_ drive: Drive, isInProgress: Bool) {
    isDriving = false
    activeUntil = .zero
    apply()
  }

  func entered(_ region: CircularRegion) {
    guard region.identifier == GateTrigger.regionIdentifier else { return }
    stayActive()
    apply()
  }

  private func stayActive() {
    activeUntil = tracker.clock.uptime + tracker.settings.drives.coldStartDuration
  }

  func apply() {
    guard tracker.isTracking else { return }
    let isActive =
      tracker.detectsDrivesNow && (isDriving || tracker.clock.uptime < activeUntil)
    let accuracy = isActive ? .bestForNavigation : tracker.settings.desiredAccuracy
    guard accuracy != tracker.manager.desiredAccuracy else { return }
    tracker.manager.desiredAccuracy = accuracy
    tracker.note(.drivingAccuracy, isActive ? "is active: asks for the best" : "is inactive")
  }
}
