import PhoneAPI
import Timekeeping

extension Tracker: App {
  public func applicationDidFinishLaunching(_ launch: Launch) {
    if !chosenSettings.deviceID.isEmpty { nameStore() }
    restoreTracking(launch)
  }

  public func applicationWillEnterForeground() { setForeground(true) }

  public func applicationDidBecomeActive() { setForeground(true) }

  public func applicationDidEnterBackground() { setForeground(false) }

  public func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) {
    tell(.push) { $0.pushed(payload) }
    sendIfDue(at: clock.now)
    completion()
  }

  public func applicationWillTerminate() { tell(.termination) { $0.willTerminate() } }

  /// Understands "startTracking" (with settings to begin by, if any), "stopTracking" and "changeSettings" (`name` → value as
  /// `SettingDefinition.text` has it); the rest is the behaviors' own.
  public func perform(_ action: UserAction) {
    switch action.name {
    case "startTracking":
      changeSettings(action.parameters)
      setTracking(true)
    case "stopTracking": setTracking(false)
    case "changeSettings": changeSettings(action.parameters)
    default: tell(.action) { $0.performed(action) }
    }
  }
}

extension Tracker: LocationManagerDelegate {
  /// It keeps the compass on (`HeadingUpdates`) and makes nothing of what it says.
  public var hearsHeadings: Bool { false }

  public func locationManager(
    _ manager: any LocationManager, didUpdateLocations locations: [Location]
  ) { take(locations, at: clock.now) }

  public func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    phone.note("tracker", "location failed: \(error)")
    tell(.failure) { $0.locationFailed(error) }
    sendIfDue(at: clock.now)
  }

  public func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    phone.note("tracker", "location authorization is \(manager.authorizationStatus)")
    tell(.authorization) { $0.authorizationChanged() }
  }

  public func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    tell(.pause) { $0.updatesPaused() }
    sendIfDue(at: clock.now)
  }

  public func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {
    tell(.pause) { $0.updatesResumed() }
    sendIfDue(at: clock.now)
  }

  public func locationManager(
    _ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate
  ) {
    if update.isStationary {
      locationManagerDidPauseLocationUpdates(manager)
    } else if let location = update.location {
      take([location], at: clock.now)
    }
  }

  public func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    let now = clock.now
    tell(.visit) { $0.visited(visit, at: now) }
    sendIfDue(at: now)
  }

  public func locationManager(
    _ manager: any LocationManager, didEnterRegion region: CircularRegion
  ) {
    tell(.region) { $0.entered(region) }
    sendIfDue(at: clock.now)
  }

  public func locationManager(
    _ manager: any LocationManager, didExitRegion region: CircularRegion
  ) {
    tell(.region) { $0.exited(region) }
    sendIfDue(at: clock.now)
  }

  public func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { phone.note("tracker", "region \(region?.identifier ?? "") is not watched: \(error)") }
}
