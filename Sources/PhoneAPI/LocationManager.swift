import Geodesy
import Timekeeping

/// Location services for one client, like `CLLocationManager`.
///
/// What survives a kill: monitored regions, significant changes and visits are the phone's; an event
/// of theirs launches the app in the background, and a manager made during that launch receives it
/// (SLC-10, REG-8). Standard updates, heading and one-shot requests die with the process (LIFE-7).
public protocol LocationManager: AnyObject {
  var delegate: (any LocationManagerDelegate)? { get set }

  // MARK: Permission

  var authorizationStatus: AuthorizationStatus { get }
  var accuracyAuthorization: AccuracyAuthorization { get }
  /// The phone-wide Location Services switch.
  var locationServicesEnabled: Bool { get }
  /// Answers come as `didChangeAuthorization`; without the usage description nothing happens.
  func requestWhenInUseAuthorization()
  /// May give provisional Always: the app believes it has it (BG-6).
  func requestAlwaysAuthorization()
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String)

  // MARK: Standard updates

  /// Best by default (STD-6).
  var desiredAccuracy: DesiredAccuracy { get set }
  /// Meters to be moved before the next delivery; nil for none. Does not save energy (STD-8, STD-20).
  var distanceFilterMeters: Double? { get set }
  var activityType: ActivityType { get set }
  /// True by default, as on iOS (PAU-1).
  var pausesLocationUpdatesAutomatically: Bool { get set }
  /// False by default; true without the location background mode is refused (BG-1).
  var allowsBackgroundLocationUpdates: Bool { get set }
  var showsBackgroundLocationIndicator: Bool { get set }

  /// The newest fix that the phone has, whoever asked for it; may be hours old (STD-7).
  var location: Location? { get }

  /// Idempotent. The first delivery may be the cached fix; then coarse to fine (STD-6, STD-7).
  func startUpdatingLocation()
  func stopUpdatingLocation()

  /// One fix of the desired accuracy, or the best to be had within about ten seconds (STD-14), or
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
  /// The 21st fails with `monitoringDidFail` (REG-1). Being inside already is no event (REG-11).
  func startMonitoring(_ region: CircularRegion)
  func stopMonitoring(_ region: CircularRegion)
  func requestState(for region: CircularRegion)

  var headingAvailability: ServiceAvailability { get }
  /// Degrees to be turned before the next delivery, 1 by default; nil for none.
  var headingFilterDegrees: Double? { get set }
  /// The newest heading that the phone has.
  var heading: Heading? { get }
  /// Needs no permission. In the background headings come while something else keeps the app running.
  func startUpdatingHeading()
  func stopUpdatingHeading()

  // MARK: Sessions of iOS 17 and 18

  var sessionsAvailability: ServiceAvailability { get }
  /// Background updates for a When In Use app, indicator always on; foreground start (BG-8).
  func beginBackgroundActivitySession() -> LocationSession?
  /// Updates that pause and resume by themselves (BG-9).
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession?
  /// From iOS 18 Always takes effect only while one is held (BG-10).
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession?
  func endSession(_ session: LocationSession)
}

/// A session's handle; ends with the process unless the phone documents otherwise (BG-8, BG-9).
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

/// Receives what a location manager reports. A delivery's fixes are in the order of their time.
public protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location])
  func locationManager(_ manager: any LocationManager, didFail error: LocationError)
  func locationManagerDidChangeAuthorization(_ manager: any LocationManager)
  /// Hardware is off now; only the app itself starts it again (PAU-4).
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
  /// False for a delegate that does not implement `didUpdateHeading`: then none is made for it, as iOS
  /// calls no method that is not there. `LocationManager.heading` can be asked all the same.
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
