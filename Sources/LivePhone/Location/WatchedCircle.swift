import Geodesy
import PhoneAPI
import Timekeeping

/// A circle that the phone watches for the app, with the side on which the phone last was.
///
/// It is stored in the app's container, since iOS also keeps regions and conditions beyond the
/// process (REG-8, MON-1).
///
/// The phone counts as outside once it has been past the edge by more than the fix's accuracy for
/// 20 s (REG-2). It counts as inside once it is within the circle by a fix that is not too
/// inaccurate.
struct WatchedCircle: Codable {
  private static let dwell = TimeSpan.seconds(20 as Int64)
  private static let roughAccuracyMeters = 100.0

  enum Finding {
    /// The side is known for the first time.
    case found(isInside: Bool)
    case crossed(isInside: Bool)
  }

  /// The condition monitor's name; nil for the app's regions.
  var monitor: String?
  var identifier: String
  var latitude: Double
  var longitude: Double
  var radiusMeters: Double
  var notifyOnEntry = true
  var notifyOnExit = true
  /// The side as last reported to the app; nil if it is unknown.
  var isInside: Bool?
  /// The time at which the side was found.
  var foundAt: Instant
  /// True if a condition's event has not been delivered yet. It is not watched meanwhile (MON-1).
  var waitsToBeTaken = false
  /// The time since which the fixes have been on the other side. A new process starts anew.
  private var otherSideSince: TimeSpan?

  private enum CodingKeys: CodingKey {
    case monitor, identifier, latitude, longitude, radiusMeters, notifyOnEntry, notifyOnExit,
      isInside, foundAt, waitsToBeTaken
  }

  init(_ region: CircularRegion, at now: Instant) {
    identifier = region.identifier
    latitude = region.center.latitude
    longitude = region.center.longitude
    radiusMeters = region.radiusMeters
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
    foundAt = now
  }

  init(
    _ condition: CircularGeographicCondition, _ identifier: String, of monitor: String,
    assuming state: ConditionState, at now: Instant
  ) {
    self.init(
      CircularRegion(
        identifier: identifier, center: condition.center, radiusMeters: condition.radiusMeters),
      at: now)
    self.monitor = monitor
    isInside = state == .satisfied ? true : state == .unsatisfied ? false : nil
  }

  var center: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  var region: CircularRegion {
    CircularRegion(
      identifier: identifier, center: center, radiusMeters: radiusMeters,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  /// True if the circle can be watched at all.
  var isPossible: Bool { center.isValid && radiusMeters > 0 && radiusMeters.isFinite }

  var event: ConditionEvent {
    ConditionEvent(
      identifier: identifier,
      state: isInside.map { $0 ? .satisfied : .unsatisfied } ?? .unknown, date: foundAt)
  }

  /// Checks a fix.
  ///
  /// - Parameter elapsed: The time by the receiver's own clock.
  mutating func take(_ fix: Location, at elapsed: TimeSpan) -> Finding? {
    guard !waitsToBeTaken else { return nil }
    let distance = center.distanceMeters(to: fix.coordinate)
    guard let known = isInside else {
      isInside = distance <= radiusMeters
      return .found(isInside: distance <= radiusMeters)
    }
    let hasCrossed =
      known
      ? distance > radiusMeters + fix.horizontalAccuracyMeters
      : distance <= radiusMeters
        && fix.horizontalAccuracyMeters <= max(radiusMeters, Self.roughAccuracyMeters)
    guard hasCrossed else {
      otherSideSince = nil
      return nil
    }
    let since = otherSideSince ?? elapsed
    otherSideSince = since
    guard elapsed - since >= Self.dwell else { return nil }
    isInside = !known
    otherSideSince = nil
    return .crossed(isInside: !known)
  }
}
