import Geodesy
import PhoneAPI
import Timekeeping

/// The process, the battery and the motion coprocessor of a `FakePhone`.
final class FakeServices: Application, Device, MotionActivityManager, BackgroundTransfers,
  CryptographicServices
{
  private let system: FakeSystem
  private var taskCount: UInt64 = 0
  let absent = AbsentServices()
  var openTasks: [UInt64: () -> Void] = [:]
  var onActivity: ((MotionActivity) -> Void)?
  /// The queries of the history of motion that a test answers.
  var motionQueries: [(Result<[MotionActivity], MotionError>) -> Void] = []

  init(_ system: FakeSystem) { self.system = system }

  var state: ApplicationState { system.isInBackground ? .background : .active }
  let backgroundTimeRemainingSeconds = 30.0
  var isIdleTimerDisabled = false
  let backgroundRefreshStatus = BackgroundRefreshStatus.available
  let isProtectedDataAvailable = true

  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken? {
    taskCount += 1
    openTasks[taskCount] = expirationHandler
    return BackgroundTaskToken(rawValue: taskCount)
  }

  func endBackgroundTask(_ token: BackgroundTaskToken) { openTasks[token.rawValue] = nil }

  var isBatteryMonitoringEnabled = false
  var batteryLevel: Double { isBatteryMonitoringEnabled ? system.batteryLevel : -1 }
  var batteryState: BatteryState { isBatteryMonitoringEnabled ? system.batteryState : .unknown }
  let isLowPowerModeEnabled = false
  let thermalState = ThermalState.nominal
  let identifierForVendor = "VENDOR-1"
  let systemVersion = "17.0"
  var onPowerChange: (() -> Void)?

  let availability = ServiceAvailability.available
  var authorization: PermissionStatus { system.motionPermission }
  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
    onActivity = handler
  }
  func stopActivityUpdates() { onActivity = nil }
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) { motionQueries.append(completion) }

  /// Returns the hash that a test has set, which is no real SHA-256.
  func sha256(_ bytes: [UInt8]) -> [UInt8] { system.hash(bytes) }
  func randomBytes(_ count: Int) -> [UInt8] { system.random(count) }

  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool) {}
  var onFinish: ((String, Result<HTTPResponse, HTTPError>) -> Void)?
}

/// The car of a `FakePhone`, which a test connects and disconnects.
final class FakeCar: AudioSession, BluetoothCentral {
  let availability = ServiceAvailability.available
  var outputs: [AudioPort] = [] { didSet { onRouteChange?() } }
  var onRouteChange: (() -> Void)?

  private(set) var requested: [String] = []
  var connected: [String] = []
  func connect(accessory name: String) { requested.append(name) }
  func cancelConnection(accessory name: String) { requested.removeAll { $0 == name } }
  var onConnectionChange: ((String, Bool) -> Void)?
}

/// Services that a `FakePhone` does not have.
final class AbsentServices: Altimeter, LocationMonitor {
  let availability = ServiceAvailability.unavailable("not fitted")

  let name = ""
  let identifiers: [String] = []
  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
  ) {}
  func remove(_ identifier: String) {}
  func record(for identifier: String) -> MonitoringRecord? { nil }
  var onEvent: ((ConditionEvent) -> Void)?

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {}
  func stopRelativeAltitudeUpdates() {}
}

/// A location manager that logs the app's calls. A test delivers fixes through `delegate`.
final class FakeLocationManager: LocationManager {
  private let system: FakeSystem
  weak var delegate: (any LocationManagerDelegate)?

  init(_ system: FakeSystem) { self.system = system }

  var authorizationStatus: AuthorizationStatus { system.authorization }
  let accuracyAuthorization = AccuracyAuthorization.full
  let locationServicesEnabled = true
  func requestWhenInUseAuthorization() { call("requestWhenInUse") }
  func requestAlwaysAuthorization() { call("requestAlways") }
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {}

  var desiredAccuracy = DesiredAccuracy.best
  var distanceFilterMeters: Double?
  var activityType = ActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates = false
  var showsBackgroundLocationIndicator = false
  var location: Location?

  func startUpdatingLocation() { call("startUpdating") }
  func stopUpdatingLocation() { call("stopUpdating") }
  func requestLocation() { call("requestLocation") }

  let significantLocationChangeMonitoringAvailability = ServiceAvailability.available
  func startMonitoringSignificantLocationChanges() { call("startSignificant") }
  func stopMonitoringSignificantLocationChanges() { call("stopSignificant") }

  var visitMonitoringAvailability: ServiceAvailability {
    system.hasVisits ? .available : .unavailable("not fitted")
  }
  func startMonitoringVisits() { call("startVisits") }
  func stopMonitoringVisits() { call("stopVisits") }

  let regionMonitoringAvailability = ServiceAvailability.available
  var monitoredRegions: [CircularRegion] { system.regions }
  func startMonitoring(_ region: CircularRegion) {
    call("watch \(region.identifier)")
    system.regions.removeAll { $0.identifier == region.identifier }
    system.regions.append(region)
  }
  func stopMonitoring(_ region: CircularRegion) {
    call("unwatch \(region.identifier)")
    system.regions.removeAll { $0.identifier == region.identifier }
  }
  func requestState(for region: CircularRegion) {}

  var headingAvailability: ServiceAvailability {
    system.hasHeading ? .available : .unavailable("not fitted")
  }
  var headingFilterDegrees: Double? = 1
  var heading: Heading? { nil }
  func startUpdatingHeading() { call("startHeading") }
  func stopUpdatingHeading() { call("stopHeading") }

  var sessionsAvailability: ServiceAvailability {
    system.hasSessions ? .available : .unavailable("not fitted")
  }
  func beginBackgroundActivitySession() -> LocationSession? { begin("activity") }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
    begin("live \(configuration)")
  }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    nil
  }
  func endSession(_ session: LocationSession) {
    call("end \(system.sessions.removeValue(forKey: session) ?? "of nothing")")
  }

  private func begin(_ kind: String) -> LocationSession? {
    guard system.hasSessions else { return nil }
    call(kind)
    let session = LocationSession(rawValue: UInt64(system.calls.count))
    system.sessions[session] = kind
    return session
  }

  private func call(_ name: String) { system.calls.append(name) }
}
