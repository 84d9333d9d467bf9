import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

/// The object with which an app starts and stops the location services.
///
/// Its delegate is called on the main queue. Standard updates and headings end with the object;
/// regions, significant changes and visits go on.
open class CLLocationManager: NSObject {
  let manager: any LocationManager
  private lazy var listener = DelegateListener(self)
  /// The object that receives the reports.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { if delegate != nil { listener.listen() } }
  }

  /// Creates a manager. Its delegate soon receives the present authorization.
  public override init() {
    manager = CurrentPhone.phone.makeLocationManager()
    super.init()
  }

  deinit {
    manager.stopUpdatingLocation()
    manager.stopUpdatingHeading()
    manager.delegate = nil
  }

  /// The manager with which class methods read the phone's state.
  static var query: any LocationManager {
    CurrentPhone.single { QueryManager() }.manager
  }

  // MARK: Permission

  /// The user's decision on the app's use of the location.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(manager.authorizationStatus)
  }
  /// The user's decision on precise location.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    CLAccuracyAuthorization(manager.accuracyAuthorization)
  }
  /// Returns the user's decision, as apps for iOS 13 and earlier read it.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(query.authorizationStatus)
  }
  /// Returns true if Location Services are on for the whole phone.
  open class func locationServicesEnabled() -> Bool { query.locationServicesEnabled }
  /// Asks the user for When In Use.
  open func requestWhenInUseAuthorization() { manager.requestWhenInUseAuthorization() }
  /// Asks the user for Always, which may be granted provisionally (BG-6).
  open func requestAlwaysAuthorization() { manager.requestAlwaysAuthorization() }
  /// Asks the user for precise location for the present use of the app.
  ///
  /// Stand-in: the completion is called at once, without an error. The user's answer arrives as a
  /// change of the authorization.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    manager.requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey)
    if let completion { CurrentPhone.soon { completion(nil) } }
  }

  // MARK: Standard updates

  /// The accuracy that the app requests; the best by default (STD-6).
  open var desiredAccuracy = kCLLocationAccuracyBest {
    didSet { manager.desiredAccuracy = DesiredAccuracy(meters: desiredAccuracy) }
  }
  /// The distance in meters that the phone must move before the next update (STD-8).
  open var distanceFilter = kCLDistanceFilterNone {
    didSet { manager.distanceFilterMeters = distanceFilter > 0 ? distanceFilter : nil }
  }
  /// The purpose of the updates (PAU-3).
  open var activityType: CLActivityType {
    get { CLActivityType(manager.activityType) }
    set { manager.activityType = newValue.activity }
  }
  /// True if the system may pause the updates; the default (PAU-1).
  open var pausesLocationUpdatesAutomatically: Bool {
    get { manager.pausesLocationUpdatesAutomatically }
    set { manager.pausesLocationUpdatesAutomatically = newValue }
  }
  /// True if updates go on in the background (BG-1).
  ///
  /// Stand-in: without the background mode `location` it stays false. Apple's systems end the app.
  open var allowsBackgroundLocationUpdates: Bool {
    get { manager.allowsBackgroundLocationUpdates }
    set { manager.allowsBackgroundLocationUpdates = newValue }
  }
  /// True if the status bar shows the app's use of the location in the background (BG-3).
  open var showsBackgroundLocationIndicator: Bool {
    get { manager.showsBackgroundLocationIndicator }
    set { manager.showsBackgroundLocationIndicator = newValue }
  }
  /// The newest fix of the phone, which may be hours old (STD-7).
  open var location: CLLocation? { manager.location.map(CLLocation.init) }
  /// Starts standard updates.
  open func startUpdatingLocation() { manager.startUpdatingLocation() }
  /// Stops standard updates.
  open func stopUpdatingLocation() { manager.stopUpdatingLocation() }
  /// Requests one fix of the desired accuracy, which takes about ten seconds at most (STD-14).
  open func requestLocation() { manager.requestLocation() }

  // MARK: Significant changes and visits

  /// Returns true if the phone reports significant changes.
  open class func significantLocationChangeMonitoringAvailable() -> Bool {
    query.significantLocationChangeMonitoringAvailability.isAvailable
  }
  /// Starts the service that reports significant changes, and launches the app for them (SLC-10).
  open func startMonitoringSignificantLocationChanges() {
    manager.startMonitoringSignificantLocationChanges()
  }
  /// Stops the service of significant changes.
  open func stopMonitoringSignificantLocationChanges() {
    manager.stopMonitoringSignificantLocationChanges()
  }
  /// Starts the service that reports visits, and launches the app for them (VIS-8).
  open func startMonitoringVisits() { manager.startMonitoringVisits() }
  /// Stops the service of visits.
  open func stopMonitoringVisits() { manager.stopMonitoringVisits() }

  // MARK: Regions

  /// Returns true for circles, if the phone watches regions.
  ///
  /// Stand-in: it is false for regions of beacons, which the phone does not have.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type && query.regionMonitoringAvailability.isAvailable
  }

  /// Returns false: the simulated phone has no beacons.
  open class func isRangingAvailable() -> Bool { false }

  /// The largest radius that the system watches, in meters.
  ///
  /// Stand-in: Apple publishes no figure, and the simulated phone watches larger circles too.
  open var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }

  /// The regions that the app watches, with all of its managers, also from earlier launches.
  open var monitoredRegions: Set<CLRegion> {
    Set(manager.monitoredRegions.map { CLCircularRegion($0) as CLRegion })
  }

  /// Starts to watch a circle (REG-1). Inside of it, no event follows at once (REG-11).
  open func startMonitoring(for region: CLRegion) {
    guard let circle = region as? CLCircularRegion else { return }
    manager.startMonitoring(circle.region)
    CurrentPhone.soon { [weak self] in self?.reportStart(of: circle) }
  }

  /// Reports that the phone watches a region. For one that it refuses, the failure alone arrives.
  private func reportStart(of circle: CLCircularRegion) {
    guard let delegate, manager.monitoredRegions.contains(circle.region) else { return }
    delegate.locationManager(self, didStartMonitoringFor: circle)
  }

  /// Stops to watch a region.
  open func stopMonitoring(for region: CLRegion) {
    if let circle = region as? CLCircularRegion { manager.stopMonitoring(circle.region) }
  }

  /// Asks whether the phone is in a region. The answer arrives as `didDetermineState`.
  open func requestState(for region: CLRegion) {
    if let circle = region as? CLCircularRegion { manager.requestState(for: circle.region) }
  }

  // MARK: Deferred updates

  /// Returns false: iOS has not deferred updates since iOS 13.
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  /// Fails with `deferredFailed`, as on phones that cannot defer updates.
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    CurrentPhone.soon { [weak self] in
      guard let self else { return }
      delegate?.locationManager(
        self, didFinishDeferredUpdatesWithError: CLError(.deferredFailed))
    }
  }

  /// Ends the deferral of updates, of which there is none.
  open func disallowDeferredLocationUpdates() {}

  // MARK: Heading

  /// Returns true if the phone has a compass.
  open class func headingAvailable() -> Bool { query.headingAvailability.isAvailable }
  /// The newest heading of the phone.
  open var heading: CLHeading? { manager.heading.map(CLHeading.init) }
  /// The angle in degrees that the phone must turn before the next heading; 1 by default.
  open var headingFilter: CLLocationDegrees {
    get { manager.headingFilterDegrees ?? kCLHeadingFilterNone }
    set { manager.headingFilterDegrees = newValue > 0 ? newValue : nil }
  }
  /// The orientation to which headings refer.
  ///
  /// Stand-in: it has no effect. The simulated headings are those of the upright phone.
  open var headingOrientation = CLDeviceOrientation.portrait
  /// Starts headings.
  open func startUpdatingHeading() { manager.startUpdatingHeading() }
  /// Stops headings.
  open func stopUpdatingHeading() { manager.stopUpdatingHeading() }
  /// Hides the display that asks the user to calibrate the compass. The simulated phone shows none.
  open func dismissHeadingCalibrationDisplay() {}
}

extension CLAccuracyAuthorization {
  init(_ accuracy: AccuracyAuthorization) {
    self = accuracy == .full ? .fullAccuracy : .reducedAccuracy
  }
}

/// The manager of class methods, so that no query creates another.
private final class QueryManager {
  let manager = CurrentPhone.phone.makeLocationManager()
}
