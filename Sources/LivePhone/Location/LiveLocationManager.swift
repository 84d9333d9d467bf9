import Geodesy
import PhoneAPI
import Timekeeping

/// A location manager whose fixes come from a receiver.
///
/// Headings are not available. A receiver reports the direction of motion, but not the direction in
/// which the device points.
final class LiveLocationManager: LocationManager {
  /// The time at rest before updates pause: the longer of the two times in PAU-2.
  ///
  /// A pause saves nothing here, but an app that requested pauses expects the callback.
  private static let pauseSpan = TimeSpan.minutes(15)
  /// The time at rest before live updates stop (BG-9).
  private static let liveStopSpan = TimeSpan.minutes(10)
  /// The time after which a request for one fix ends (STD-14).
  private static let requestSpan = TimeSpan.seconds(10 as Int64)

  private enum Updates {
    case off
    case on(Stillness)
    case paused(Stillness)
  }

  private struct LiveUpdates {
    var session: LocationSession
    var stillness = Stillness(after: LiveLocationManager.liveStopSpan)
  }

  let phone: LiveLocation
  private var updates = Updates.off
  private var lastDelivered: Coordinate?
  private var significant: SignificantChanges?
  var request: Request?
  private var liveUpdates: [LiveUpdates] = []
  private var sessionCount: UInt64 = 0
  private var hasReportedAuthorization = false

  weak var delegate: (any LocationManagerDelegate)? {
    didSet { reportAuthorization() }
  }

  init(_ phone: LiveLocation) { self.phone = phone }

  // MARK: Permission

  var authorizationStatus: AuthorizationStatus { phone.hasEnded ? .notDetermined : .always }
  let accuracyAuthorization = AccuracyAuthorization.full
  var locationServicesEnabled: Bool { !phone.hasEnded }
  func requestWhenInUseAuthorization() {}
  func requestAlwaysAuthorization() {}
  func requestTemporaryFullAccuracyAuthorization(purposeKey: String) {}

  /// Reports the authorization to a new delegate once, as Core Location does.
  private func reportAuthorization() {
    guard delegate != nil, !hasReportedAuthorization else { return }
    hasReportedAuthorization = true
    phone.soon { [weak self] in
      if let self { delegate?.locationManagerDidChangeAuthorization(self) }
    }
  }

  // MARK: Standard updates

  var desiredAccuracy = DesiredAccuracy.best
  var distanceFilterMeters: Double?
  var activityType = ActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var showsBackgroundLocationIndicator = false
  var allowsBackgroundLocationUpdates = false {
    didSet {
      let isDeclared = phone.manifest?.backgroundModes.contains(.location) ?? true
      if !isDeclared || phone.hasEnded { allowsBackgroundLocationUpdates = false }
    }
  }

  var location: Location? { phone.hasEnded ? nil : phone.latest }

  func startUpdatingLocation() {
    if case .on = updates { return }
    guard !phone.hasEnded else { return }
    updates = .on(Stillness(after: Self.pauseSpan))
    lastDelivered = nil
    deliverLatestSoon()
  }

  func stopUpdatingLocation() { updates = .off }

  func requestLocation() {
    guard !phone.hasEnded else { return }
    cancelRequest()
    request = Request(
      deadline: phone.loop.schedule(after: Self.requestSpan, repeats: false) { [weak self] in
        self?.endRequest()
      })
  }

  /// Delivers the newest fix soon. The first delivery may be a fix that already exists (STD-7).
  private func deliverLatestSoon() {
    guard phone.latest != nil else { return }
    phone.soon { [weak self] in
      guard let self, lastDelivered == nil, case .on = updates, let latest = phone.latest else {
        return
      }
      lastDelivered = latest.coordinate
      deliver(latest)
    }
  }

  // MARK: Low-power services

  let significantLocationChangeMonitoringAvailability = ServiceAvailability.available

  func startMonitoringSignificantLocationChanges() {
    guard significant == nil, !phone.hasEnded else { return }
    significant = SignificantChanges()
    guard phone.latest != nil else { return }
    phone.soon { [weak self] in
      guard let self, let latest = phone.latest, isSignificant(latest), !isUpdating else { return }
      deliver(latest)
    }
  }

  func stopMonitoringSignificantLocationChanges() { significant = nil }

  let visitMonitoringAvailability = ServiceAvailability.available
  func startMonitoringVisits() { if !phone.hasEnded { phone.visits.start() } }
  func stopMonitoringVisits() { if !phone.hasEnded { phone.visits.stop() } }

  let regionMonitoringAvailability = ServiceAvailability.available

  var monitoredRegions: [CircularRegion] {
    phone.hasEnded ? [] : phone.circles.circles(of: nil).map(\.region)
  }

  func startMonitoring(_ region: CircularRegion) {
    guard !phone.hasEnded else { return }
    let circle = WatchedCircle(region, at: phone.loop.time.wallClock)
    guard !phone.circles.add(circle, seenFrom: phone.latest) else { return }
    phone.note("REG-1", "does not watch \(region.identifier)")
    phone.soon { [weak self] in
      guard let self else { return }
      delegate?.locationManager(
        self, monitoringDidFailFor: region, error: .regionMonitoringFailure)
    }
  }

