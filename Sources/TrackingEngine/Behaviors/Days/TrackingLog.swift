import PhoneAPI

/// The behavior that records launches and ends of the app and pauses of its location updates.
///
/// It does so only while tracking statistics are on.
final class TrackingLog: Behavior {
  let events: Events = [.launch, .tracking, .termination, .pause, .region]
  private unowned let tracker: Tracker
  private var wasLaunchedByLocation = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    switch launch.reason {
    case .significantChange, .visit, .region: wasLaunchedByLocation = true
    case .userOpened, .condition, .liveUpdates, .backgroundTask, .silentPush, .voipPush,
      .backgroundTransfer, .notificationTapped, .prewarm, .bluetooth, .unknown:
      break
    }
  }

  /// Records the launch.
  ///
  /// `launched(_:)` would be too early, because battery, motion and network are not known yet.
  func trackingBegan() {
    if wasLaunchedByLocation { log(.applicationLaunchedWithLocation) }
    wasLaunchedByLocation = false
  }

  func willTerminate() { log(.willTerminate) }
  func updatesPaused() { log(.pausedLocationUpdates) }
  func updatesResumed() { log(.resumedLocationUpdates) }

  func exited(_ region: CircularRegion) {
    if region.identifier == PauseAndResumeWithGeofence.regionIdentifier { log(.exitedPauseRegion) }
  }

  private func log(_ action: LogAction) {
    guard tracker.settings.includesTrackingStatistics, tracker.isTracking else { return }
    let now = tracker.clock.now
    var location = tracker.lastFix ?? tracker.manager.location ?? .unknown
    location.timestamp = now
    tracker.record(location, kind: .log(action), source: .lifecycle, at: now)
  }
}

extension Location {
  /// A placeholder without a position, for a record made before the tracker's first fix.
  static var unknown: Location {
    Location(
      coordinate: .init(latitude: 0, longitude: 0), horizontalAccuracyMeters: -1,
      timestamp: .distantPast)
  }
}
