import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping

/// One location manager of the app, with the state that the location daemon keeps for it.
final class LocationClient: LocationManager {
  /// The state of the standard updates of one manager.
  enum Session: Equatable {
    case off
    /// The updates are on. `mayOutlastWakeWindow` is true if they started in a state in which the
    /// app may continue them in the background (BG-1, BG-2).
    case on(mayOutlastWakeWindow: Bool)
    /// The system paused the updates. Only the app can start them again (PAU-4).
    case paused
  }

  let number: Int
  @exclusivity(unchecked) private(set) var process: AppProcess?
  /// The delegate of the manager. The reference is strong, because a weak reference would cost time
  /// at every fix. `disconnect()` releases it.
  @exclusivity(unchecked) var delegate: (any LocationManagerDelegate)? {
    didSet { delegateChanged() }
  }
  @exclusivity(unchecked) var session = Session.off
  /// The end of the time in which a one-shot request waits for a fix that is accurate enough.
  @exclusivity(unchecked) var oneShotEnds: Instant?
  /// True if the process may receive fixes now. The daemon updates this value at every change.
  @exclusivity(unchecked) var isServed = false
  @exclusivity(unchecked) var lastDelivered: Coordinate?
  var pauseDue: EventKernel<PhoneEvent>.Identifier?
  var watchesSignificantChanges = false
  /// The place around which the phone stays, and the time since which it stays there. After a long
  /// stay, the system may pause a session whose activity type is automotive navigation (PAU-3).
  var staying: (place: Coordinate, since: Instant)?
  /// True if this manager delivers live updates (BG-9).
  var isLive = false
  var wantsHeading = false
  /// True if the process is suspended while its updates are on, so that it misses positions
  /// (STD-16).
  @exclusivity(unchecked) var isMissingOut = false
  var missed: [Location] = []
  var lastHeading: Heading?

  var desiredAccuracy = DesiredAccuracy.best {
    didSet { if oldValue != desiredAccuracy { daemon?.reconsider() } }
  }
  @exclusivity(unchecked) var distanceFilterMeters: Double? {
    didSet { if oldValue != distanceFilterMeters { daemon?.reconsider() } }
  }
  var activityType = ActivityType.other {
    didSet { if oldValue != activityType { daemon?.schedulePause(self) } }
  }
  var pausesLocationUpdatesAutomatically = true {
    didSet {
      if oldValue != pausesLocationUpdatesAutomatically { daemon?.schedulePause(self) }
    }
  }
  var showsBackgroundLocationIndicator = false {
    didSet { if oldValue != showsBackgroundLocationIndicator { daemon?.reconsider() } }
  }
  var allowsBackgroundLocationUpdates: Bool {
    get { allowsBackground }
    set {
      guard let phone = process?.phone, newValue != allowsBackground else { return }
      guard !newValue || phone.declares(.location) else {
        phone.note(.operatingSystem, "BG-1") {
          "refuses background updates: the location background mode is not declared"
        }
        return
      }
      allowsBackground = newValue
      phone.location.reconsider()
    }
  }

  private var allowsBackground = false
  private var hasReportedAuthorization = false

  init(number: Int, process: AppProcess) {
    self.number = number
    self.process = process
  }

  /// Reports the authorization to a new delegate. Later changes of the authorization are reported
  /// too.
  private func delegateChanged() {
    guard let process else {
      if delegate != nil { delegate = nil }
      return
    }
    process.phone?.location.recipientsChanged()
    guard delegate != nil, !hasReportedAuthorization else { return }
    hasReportedAuthorization = true
    process.callSoon { [self] in delegate?.locationManagerDidChangeAuthorization(self) }
  }

  func disconnect() {
    process = nil
    delegate = nil
    session = .off
    oneShotEnds = nil
    isServed = false
    wantsHeading = false
  }

  @inline(__always) private var daemon: LocationDaemon? { process?.phone?.location }

