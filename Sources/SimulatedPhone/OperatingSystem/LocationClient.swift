import Geodesy
import PhoneAPI
import Timekeeping

/// One location manager of the app, and what the location daemon holds for it.
final class LocationClient: LocationManager {
  /// Standard updates of one manager.
  enum Session: Equatable {
    case off
    /// `mayOutlastWakeWindow`: started where a lasting background session may start (BG-1, BG-2).
    case on(since: Instant, mayOutlastWakeWindow: Bool)
    /// Paused by the system; only the app starts it again (PAU-4).
    case paused(mayOutlastWakeWindow: Bool)
  }

  let number: Int
  @exclusivity(unchecked) private(set) var process: AppProcess?
  /// Held strongly, since a weak one costs at every fix; `disconnect()` lets go.
  @exclusivity(unchecked) var delegate: (any LocationManagerDelegate)?
  @exclusivity(unchecked) var session = Session.off
  /// A one-shot request waits until then for a fix that is good enough.
  @exclusivity(unchecked) var oneShotEnds: Instant?
  @exclusivity(unchecked) var lastDelivered: Coordinate?
  var watchesSignificantChanges = false

  var desiredAccuracy = DesiredAccuracy.best { didSet { changed(from: oldValue, desiredAccuracy) } }
  @exclusivity(unchecked) var distanceFilterMeters: Double?
  var activityType = ActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates: Bool {
    get { allowsBackground }
    set {
      guard let process, process.phone?.declares(.location) == true || !newValue else {
        process?.phone?.note(.operatingSystem, "BG-1") {
          "refuses background updates: the location background mode is not declared"
        }
        return
      }
      allowsBackground = newValue
      process.phone?.location.reconsider()
    }
  }
  var showsBackgroundLocationIndicator = false

  private var allowsBackground = false

  init(number: Int, process: AppProcess) {
    self.number = number
    self.process = process
  }

  func disconnect() {
    delegate = nil
    session = .off
    oneShotEnds = nil
    process = nil
  }

  @inline(__always) private var daemon: LocationDaemon? { process?.phone?.location }

  var wantsStandardUpdates: Bool { if case .on = session { true } else { false } }

  private func changed(from old: DesiredAccuracy, _ new: DesiredAccuracy) {
    if old != new { daemon?.reconsider() }
  }

  // MARK: LocationManager

  var authorizationStatus: AuthorizationStatus { process?.phone?.permissions.location ?? .denied }
  var accuracyAuthorization: AccuracyAuthorization {
    process?.phone?.permissions.accuracy ?? .reduced
  }
  var locationServicesEnabled: Bool { process != nil }
  var location: Location? { daemon?.latestFix }

  func requestWhenInUseAuthorization() { process?.phone?.askForLocation(.whenInUse, self) }
  func requestAlwaysAuthorization() { process?.phone?.askForLocation(.always, self) }
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {}

  func startUpdatingLocation() { daemon?.startUpdates(self) }
  func stopUpdatingLocation() { daemon?.stopUpdates(self) }
  func requestLocation() { daemon?.requestOneFix(self) }

  var significantLocationChangeMonitoringAvailability: ServiceAvailability { availability }
  func startMonitoringSignificantLocationChanges() { daemon?.significantChanges.start(self) }
  func stopMonitoringSignificantLocationChanges() { daemon?.significantChanges.stop(self) }

  var visitMonitoringAvailability: ServiceAvailability { .unavailable("not simulated yet") }
  func startMonitoringVisits() {}
  func stopMonitoringVisits() {}

  var regionMonitoringAvailability: ServiceAvailability { availability }
  var monitoredRegions: [CircularRegion] { daemon?.regions.regions ?? [] }
  func startMonitoring(_ region: CircularRegion) { daemon?.regions.start(region, for: self) }
  func stopMonitoring(_ region: CircularRegion) { daemon?.regions.stop(region) }
  func requestState(for region: CircularRegion) {
    daemon?.regions.reportState(of: region, to: self)
  }

  var headingAvailability: ServiceAvailability { .unavailable("not simulated yet") }
  func startUpdatingHeading() {}
  func stopUpdatingHeading() {}

  var sessionsAvailability: ServiceAvailability { .unavailable("not simulated yet") }
  func beginBackgroundActivitySession() -> LocationSession? { nil }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? { nil }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    nil
  }
  func endSession(_ session: LocationSession) {}

  private var availability: ServiceAvailability {
    process == nil ? .unavailable("the process has ended") : .available
  }
}
