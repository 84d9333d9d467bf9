import Geodesy
import PhoneAPI
import PhoneLink
import Timekeeping

/// A location manager over the link.
final class RemoteLocationManager: LocationManager {
  let number: Int64
  private let connection: PhoneConnection
  weak var delegate: (any LocationManagerDelegate)?

  init(_ number: Int64, _ connection: PhoneConnection) {
    self.number = number
    self.connection = connection
  }

  private func read(_ name: LinkLocationProperty) -> LinkValue {
    connection.call(
      .locationProperty, ["manager": .whole(number), "name": .text(name.rawValue)])
  }

  private func write(_ name: LinkLocationProperty, _ value: LinkValue) {
    connection.call(
      .setLocationProperty,
      ["manager": .whole(number), "name": .text(name.rawValue), "value": value])
  }

  @discardableResult
  private func call(_ call: LinkCall) -> LinkValue {
    connection.call(call, ["manager": .whole(number)])
  }

  // MARK: Permission

  var authorizationStatus: AuthorizationStatus {
    read(.authorizationStatus).word() ?? .notDetermined
  }
  var accuracyAuthorization: AccuracyAuthorization { read(.accuracyAuthorization).word() ?? .full }
  var locationServicesEnabled: Bool { read(.locationServicesEnabled).flag ?? false }
  func requestWhenInUseAuthorization() { call(.requestWhenInUseAuthorization) }
  func requestAlwaysAuthorization() { call(.requestAlwaysAuthorization) }
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {
    connection.call(
      .requestTemporaryFullAccuracyAuthorization,
      ["manager": .whole(number), "purpose": .text(purposeKey)])
  }

  // MARK: Standard updates

  var desiredAccuracy: DesiredAccuracy {
    get { read(.desiredAccuracy).word() ?? .best }
    set { write(.desiredAccuracy, .text(newValue.rawValue)) }
  }
  var distanceFilterMeters: Double? {
    get { read(.distanceFilter).number }
    set { write(.distanceFilter, LinkValue(newValue)) }
  }
  var activityType: ActivityType {
    get { read(.activityType).word() ?? .other }
    set { write(.activityType, .text(newValue.rawValue)) }
  }
  var pausesLocationUpdatesAutomatically: Bool {
    get { read(.pausesLocationUpdatesAutomatically).flag ?? true }
    set { write(.pausesLocationUpdatesAutomatically, .flag(newValue)) }
  }
  var allowsBackgroundLocationUpdates: Bool {
    get { read(.allowsBackgroundLocationUpdates).flag ?? false }
    set { write(.allowsBackgroundLocationUpdates, .flag(newValue)) }
  }
  var showsBackgroundLocationIndicator: Bool {
    get { read(.showsBackgroundLocationIndicator).flag ?? false }
    set { write(.showsBackgroundLocationIndicator, .flag(newValue)) }
  }
  var location: Location? { read(.location).object?.location }
  func startUpdatingLocation() { call(.startUpdatingLocation) }
  func stopUpdatingLocation() { call(.stopUpdatingLocation) }
  func requestLocation() { call(.requestLocation) }

  // MARK: Low-power services

  var significantLocationChangeMonitoringAvailability: ServiceAvailability {
    read(.significantLocationChangeAvailability).availability
  }
  func startMonitoringSignificantLocationChanges() {
    call(.startMonitoringSignificantLocationChanges)
  }
  func stopMonitoringSignificantLocationChanges() {
    call(.stopMonitoringSignificantLocationChanges)
  }

  var visitMonitoringAvailability: ServiceAvailability { read(.visitAvailability).availability }
  func startMonitoringVisits() { call(.startMonitoringVisits) }
  func stopMonitoringVisits() { call(.stopMonitoringVisits) }

  var regionMonitoringAvailability: ServiceAvailability { read(.regionAvailability).availability }
  var monitoredRegions: [CircularRegion] {
    (read(.monitoredRegions).list ?? []).compactMap { $0.object?.region }
  }
  func startMonitoring(_ region: CircularRegion) { call(.startMonitoring, region) }
  func stopMonitoring(_ region: CircularRegion) { call(.stopMonitoring, region) }
  func requestState(for region: CircularRegion) { call(.requestState, region) }
  private func call(_ call: LinkCall, _ region: CircularRegion) {
    connection.call(call, ["manager": .whole(number), "region": .object(LinkObject(region))])
  }

  var headingAvailability: ServiceAvailability { read(.headingAvailability).availability }
  var headingFilterDegrees: Double? {
    get { read(.headingFilter).number }
    set { write(.headingFilter, LinkValue(newValue)) }
  }
  var heading: Heading? { read(.heading).object?.heading }
  func startUpdatingHeading() { call(.startUpdatingHeading) }
  func stopUpdatingHeading() { call(.stopUpdatingHeading) }

