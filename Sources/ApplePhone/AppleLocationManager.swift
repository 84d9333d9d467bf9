#if os(iOS) || os(Linux)
  import CoreLocation
  import PhoneAPI
  import Timekeeping

  /// A location manager of an iOS app.
  final class AppleLocationManager: LocationManager {
    private let manager = CLLocationManager()
    private lazy var receiver = LocationReceiver(self)
    private lazy var sessions = AppleLocationSessions(self)

    weak var delegate: (any LocationManagerDelegate)? {
      didSet { manager.delegate = delegate == nil ? nil : receiver }
    }

    // MARK: Permission

    var authorizationStatus: AuthorizationStatus {
      switch manager.authorizationStatus {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorizedWhenInUse: .whenInUse
      case .authorizedAlways: .always
      @unknown default: .denied
      }
    }
    var accuracyAuthorization: AccuracyAuthorization {
      manager.accuracyAuthorization == .fullAccuracy ? .full : .reduced
    }
    var locationServicesEnabled: Bool { CLLocationManager.locationServicesEnabled() }
    func requestWhenInUseAuthorization() { manager.requestWhenInUseAuthorization() }
    func requestAlwaysAuthorization() { manager.requestAlwaysAuthorization() }
    func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey)
    }

    // MARK: Standard updates

    var desiredAccuracy = DesiredAccuracy.best {
      didSet { manager.desiredAccuracy = desiredAccuracy.constant }
    }
    var distanceFilterMeters: Double? {
      didSet { manager.distanceFilter = distanceFilterMeters ?? kCLDistanceFilterNone }
    }
    var activityType: ActivityType {
      get { ActivityType(manager.activityType) }
      set { manager.activityType = newValue.type }
    }
    var pausesLocationUpdatesAutomatically: Bool {
      get { manager.pausesLocationUpdatesAutomatically }
      set { manager.pausesLocationUpdatesAutomatically = newValue }
    }
    /// Apple's systems end an app that sets this without the background mode `location`.
    var allowsBackgroundLocationUpdates: Bool {
      get { manager.allowsBackgroundLocationUpdates }
      set { manager.allowsBackgroundLocationUpdates = newValue }
    }
    var showsBackgroundLocationIndicator: Bool {
      get { manager.showsBackgroundLocationIndicator }
      set { manager.showsBackgroundLocationIndicator = newValue }
    }
    var location: Location? { manager.location.map(Location.init) }
    func startUpdatingLocation() { manager.startUpdatingLocation() }
    func stopUpdatingLocation() { manager.stopUpdatingLocation() }
    func requestLocation() { manager.requestLocation() }

    // MARK: Low-power services

    var significantLocationChangeMonitoringAvailability: ServiceAvailability {
      .available(if: CLLocationManager.significantLocationChangeMonitoringAvailable())
    }
    func startMonitoringSignificantLocationChanges() {
      manager.startMonitoringSignificantLocationChanges()
    }
    func stopMonitoringSignificantLocationChanges() {
      manager.stopMonitoringSignificantLocationChanges()
    }

    /// The system offers no query for visits. They come with significant changes.
    var visitMonitoringAvailability: ServiceAvailability {
      significantLocationChangeMonitoringAvailability
    }
    func startMonitoringVisits() { manager.startMonitoringVisits() }
    func stopMonitoringVisits() { manager.stopMonitoringVisits() }

    var regionMonitoringAvailability: ServiceAvailability {
      .available(if: CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    }
    /// The system keeps a set. The order is that of the names.
    var monitoredRegions: [CircularRegion] {
      manager.monitoredRegions.compactMap { ($0 as? CLCircularRegion).map(CircularRegion.init) }
        .sorted { $0.identifier < $1.identifier }
    }
    func startMonitoring(_ region: CircularRegion) { manager.startMonitoring(for: region.circle) }
    func stopMonitoring(_ region: CircularRegion) { manager.stopMonitoring(for: region.circle) }
    func requestState(for region: CircularRegion) {
      receiver.awaitState(of: region.identifier)
      manager.requestState(for: region.circle)
    }

    var headingAvailability: ServiceAvailability {
      .available(if: CLLocationManager.headingAvailable())
    }
    var headingFilterDegrees: Double? = 1 {
      didSet { manager.headingFilter = headingFilterDegrees ?? kCLHeadingFilterNone }
    }
    var heading: Heading? { manager.heading.map(Heading.init) }
    func startUpdatingHeading() { manager.startUpdatingHeading() }
    func stopUpdatingHeading() { manager.stopUpdatingHeading() }

    // MARK: Sessions of iOS 17 and 18

    var sessionsAvailability: ServiceAvailability { AppleLocationSessions.availability }
    func beginBackgroundActivitySession() -> LocationSession? { sessions.beginActivity() }
    func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
      sessions.beginUpdates(configuration)
    }
    func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
      sessions.beginService(requiring: authorization)
    }
    func endSession(_ session: LocationSession) { sessions.end(session) }
  }

  extension ServiceAvailability {
    static func available(if isAvailable: Bool) -> ServiceAvailability {
      isAvailable ? .available : .unavailable("the device does not offer it")
    }
  }
#endif
