import Geodesy
import Timekeeping

/// Location services for one client, like `CLLocationManager`.
///
/// Monitored regions, significant changes and visits survive a kill, because the phone keeps them.
/// Their events launch the app in the background, and a manager created during that launch receives
/// them (SLC-10, REG-8). Standard updates, heading and one-shot requests end with the process
/// (LIFE-7).
public protocol LocationManager: AnyObject {
  var delegate: (any LocationManagerDelegate)? { get set }

  // MARK: Permission

  var authorizationStatus: AuthorizationStatus { get }
  var accuracyAuthorization: AccuracyAuthorization { get }
  /// The switch of Location Services for the whole phone.
  var locationServicesEnabled: Bool { get }
  /// Asks for When In Use. The answer arrives as `didChangeAuthorization`. Without the usage
  /// description nothing happens.
  func requestWhenInUseAuthorization()
  /// Asks for Always. The user may grant it provisionally: the app then sees Always as granted
  /// (BG-6).
  func requestAlwaysAuthorization()
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String)

  // MARK: Standard updates

  /// The accuracy asked for, best by default (STD-6).
  var desiredAccuracy: DesiredAccuracy { get set }
  /// The distance in meters to the next delivery; nil for none. It saves no energy (STD-8, STD-20).
  var distanceFilterMeters: Double? { get set }
  var activityType: ActivityType { get set }
  /// True by default, as on iOS (PAU-1).
  var pausesLocationUpdatesAutomatically: Bool { get set }
  /// False by default. Stays false if the manifest lacks the location background mode (BG-1).
  var allowsBackgroundLocationUpdates: Bool { get set }
  var showsBackgroundLocationIndicator: Bool { get set }

  /// The newest fix that the phone has, even if another app asked for it. May be hours old (STD-7).
  var location: Location? { get }

  /// Starts standard updates; a second call has no effect. The first delivery may be the cached
  /// fix; the next ones go from coarse to fine (STD-6, STD-7).
  func startUpdatingLocation()
  func stopUpdatingLocation()

  /// Requests one fix of the desired accuracy. If none arrives within about ten seconds, the phone
  /// delivers the best one so far (STD-14), or `didFail(.locationUnknown)`.
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
  /// Watches a region. The 21st fails with `monitoringDidFail` (REG-1). If the phone is already
  /// inside, there is no event (REG-11).
  func startMonitoring(_ region: CircularRegion)
  func stopMonitoring(_ region: CircularRegion)
  func requestState(for region: CircularRegion)

  var headingAvailability: ServiceAvailability { get }
  /// The turn in degrees before the next delivery, 1 by default; nil for no filter.
  var headingFilterDegrees: Double? { get set }
  /// The newest heading that the phone has.
  var heading: Heading? { get }
  /// Starts headings, without a permission. In the background they arrive only while another
  /// service keeps the app running.
  func startUpdatingHeading()
  func stopUpdatingHeading()

  // MARK: Sessions of iOS 17 and 18

  var sessionsAvailability: ServiceAvailability { get }
  /// Gives background updates to an app with When In Use, with the indicator always on. The session
  /// has to begin in the foreground (BG-8).
  func beginBackgroundActivitySession() -> LocationSession?
  /// Begins updates that pause and resume by themselves (BG-9).
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession?
  /// Begins a service session. From iOS 18 on, Always takes effect only while the app holds one
  /// (BG-10).
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession?
  func endSession(_ session: LocationSession)
}

/// The handle of a session. It ends with the process, except as BG-8 and BG-9 describe.
public struct LocationSession: Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

public enum LiveUpdateConfiguration: String, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One element of the live-update sequence.
public struct LiveUpdate: Sendable, Hashable {
  public var location: Location?
  public var isStationary: Bool

  public init(location: Location?, isStationary: Bool) {
    self.location = location
    self.isStationary = isStationary
  }
}

/// The receiver of a location manager's reports. The fixes of one delivery are in the order of
/// time.
public protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location])
  func locationManager(_ manager: any LocationManager, didFail error: LocationError)
  func locationManagerDidChangeAuthorization(_ manager: any LocationManager)
  /// The hardware is off now. Only the app itself can start it again (PAU-4).
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
  /// True if the delegate implements `didUpdateHeading`. If false, the phone makes no headings for
  /// it, as iOS calls no method that is missing. `LocationManager.heading` can be read in both
  /// cases.
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
