import PhoneAPI
import Timekeeping

/// A location manager that forwards each call to another, and each report to its own delegate.
final class WatchedManager: LocationManager {
  private let inner: any LocationManager
  private let ear: ManagerEar

  init(_ inner: any LocationManager, clock: any Clock, callbacks: ProcessCallbacks) {
    self.inner = inner
    ear = ManagerEar(clock: clock, callbacks: callbacks)
    ear.manager = self
  }

  var delegate: (any LocationManagerDelegate)? {
    get { ear.delegate }
    set {
      ear.delegate = newValue
      inner.delegate = newValue == nil ? nil : ear
    }
  }

  // MARK: Handed on

  var authorizationStatus: AuthorizationStatus { inner.authorizationStatus }
  var accuracyAuthorization: AccuracyAuthorization { inner.accuracyAuthorization }
  var locationServicesEnabled: Bool { inner.locationServicesEnabled }
  func requestWhenInUseAuthorization() { inner.requestWhenInUseAuthorization() }
  func requestAlwaysAuthorization() { inner.requestAlwaysAuthorization() }
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {
    inner.requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey)
  }
  var desiredAccuracy: DesiredAccuracy {
    get { inner.desiredAccuracy }
    set { inner.desiredAccuracy = newValue }
  }
  var distanceFilterMeters: Double? {
    get { inner.distanceFilterMeters }
    set { inner.distanceFilterMeters = newValue }
  }
  var activityType: ActivityType {
    get { inner.activityType }
    set { inner.activityType = newValue }
  }
  var pausesLocationUpdatesAutomatically: Bool {
    get { inner.pausesLocationUpdatesAutomatically }
    set { inner.pausesLocationUpdatesAutomatically = newValue }
  }
  var allowsBackgroundLocationUpdates: Bool {
    get { inner.allowsBackgroundLocationUpdates }
    set { inner.allowsBackgroundLocationUpdates = newValue }
  }
  var showsBackgroundLocationIndicator: Bool {
    get { inner.showsBackgroundLocationIndicator }
    set { inner.showsBackgroundLocationIndicator = newValue }
  }
  var location: Location? {
    let fix = inner.location
    if let fix { ear.callbacks.hands(fix) }
    return fix
  }
  func startUpdatingLocation() { inner.startUpdatingLocation() }
  func stopUpdatingLocation() { inner.stopUpdatingLocation() }
  func requestLocation() { inner.requestLocation() }
  var significantLocationChangeMonitoringAvailability: ServiceAvailability {
    inner.significantLocationChangeMonitoringAvailability
  }
  func startMonitoringSignificantLocationChanges() {
    inner.startMonitoringSignificantLocationChanges()
  }
  func stopMonitoringSignificantLocationChanges() {
    inner.stopMonitoringSignificantLocationChanges()
  }
  var visitMonitoringAvailability: ServiceAvailability { inner.visitMonitoringAvailability }
  func startMonitoringVisits() { inner.startMonitoringVisits() }
  func stopMonitoringVisits() { inner.stopMonitoringVisits() }
  var regionMonitoringAvailability: ServiceAvailability { inner.regionMonitoringAvailability }
  var monitoredRegions: [CircularRegion] { inner.monitoredRegions }
  func startMonitoring(_ region: CircularRegion) { inner.startMonitoring(region) }
  func stopMonitoring(_ region: CircularRegion) { inner.stopMonitoring(region) }
  func requestState(for region: CircularRegion) { inner.requestState(for: region) }
  var headingAvailability: ServiceAvailability { inner.headingAvailability }
  var headingFilterDegrees: Double? {
    get { inner.headingFilterDegrees }
    set { inner.headingFilterDegrees = newValue }
  }
  var heading: Heading? { inner.heading }
  func startUpdatingHeading() { inner.startUpdatingHeading() }
  func stopUpdatingHeading() { inner.stopUpdatingHeading() }
  var sessionsAvailability: ServiceAvailability { inner.sessionsAvailability }
  func beginBackgroundActivitySession() -> LocationSession? {
    inner.beginBackgroundActivitySession()
  }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
    inner.beginLiveUpdates(configuration)
  }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    inner.beginServiceSession(requiring: authorization)
  }
  func endSession(_ session: LocationSession) { inner.endSession(session) }
}

/// The delegate that the phone calls in place of the app's own.
private final class ManagerEar: LocationManagerDelegate {
  weak var manager: WatchedManager?
  weak var delegate: (any LocationManagerDelegate)?
  private let clock: any Clock
  let callbacks: ProcessCallbacks

  init(clock: any Clock, callbacks: ProcessCallbacks) {
    self.clock = clock
    self.callbacks = callbacks
  }

  private func receive(
    _ name: StaticString, _ body: (any LocationManagerDelegate, WatchedManager) -> Void
  ) {
    guard let delegate, let manager else { return }
    callbacks.receive(name, at: clock) { body(delegate, manager) }
  }

  func locationManager(_: any LocationManager, didUpdateLocations locations: [Location]) {
    if let manager {
      callbacks.holds(locations, status: manager.authorizationStatus, now: clock.now)
    }
    receive("positions") { $0.locationManager($1, didUpdateLocations: locations) }
  }

  func locationManager(_: any LocationManager, didFail error: LocationError) {
    receive("failure") { $0.locationManager($1, didFail: error) }
  }

  func locationManagerDidChangeAuthorization(_: any LocationManager) {
    receive("authorization") { $0.locationManagerDidChangeAuthorization($1) }
  }

  func locationManagerDidPauseLocationUpdates(_: any LocationManager) {
    receive("pause") { $0.locationManagerDidPauseLocationUpdates($1) }
  }

  func locationManagerDidResumeLocationUpdates(_: any LocationManager) {
    receive("resumption") { $0.locationManagerDidResumeLocationUpdates($1) }
  }

  func locationManager(_: any LocationManager, didVisit visit: Visit) {
    callbacks.holds(visit, now: clock.now)
    receive("visit") { $0.locationManager($1, didVisit: visit) }
  }

  func locationManager(_: any LocationManager, didEnterRegion region: CircularRegion) {
    receive("entry") { $0.locationManager($1, didEnterRegion: region) }
  }

  func locationManager(_: any LocationManager, didExitRegion region: CircularRegion) {
    receive("exit") { $0.locationManager($1, didExitRegion: region) }
  }

  func locationManager(
    _: any LocationManager, didDetermineState state: RegionState, for region: CircularRegion
  ) {
    receive("state") { $0.locationManager($1, didDetermineState: state, for: region) }
  }

  func locationManager(
    _: any LocationManager, monitoringDidFailFor region: CircularRegion?, error: LocationError
  ) {
    receive("monitoring failure") {
      $0.locationManager($1, monitoringDidFailFor: region, error: error)
    }
  }

  func locationManager(_: any LocationManager, didUpdateHeading heading: Heading) {
    callbacks.expect(
      (0..<360).contains(heading.magneticDegrees), "a heading of \(heading.magneticDegrees)°")
    receive("heading") { $0.locationManager($1, didUpdateHeading: heading) }
  }

  var hearsHeadings: Bool { delegate?.hearsHeadings ?? false }

  func locationManager(_: any LocationManager, didReceiveLiveUpdate update: LiveUpdate) {
    receive("live update") { $0.locationManager($1, didReceiveLiveUpdate: update) }
  }
}
