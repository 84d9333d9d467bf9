import PhoneAPI

/// The behavior that resumes paused location updates when the user leaves a fence around the last
/// position.
///
/// Without this behavior, a pause never ends (PAU-4).
final class PauseAndResumeWithGeofence: Behavior {
  static let regionIdentifier = "resume-from-pause"

  let events: Events = [.tracking, .pause, .region]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func updatesPaused() {
    guard let radius = tracker.settings.resumeGeofenceRadiusMeters else { return }
    guard let location = tracker.lastFix ?? tracker.manager.location else {
      return tracker.note(.pauseAndResumeWithGeofence, "has no position to put a fence around")
    }
    guard case .available = tracker.manager.regionMonitoringAvailability else {
      return tracker.note(.pauseAndResumeWithGeofence, "the phone watches no regions")
    }
    tracker.manager.startMonitoring(
      CircularRegion(
        identifier: Self.regionIdentifier, center: location.coordinate, radiusMeters: radius,
        notifyOnEntry: false, notifyOnExit: true))
    tracker.note(.pauseAndResumeWithGeofence, "armed a fence of \(Int(radius)) m")
  }

  func exited(_ region: CircularRegion) {
    guard region.identifier == Self.regionIdentifier else { return }
    drop(region)
    tracker.beginTracking()
  }

  func trackingEnded() {
    tracker.manager.monitoredRegions.filter { $0.identifier == Self.regionIdentifier }
      .forEach(drop)
  }

  private func drop(_ region: CircularRegion) {
    tracker.manager.stopMonitoring(region)
    tracker.note(.pauseAndResumeWithGeofence, "dropped its fence")
  }
}