  var wantsStandardUpdates: Bool { if case .on = session { true } else { false } }

  // MARK: LocationManager

  var authorizationStatus: AuthorizationStatus { process?.phone?.permissions.status ?? .denied }
  var accuracyAuthorization: AccuracyAuthorization {
    process?.phone?.permissions.accuracyInEffect ?? .reduced
  }
  var locationServicesEnabled: Bool {
    process?.phone?.permissions.isLocationServicesOn ?? false
  }
  /// The latest fix; nil without permission, because the app must not see the fixes of other apps.
  var location: Location? {
    switch authorizationStatus {
    case .always, .whenInUse: daemon?.latestFix
    case .notDetermined, .restricted, .denied: nil
    }
  }

  func requestWhenInUseAuthorization() { process?.phone?.prompts.askForLocation(.whenInUse, self) }
  func requestAlwaysAuthorization() { process?.phone?.prompts.askForLocation(.always, self) }
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {
    guard let process else { return }
    process.phone?.prompts.ask(.temporaryFullAccuracy, for: process)
  }

  func startUpdatingLocation() { daemon?.startUpdates(self) }
  func stopUpdatingLocation() { daemon?.stopUpdates(self) }
  func requestLocation() { daemon?.requestOneFix(self) }

  var significantLocationChangeMonitoringAvailability: ServiceAvailability { watching }
  func startMonitoringSignificantLocationChanges() { daemon?.significantChanges.start(self) }
  func stopMonitoringSignificantLocationChanges() { daemon?.significantChanges.stop(self) }

  var visitMonitoringAvailability: ServiceAvailability { watching }
  func startMonitoringVisits() { daemon?.visits.start(self) }
  func stopMonitoringVisits() { daemon?.visits.stop() }

  var regionMonitoringAvailability: ServiceAvailability { watching }
  var monitoredRegions: [CircularRegion] { daemon?.regions.regions ?? [] }
  func startMonitoring(_ region: CircularRegion) { daemon?.regions.start(region, for: self) }
  func stopMonitoring(_ region: CircularRegion) { daemon?.regions.stop(region) }
  func requestState(for region: CircularRegion) {
    daemon?.regions.reportState(of: region, to: self)
  }

  /// Reports an error to the delegate. The call goes through the event queue, like all callbacks.
  func failSoon(_ error: LocationError) {
    process?.callSoon { [self] in delegate?.locationManager(self, didFail: error) }
  }

  var headingAvailability: ServiceAvailability { availability }
  var headingFilterDegrees: Double? = 1
  var heading: Heading? { process?.phone?.heading.current }
  func startUpdatingHeading() { setWantsHeading(true) }
  func stopUpdatingHeading() { setWantsHeading(false) }

  private func setWantsHeading(_ isWanted: Bool) {
    wantsHeading = isWanted && process != nil
    lastHeading = nil
    daemon?.reconsider()
  }

  private var sessions: LocationSessions? { process?.phone?.sessions }
  var sessionsAvailability: ServiceAvailability {
    guard let process, let sessions else { return .unavailable("the process has ended") }
    return sessions.availability(process)
  }
  func beginBackgroundActivitySession() -> LocationSession? {
    process.flatMap { sessions?.beginActivity($0) }
  }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
    sessions?.beginLiveUpdates(configuration, for: self)
  }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    sessions?.beginService(requiring: authorization, for: self)
  }
  func endSession(_ session: LocationSession) { sessions?.end(session) }

  /// The availability of significant changes, visits and regions. A system without the restrictions
  /// of iOS does not offer these services (see `OperatingSystemProfile.isUnrestricted`).
  private var watching: ServiceAvailability {
    process?.phone?.model.system.isUnrestricted == true
      ? .unavailable("this system does not offer it") : availability
  }
  private var availability: ServiceAvailability {
    process == nil ? .unavailable("the process has ended") : .available
  }
}
