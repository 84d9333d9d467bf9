import Geodesy
import PhoneAPI
import Timekeeping

/// A circle that the phone watches for the app, with the last known side: inside or outside.
///
/// The circle is stored in the app's container, since iOS also keeps regions and conditions after
/// the process ends (REG-8, MON-1).
///
/// The first fix determines the side. Later the side changes when all fixes lie on the other side
/// for 20 s (REG-2):
///
/// - A fix lies outside if it is beyond the border by more than its error radius.
/// - A fix lies inside if its coordinate is inside and its error radius is not too large. The limit
///   is the circle's radius, or 100 m for a smaller circle.
struct WatchedCircle: Codable {
  private static let dwell = TimeSpan.seconds(20 as Int64)
  private static let roughAccuracyMeters = 100.0

  enum Finding {
    /// The first fix has shown whether the phone is inside the circle.
    case found(isInside: Bool)
    case crossed(isInside: Bool)
  }

  /// The name of the monitor that the condition belongs to; nil for the app's regions.
  var monitor: String?
  var identifier: String
  var latitude: Double
  var longitude: Double
  var radiusMeters: Double
  var notifyOnEntry = true
  var notifyOnExit = true
  /// True if the last known side is inside; nil while the side is unknown.
  var isInside: Bool?
  /// The time at which `isInside` last changed, or at which the circle was added.
  var foundAt: Instant
  /// True if a condition's event waits for delivery to the app. Until then the phone does not watch
  /// the condition (MON-1).
  var waitsToBeTaken = false
  /// The time since which all fixes lie on the other side. Nil if the newest fix does not lie on
  /// the other side.
  ///
  /// The value is not stored, so it is lost when the process ends.
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

  /// True if the center is valid and the radius is positive and finite.
  var isPossible: Bool { center.isValid && radiusMeters > 0 && radiusMeters.isFinite }

  var event: ConditionEvent {
    ConditionEvent(
      identifier: identifier,
      state: isInside.map { $0 ? .satisfied : .unsatisfied } ?? .unknown, date: foundAt)
  }

  /// Checks a fix against the circle.
  ///
  /// - Parameter elapsed: The fix's time since the first fix, according to the receiver's own
  ///   clock.
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
