import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that keeps a fence around the tracked center and records its crossings.
///
/// An entry is a check-in, an exit is a check-out; `FenceCrossings` records them. After an exit,
/// the next good fix becomes the new center. The behavior stores the center, or a mark while it
/// waits for that fix. So the fence does not stay at its old place if the app is killed meanwhile.
final class TrackedFence: Behavior {
  static let regionIdentifier = "dynamicRegion"
  private static let centerKey = "fenceCenter"
  private static let awaited = "awaited"

  let events: Events = [.tracking, .foreground, .delivery, .failure, .region, .settings]
  private unowned let tracker: Tracker
  private var awaitsCenter = false
  private var configuredCenter: Coordinate?
  private var task: BackgroundTaskToken?
  private lazy var crossings = FenceCrossings(tracker)

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.askToNotify()
    configuredCenter = settings.trackedCenter
    crossings.resume()
    switch tracker.phone.container.value(forKey: Self.centerKey) {
    case Self.awaited?: awaitCenter()
    case let text?: watch(Coordinate(text: text) ?? Coordinate(latitude: .nan, longitude: .nan))
    case nil: watchFirst()
    }
  }

  func foregroundChanged() { if tracker.isTracking { tracker.askToNotify() } }

  /// Removes the fence, its notifications and its stored state, so that a later launch finds
  /// nothing to do.
  func trackingEnded() {
    crossings.settle(with: nil)
    for region in tracker.manager.monitoredRegions where isOurs(region) {
      tracker.manager.stopMonitoring(region)
    }
    tracker.dropNotifications(startingWith: CrossingNotification.prefix)
    tracker.phone.container.set(nil, forKey: Self.centerKey)
    awaitsCenter = false
    endTask()
    tracker.reportFence(nil)
    let preset = tracker.configuration.settings
    tracker.change {
      if $0.endpoint != preset.endpoint {
        $0.endpoint = preset.endpoint
        $0.accessToken = preset.accessToken
      }
      $0.checkIn.trackedCenter = preset.checkIn.trackedCenter
      $0.checkIn.userID = preset.checkIn.userID
    }
  }

  func settingsChanged() {
    guard tracker.isTracking, settings.trackedCenter != configuredCenter else { return }
    configuredCenter = settings.trackedCenter
    watchFirst()
  }

  func locationFailed(_ error: LocationError) { crossings.settle(with: nil) }

  func delivered(_ locations: [Location], at now: Instant) {
    if let fix = locations.last, fix.isFresh(at: now) { crossings.settle(with: fix) }
    guard awaitsCenter, let fix = locations.last, isGood(fix, at: now) else { return }
    awaitsCenter = false
    watch(fix.coordinate)
    endTask()
  }

  func entered(_ region: CircularRegion) {
    if isOurs(region) { crossings.add(.checkIn, of: region) }
  }

  func exited(_ region: CircularRegion) {
    guard isOurs(region) else { return }
    crossings.add(.checkOut, of: region)
    guard !settings.neverRecentres else { return }
    tracker.phone.container.set(Self.awaited, forKey: Self.centerKey)
    awaitCenter()
  }

  private var settings: CheckInSettings { tracker.settings.checkIn }

  private func isOurs(_ region: CircularRegion) -> Bool {
    region.identifier == Self.regionIdentifier
  }

  // MARK: The fence

  private func watchFirst() {
    if let center = configuredCenter { watch(center) } else { awaitCenter() }
  }

  /// Makes the phone watch a fence around the center.
  ///
  /// If the phone already watches this fence, the function does not start it again. After a new
  /// start, the phone would not know on which side of the fence the user is.
  private func watch(_ center: Coordinate) {
    guard center.isValid else { return awaitCenter() }
    tracker.phone.container.set(center.text, forKey: Self.centerKey)
    let region = CircularRegion(
      identifier: Self.regionIdentifier, center: center, radiusMeters: settings.fenceRadiusMeters)
    if !tracker.manager.monitoredRegions.contains(region) {
      tracker.manager.startMonitoring(region)
      tracker.note(
        .trackedFence, "has a fence of \(Int(region.radiusMeters)) m around \(center.text)")
    }
    tracker.reportFence(region)
  }

  private func awaitCenter() {
    awaitsCenter = true
    tracker.note(.trackedFence, "waits for a fix to put the fence around")
    guard task == nil else { return }
    task = tracker.phone.application.beginBackgroundTask(named: "fence") { [weak self] in
      self?.endTask()
    }
  }

  /// Returns true if a fix is accurate and recent. An old cached fix may show an earlier place.
  private func isGood(_ fix: Location, at now: Instant) -> Bool {
    fix.isFresh(at: now) && fix.horizontalAccuracyMeters <= settings.centerAccuracyMaxMeters
  }

  private func endTask() {
    guard let ended = task else { return }
    task = nil
    tracker.phone.application.endBackgroundTask(ended)
  }
}

extension Coordinate {
  /// The latitude and longitude as text, in the form that settings use.
  var text: String { "\(latitude),\(longitude)" }

  init?(text: String) {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    self.init(latitude: numbers[0], longitude: numbers[1])
    guard isValid else { return nil }
  }
}
