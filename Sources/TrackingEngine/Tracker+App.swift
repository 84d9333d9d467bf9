import PhoneAPI
import Timekeeping

extension Tracker: App {
  package func applicationDidFinishLaunching(_ launch: Launch) {
    if !chosenSettings.deviceID.isEmpty { nameStore() }
    identifyStore()
    restoreTracking(launch)
  }

  package func applicationWillEnterForeground() { setForeground(true) }

  package func applicationDidBecomeActive() { setForeground(true) }

  package func applicationDidEnterBackground() { setForeground(false) }

  package func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) {
    notify(.push) { $0.pushed(payload) }
    sendIfDue(at: clock.now)
    completion()
  }

  package func applicationWillTerminate() { notify(.termination) { $0.willTerminate() } }

  /// Starts or stops tracking, or changes settings; passes other acts of the user to the behaviors.
  package func perform(_ action: UserAction) {
    switch TrackerAct(action) {
    case .startTracking:
      changeSettings(action.parameters)
      setTracking(true)
    case .stopTracking: setTracking(false)
    case .changeSettings: changeSettings(action.parameters)
    default: notify(.action) { $0.performed(action) }
    }
  }
}

extension Tracker: LocationManagerDelegate {
  /// False, because the tracker does not use headings. `HeadingUpdates` only keeps the compass on.
  package var hearsHeadings: Bool { false }

  package func locationManager(
    _ manager: any LocationManager, didUpdateLocations locations: [Location]
  ) { take(locations, at: clock.now) }

  package func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    phone.note("tracker", "location failed: \(error)")
    notify(.failure) { $0.locationFailed(error) }
    sendIfDue(at: clock.now)
  }

  package func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    phone.note("tracker", "location authorization is \(manager.authorizationStatus)")
    notify(.authorization) { $0.authorizationChanged() }
  }

  package func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    notify(.pause) { $0.updatesPaused() }
    sendIfDue(at: clock.now)
  }

  package func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    notify(.pause) { $0.updatesResumed() }
    sendIfDue(at: clock.now)
  }

  package func locationManager(
    _ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate
  ) {
    if update.isStationary {
      locationManagerDidPauseLocationUpdates(manager)
    } else if let location = update.location {
      take([location], at: clock.now)
    }
  }

  package func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    let now = clock.now
    notify(.visit) { $0.visited(visit, at: now) }
    sendIfDue(at: now)
  }

  package func locationManager(
    _ manager: any LocationManager, didEnterRegion region: CircularRegion
  ) {
    notify(.region) { $0.entered(region) }
    sendIfDue(at: clock.now)
  }

  package func locationManager(
    _ manager: any LocationManager, didExitRegion region: CircularRegion
  ) {
    notify(.region) { $0.exited(region) }
    sendIfDue(at: clock.now)
  }

  package func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { phone.note("tracker", "region \(region?.identifier ?? "") is not watched: \(error)") }
}
