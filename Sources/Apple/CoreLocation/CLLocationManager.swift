import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined = 0
  case restricted, denied, authorizedAlways, authorizedWhenInUse
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

public enum CLAccuracyAuthorization: Int, Sendable { case fullAccuracy, reducedAccuracy }

public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne
}

public enum CLDeviceOrientation: Int32, Sendable {
  case unknown = 0
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

/// The object with which an app starts and stops the location services.
open class CLLocationManager: NSObject {
  let manager: any LocationManager
  private lazy var listener = DelegateListener(self)
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { if delegate != nil { listener.listen() } }
  }

  public override init() {
    manager = CurrentPhone.phone.makeLocationManager()
    super.init()
  }

  // MARK: Permission

  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(manager.authorizationStatus)
  }
  open var accuracyAuthorization: CLAccuracyAuthorization {
    manager.accuracyAuthorization == .full ? .fullAccuracy : .reducedAccuracy
  }
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLLocationManager().authorizationStatus
  }
  open class func locationServicesEnabled() -> Bool {
    CurrentPhone.phone.makeLocationManager().locationServicesEnabled
  }
  open func requestWhenInUseAuthorization() { manager.requestWhenInUseAuthorization() }
  open func requestAlwaysAuthorization() { manager.requestAlwaysAuthorization() }
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    manager.requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey)
    if let completion { DispatchQueue.main.async { completion(nil) } }
  }

  // MARK: Standard updates

  open var desiredAccuracy: CLLocationAccuracy {
    get { manager.desiredAccuracy.meters }
    set { manager.desiredAccuracy = DesiredAccuracy(meters: newValue) }
  }
  open var distanceFilter: CLLocationDistance {
    get { manager.distanceFilterMeters ?? kCLDistanceFilterNone }
    set { manager.distanceFilterMeters = newValue > 0 ? newValue : nil }
  }
  open var activityType: CLActivityType {
    get { CLActivityType(manager.activityType) }
    set { manager.activityType = newValue.activity }
  }
  open var pausesLocationUpdatesAutomatically: Bool {
    get { manager.pausesLocationUpdatesAutomatically }
    set { manager.pausesLocationUpdatesAutomatically = newValue }
  }
  open var allowsBackgroundLocationUpdates: Bool {
    get { manager.allowsBackgroundLocationUpdates }
    set { manager.allowsBackgroundLocationUpdates = newValue }
  }
  open var showsBackgroundLocationIndicator: Bool {
    get { manager.showsBackgroundLocationIndicator }
    set { manager.showsBackgroundLocationIndicator = newValue }
  }
  open var location: CLLocation? { manager.location.map(CLLocation.init) }
  open func startUpdatingLocation() { manager.startUpdatingLocation() }
  open func stopUpdatingLocation() { manager.stopUpdatingLocation() }
  open func requestLocation() { manager.requestLocation() }

  // MARK: Low-power services

  open class func significantLocationChangeMonitoringAvailable() -> Bool {
    CurrentPhone.phone.makeLocationManager().significantLocationChangeMonitoringAvailability
      .isAvailable
  }
  open func startMonitoringSignificantLocationChanges() {
    manager.startMonitoringSignificantLocationChanges()
  }
  open func stopMonitoringSignificantLocationChanges() {
    manager.stopMonitoringSignificantLocationChanges()
  }
  open func startMonitoringVisits() { manager.startMonitoringVisits() }
  open func stopMonitoringVisits() { manager.stopMonitoringVisits() }

  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
      && CurrentPhone.phone.makeLocationManager().regionMonitoringAvailability.isAvailable
  }
  /// The largest radius that the system watches [m]. Apple publishes no figure.
  open var maximumRegionMonitoringDistance: CLLocationDistance { 1_000_000 }
  open var monitoredRegions: Set<CLRegion> {
    Set(manager.monitoredRegions.map { CLCircularRegion($0) as CLRegion })
  }
  open func startMonitoring(for region: CLRegion) {
    if let circle = region as? CLCircularRegion { manager.startMonitoring(circle.region) }
  }
  open func stopMonitoring(for region: CLRegion) {
    if let circle = region as? CLCircularRegion { manager.stopMonitoring(circle.region) }
  }
  open func requestState(for region: CLRegion) {
    if let circle = region as? CLCircularRegion { manager.requestState(for: circle.region) }
  }

  // MARK: Heading

  open class func headingAvailable() -> Bool {
    CurrentPhone.phone.makeLocationManager().headingAvailability.isAvailable
  }
  open var heading: CLHeading? { manager.heading.map(CLHeading.init) }
  open var headingFilter: CLLocationDegrees {
    get { manager.headingFilterDegrees ?? kCLHeadingFilterNone }
    set { manager.headingFilterDegrees = newValue > 0 ? newValue : nil }
  }
  open var headingOrientation = CLDeviceOrientation.portrait
  open func startUpdatingHeading() { manager.startUpdatingHeading() }
  open func stopUpdatingHeading() { manager.stopUpdatingHeading() }
}

extension CLAuthorizationStatus {
  package init(_ status: AuthorizationStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .whenInUse: self = .authorizedWhenInUse
    case .always: self = .authorizedAlways
    }
  }
}

extension CLActivityType {
  init(_ activity: ActivityType) {
    switch activity {
    case .other: self = .other
    case .automotiveNavigation: self = .automotiveNavigation
    case .fitness: self = .fitness
    case .otherNavigation: self = .otherNavigation
    case .airborne: self = .airborne
    }
  }

  var activity: ActivityType {
    switch self {
    case .other: .other
    case .automotiveNavigation: .automotiveNavigation
    case .fitness: .fitness
    case .otherNavigation: .otherNavigation
    case .airborne: .airborne
    }
  }
}

extension DesiredAccuracy {
  /// The class of an accuracy in meters. The system serves a value between two of its own with the
  /// finer.
  package init(meters: Double) {
    if meters == kCLLocationAccuracyReduced {
      self = .reduced
    } else if meters <= -2 {
      self = .bestForNavigation
    } else if meters < 10 {
      self = .best
    } else if meters < 100 {
      self = .nearestTenMeters
    } else if meters < 1000 {
      self = .hundredMeters
    } else if meters < 3000 {
      self = .kilometer
    } else {
      self = .threeKilometers
    }
  }
}
