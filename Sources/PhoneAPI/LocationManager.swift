import Geodesy
import Timekeeping

/// Location services for one client, like `CLLocationManager`.
///
/// The phone keeps the requests for regions, significant changes and visits after the app's process
/// ends. Their events launch the app in the background, and a manager created during that launch
/// receives the events (SLC-10, REG-8). Standard updates, heading and one-shot requests end with
/// the process (LIFE-7).
public protocol LocationManager: AnyObject {
  var delegate: (any LocationManagerDelegate)? { get set }

  // MARK: Permission

  var authorizationStatus: AuthorizationStatus { get }
  var accuracyAuthorization: AccuracyAuthorization { get }
  /// True if Location Services are switched on for the whole phone.
  var locationServicesEnabled: Bool { get }
  /// Asks the user for the authorization When In Use. The answer arrives as
  /// `didChangeAuthorization`. Without the usage description in the manifest, the call has no
  /// effect.
  func requestWhenInUseAuthorization()
  /// Asks the user for the authorization Always. If the user grants Always provisionally, the app
  /// sees Always as granted (BG-6).
  func requestAlwaysAuthorization()
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String)

  // MARK: Standard updates

  /// The accuracy that the app requests; `best` by default (STD-6).
  var desiredAccuracy: DesiredAccuracy { get set }
  /// The distance in meters that the phone must move before the next delivery; nil for no filter. A
  /// filter saves no energy (STD-8, STD-20).
  var distanceFilterMeters: Double? { get set }
  var activityType: ActivityType { get set }
  /// True if the phone may pause updates by itself. The default is true, as on iOS (PAU-1).
  var pausesLocationUpdatesAutomatically: Bool { get set }
  /// True if updates continue in the background. The default is false. Without the location
  /// background mode in the manifest, the property is always false (BG-1).
  var allowsBackgroundLocationUpdates: Bool { get set }
  var showsBackgroundLocationIndicator: Bool { get set }

  /// The newest fix that the phone has, even if another app requested it. The fix may be hours old
  /// (STD-7).
  var location: Location? { get }

  /// Starts standard updates; a second call has no effect. The first delivery may be a cached fix,
  /// and the accuracy of the next fixes improves step by step (STD-6, STD-7).
  func startUpdatingLocation()
  func stopUpdatingLocation()

  /// Requests one fix of the desired accuracy. If no such fix arrives within about ten seconds, the
  /// phone delivers the best fix so far (STD-14). If there is no fix, it calls
  /// `didFail(.locationUnknown)`.
  func requestLocation()

  // MARK: Low-power services

  var significantLocationChangeMonitoringAvailability: ServiceAvailability { get }
  func startMonitoringSignificantLocationChanges()
  func stopMonitoringSignificantLocationChanges()

  var visitMonitoringAvailability: ServiceAvailability { get }
  func startMonitoringVisits()
  func stopMonitoringVisits()

  var regionMonitoringAvailability: ServiceAvailability { get }
  var monitoredRegions: [CircularRegion] { get }
  /// Watches a region. The app's 21st region fails with `monitoringDidFail` (REG-1). If the phone
  /// is already inside the region, no event follows (REG-11).
  func startMonitoring(_ region: CircularRegion)
  func stopMonitoring(_ region: CircularRegion)
  func requestState(for region: CircularRegion)

  var headingAvailability: ServiceAvailability { get }
  /// The angle in degrees that the phone must turn before the next delivery, 1 by default; nil for
  /// no filter.
  var headingFilterDegrees: Double? { get set }
  /// The newest heading that the phone has.
  var heading: Heading? { get }
  /// Starts heading updates, which need no permission. In the background they arrive only while
  /// another service keeps the app running.
  func startUpdatingHeading()
  func stopUpdatingHeading()

  // MARK: Sessions of iOS 17 and 18

  var sessionsAvailability: ServiceAvailability { get }
  /// Begins a session that gives background updates to an app with When In Use. During the session
  /// the phone always shows the location indicator. The app has to begin the session in the
  /// foreground (BG-8).
  func beginBackgroundActivitySession() -> LocationSession?
  /// Begins live updates, which pause and resume by themselves (BG-9).
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession?
  /// Begins a service session. From iOS 18 on, the authorization Always takes effect only while the
  /// app holds a service session (BG-10).
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession?
  func endSession(_ session: LocationSession)
}

/// The handle of a session. The session ends with the process, except as BG-8 and BG-9 describe.
public struct LocationSession: Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

public enum LiveUpdateConfiguration: String, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One update in the sequence of live updates.
public struct LiveUpdate: Sendable, Hashable {
  public var location: Location?
  public var isStationary: Bool

  public init(location: Location?, isStationary: Bool) {
    self.location = location
    self.isStationary = isStationary
  }
}

/// The object that receives a location manager's reports. The fixes of one delivery are in the
/// order of time.
public protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location])
  func locationManager(_ manager: any LocationManager, didFail error: LocationError)
  func locationManagerDidChangeAuthorization(_ manager: any LocationManager)
  /// The phone paused the updates and switched the hardware off. Only the app can start the updates
  /// again (PAU-4).
  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager)
  func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager)
  func locationManager(_ manager: any LocationManager, didVisit visit: Visit)
  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion)
  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion)
  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion)
  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError)
  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading)
  /// True if the delegate implements `didUpdateHeading`. If it is false, the phone measures no
  /// headings for the delegate. `LocationManager.heading` can be read in both cases.
  var hearsHeadings: Bool { get }
  func locationManager(_ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate)
}

extension LocationManagerDelegate {
  public func locationManager(_ manager: any LocationManager, didFail error: LocationError) {}
  public func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: any LocationManager) {}
  public func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {}
  public func locationManager(
    _ manager: any LocationManager, didEnterRegion region: CircularRegion
  ) {}
  public func locationManager(
    _ manager: any LocationManager, didExitRegion region: CircularRegion
  ) {}
  public func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) {}
  public func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) {}
  public func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {}
  public var hearsHeadings: Bool { true }
  public func locationManager(
    _ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate
  ) {}
}
