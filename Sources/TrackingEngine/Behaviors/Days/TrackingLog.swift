import PhoneAPI

/// The behavior that records launches, pauses and ends of the app, with the tracking statistics.
final class TrackingLog: Behavior {
  let events: Events = [.launch, .tracking, .termination, .pause, .region]
  private unowned let tracker: Tracker
  private var wasLaunchedByLocation = false

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    switch launch.reason {
    case .significantChange, .visit, .region: wasLaunchedByLocation = true
    case .userOpened, .condition, .liveUpdates, .backgroundTask, .silentPush, .voipPush,
      .backgroundTransfer, .notificationTapped, .prewarm, .unknown:
      break
    }
  }

  /// Records the launch; earlier the surroundings would not be known.
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
  /// A placeholder for the position in a record of a tracker that has had no fix yet.
  static var unknown: Location {
    Location(
      coordinate: .init(latitude: 0, longitude: 0), horizontalAccuracyMeters: -1,
      timestamp: .distantPast)
  }
}