  // MARK: Sessions of iOS 17 and 18

  var sessionsAvailability: ServiceAvailability { read(.sessionsAvailability).availability }
  func beginBackgroundActivitySession() -> LocationSession? { begin("backgroundActivity") }
  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
    begin("liveUpdates", "configuration", configuration.rawValue)
  }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    begin("service", "requires", authorization.rawValue)
  }
  private func begin(_ kind: String, _ name: String = "of", _ word: String = "") -> LocationSession?
  {
    connection.call(
      .beginSession, ["manager": .whole(number), "kind": .text(kind), name: .text(word)]
    ).whole.flatMap(UInt64.init(exactly:)).map(LocationSession.init(rawValue:))
  }
  func endSession(_ session: LocationSession) {
    connection.call(
      .endSession,
      ["manager": .whole(number), "session": .whole(Int64(clamping: session.rawValue))])
  }
}

extension RemoteLocationManager {
  /// Passes an event of this manager to its delegate.
  func receive(_ event: LinkEvent, _ message: LinkObject) {
    guard let delegate else { return }
    let region = message["region"].object?.region
    switch event {
    case .locations:
      let locations = (message["locations"].list ?? []).compactMap { $0.object?.location }
      delegate.locationManager(self, didUpdateLocations: locations)
    case .locationFailure:
      delegate.locationManager(self, didFail: LocationError(message["error"].text))
    case .authorization: delegate.locationManagerDidChangeAuthorization(self)
    case .paused: delegate.locationManagerDidPauseLocationUpdates(self)
    case .resumed: delegate.locationManagerDidResumeLocationUpdates(self)
    case .visit:
      if let visit = message["visit"].object?.visit {
        delegate.locationManager(self, didVisit: visit)
      }
    case .regionEntry: if let region { delegate.locationManager(self, didEnterRegion: region) }
    case .regionExit: if let region { delegate.locationManager(self, didExitRegion: region) }
    case .regionState:
      if let region {
        delegate.locationManager(
          self, didDetermineState: message["state"].word() ?? .unknown, for: region)
      }
    case .regionFailure:
      delegate.locationManager(
        self, monitoringDidFailFor: region, error: LocationError(message["error"].text))
    case .heading:
      if let heading = message["heading"].object?.heading {
        delegate.locationManager(self, didUpdateHeading: heading)
      }
    case .liveUpdate:
      delegate.locationManager(
        self,
        didReceiveLiveUpdate: LiveUpdate(
          location: message["location"].object?.location,
          isStationary: message["stationary"].flag ?? false))
    default: break
    }
  }
}

extension LocationError {
  fileprivate static let all: [LocationError] = [
    .locationUnknown, .denied, .headingFailure, .regionMonitoringDenied, .regionMonitoringFailure,
    .deferredFailed, .promptDeclined,
  ]

  fileprivate init(_ word: String?) {
    self = Self.all.first { "\($0)" == word } ?? .locationUnknown
  }
}

/// A condition monitor over the link.
final class RemoteLocationMonitor: LocationMonitor {
  let name: String
  private let number: Int64
  private let connection: PhoneConnection
  var onEvent: ((ConditionEvent) -> Void)?

  init(_ number: Int64, _ name: String, _ connection: PhoneConnection) {
    self.number = number
    self.name = name
    self.connection = connection
  }

  let availability = ServiceAvailability.available
  var identifiers: [String] {
    (connection.call(.monitoredIdentifiers, ["monitor": .whole(number)]).list ?? [])
      .compactMap(\.text)
  }

  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
  ) {
    connection.call(
      .addCondition,
      [
        "monitor": .whole(number), "identifier": .text(identifier),
        "latitude": .number(condition.center.latitude),
        "longitude": .number(condition.center.longitude),
        "radius": .number(condition.radiusMeters), "assuming": .text(state.rawValue),
      ])
  }

  func remove(_ identifier: String) {
    connection.call(
      .removeCondition, ["monitor": .whole(number), "identifier": .text(identifier)])
  }

  func record(for identifier: String) -> MonitoringRecord? {
    let record = connection.call(
      .monitoringRecord, ["monitor": .whole(number), "identifier": .text(identifier)])
    guard let record = record.object, let center = record.coordinate,
      let radius = record["radius"].number, let date = record["time"].instant
    else { return nil }
    return MonitoringRecord(
      condition: CircularGeographicCondition(center: center, radiusMeters: radius),
      lastEvent: ConditionEvent(
        identifier: identifier, state: record["state"].word() ?? .unknown, date: date))
  }

  func receive(_ message: LinkObject) {
    guard let identifier = message["identifier"].text, let date = message["time"].instant
    else { return }
    onEvent?(
      ConditionEvent(
        identifier: identifier, state: message["state"].word() ?? .unknown, date: date))
  }
}