  func stopMonitoring(_ region: CircularRegion) {
    if !phone.hasEnded { phone.circles.remove(region.identifier, of: nil) }
  }

  func requestState(for region: CircularRegion) {
    phone.soon { [weak self] in
      guard let self else { return }
      let isInside = phone.circles.circle(region.identifier, of: nil)?.isInside
      delegate?.locationManager(
        self, didDetermineState: isInside.map { $0 ? .inside : .outside } ?? .unknown,
        for: region)
    }
  }

  let headingAvailability = ServiceAvailability.unavailable("this machine has no compass")
  var headingFilterDegrees: Double? = 1
  let heading: Heading? = nil
  func startUpdatingHeading() {}
  func stopUpdatingHeading() {}

  // MARK: Sessions

  var sessionsAvailability: ServiceAvailability {
    phone.hasEnded ? .unavailable("the process has ended") : .available
  }

  /// Starts a session. The session has no effect, since the process is never suspended.
  func beginBackgroundActivitySession() -> LocationSession? { makeSession() }
  func beginServiceSession(requiring authorization: AuthorizationStatus) -> LocationSession? {
    makeSession()
  }

  func beginLiveUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
    guard let session = makeSession() else { return nil }
    liveUpdates.append(LiveUpdates(session: session))
    return session
  }

  func endSession(_ session: LocationSession) { liveUpdates.removeAll { $0.session == session } }

  private func makeSession() -> LocationSession? {
    guard !phone.hasEnded else { return nil }
    sessionCount += 1
    return LocationSession(rawValue: sessionCount)
  }

  // MARK: A fix

  /// Delivers a fix to the app if the app wants it.
  ///
  /// - Returns: The reason why the fix was not delivered; nil if it was.
  func take(_ fix: Location) -> UndeliveredReason? {
    // Call all of them, since each one counts the fixes. A fix wanted twice is delivered once.
    let isAnswer = answersRequest(fix)
    let isUpdate = passes(fix)
    let isChange = isSignificant(fix) && !isUpdating
    if isChange { phone.note("SLC-1", "a significant change") }
    let isDelivered = isChange || isAnswer || isUpdate
    if isDelivered { deliver(fix) }
    let isLive = takeLive(fix)
    return isDelivered || isLive ? nil : reasonWithoutDelivery
  }

  private var reasonWithoutDelivery: UndeliveredReason {
    switch updates {
    case .on: .distanceFilter
    case .paused: .paused
    case .off: significant == nil ? .notRequested : .noSignificantChange
    }
  }

  func notify(of region: CircularRegion, isInside: Bool) {
    if isInside {
      delegate?.locationManager(self, didEnterRegion: region)
    } else {
      delegate?.locationManager(self, didExitRegion: region)
    }
  }

  func deliver(_ fix: Location) {
    if !phone.hasEnded { delegate?.locationManager(self, didUpdateLocations: [fix]) }
  }

  private var isUpdating: Bool { if case .on = updates { true } else { false } }

  private func isSignificant(_ fix: Location) -> Bool {
    significant?.isDue(fix, at: phone.elapsed) ?? false
  }

  /// Returns true if standard updates deliver the fix. Also pauses and resumes the updates, and
  /// reports both to the app.
  private func passes(_ fix: Location) -> Bool {
    switch updates {
    case .off: return false
    case .paused(var stillness):
      guard stillness.take(fix, at: phone.elapsed) == .moved else { return false }
      updates = .on(Stillness(after: Self.pauseSpan))
      phone.note("PAU-4", "moves again: updates go on")
      delegate?.locationManagerDidResumeLocationUpdates(self)
      guard isUpdating else { return false }
    case .on(var stillness):
      let change = stillness.take(fix, at: phone.elapsed)
      updates = .on(stillness)
      if change == .stopped, pausesLocationUpdatesAutomatically {
        updates = .paused(stillness)
        phone.note("PAU-2", "has stayed for \(Self.pauseSpan): updates pause")
        delegate?.locationManagerDidPauseLocationUpdates(self)
        return false
      }
    }
    return passesDistanceFilter(fix)
  }

  private func passesDistanceFilter(_ fix: Location) -> Bool {
    if let filter = distanceFilterMeters, let lastDelivered,
      lastDelivered.distanceMeters(to: fix.coordinate) < filter
    {
      return false
    }
    lastDelivered = fix.coordinate
    return true
  }

  /// Passes a fix to the app's live updates. Returns true if one of them delivered it.
  private func takeLive(_ fix: Location) -> Bool {
    var isDelivered = false
    for session in liveUpdates.map(\.session) {
      // A callback may have ended a session.
      guard let index = liveUpdates.firstIndex(where: { $0.session == session }) else { continue }
      let change = liveUpdates[index].stillness.take(fix, at: phone.elapsed)
      guard change == .stopped || !liveUpdates[index].stillness.isStill else { continue }
      if change == .stopped { phone.note("BG-9", "lies still: live updates rest") }
      delegate?.locationManager(
        self,
        didReceiveLiveUpdate: LiveUpdate(location: fix, isStationary: change == .stopped))
      isDelivered = true
    }
    return isDelivered
  }
}
