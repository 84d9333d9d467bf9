import Geodesy
import PhoneAPI
import Timekeeping

private let absence = ServiceAvailability.unavailable("this machine has no receiver")

/// A location manager for a machine that has no receiver. It delivers no fixes.
final class AbsentLocationManager: LocationManager {
  weak var delegate: (any LocationManagerDelegate)?

  let authorizationStatus = AuthorizationStatus.restricted
  let accuracyAuthorization = AccuracyAuthorization.full
  let locationServicesEnabled = false
  func requestWhenInUseAuthorization() {}
  func requestAlwaysAuthorization() {}
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {}

  var desiredAccuracy = DesiredAccuracy.best
  var distanceFilterMeters: Double?
  var activityType = ActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates = false
  var showsBackgroundLocationIndicator = false
  let location: Location? = nil
  func startUpdatingLocation() {}
  func stopUpdatingLocation() {}
  func requestLocation() {}

  let significantLocationChangeMonitoringAvailability = absence
  func startMonitoringSignificantLocationChanges() {}
  func stopMonitoringSignificantLocationChanges() {}

  let visitMonitoringAvailability = absence
  func startMonitoringVisits() {}
  func stopMonitoringVisits() {}

  let regionMonitoringAvailability = absence
  let monitoredRegions: [CircularRegion] = []
  func startMonitoring(_ region: CircularRegion) {}
  func stopMonitoring(_ region: CircularRegion) {}
  func requestState(for region: CircularRegion) {}

  let headingAvailability = absence
  var headingFilterDegrees: Double? = 1
  let heading: Heading? = nil
  func startUpdatingHeading() {}
  func stopUpdatingHeading() {}

  let sessionsAvailability = absence
  func beginBackgroundActivitySession() -> LocationSession? { nil }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? { nil }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? { nil }
  func endSession(_ session: LocationSession) {}
}

final class AbsentLocationMonitor: LocationMonitor {
  let availability = absence
  let name: String
  let identifiers: [String] = []

  init(name: String) { self.name = name }

  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
  ) {}
  func remove(_ identifier: String) {}
  func record(for identifier: String) -> MonitoringRecord? { nil }
  var onEvent: ((ConditionEvent) -> Void)?
}
