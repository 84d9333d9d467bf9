import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that records the place of a rest twice: when updates pause, and after the user has
/// left.
///
/// While the phone lies still there are no fixes (STD-19), and the first fix after that is some
/// hundred meters away. Without these two records, nothing shows that the user was there all the
/// time. The second record has the estimated time of departure, computed from the speed of the
/// first fix.
final class RestMarks: Behavior {
  private static let placeKey = "restingPlace"
  private static let accuracyMaxMeters = 100.0
  /// The largest distance, in meters, between the place of rest and the first fix after the rest.
  ///
  /// If the fix is farther away, the departure is not recorded.
  private static let distanceMaxMeters = 1000.0

  let events: Events = [.launch, .tracking, .pause]
  private unowned let tracker: Tracker
  private var place: Location? {
    didSet {
      tracker.phone.container.set(place?.restText, forKey: Self.placeKey)
      tracker.receive(.delivery, self, isOn: place != nil)
    }
  }

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    place = tracker.phone.container.value(forKey: Self.placeKey).flatMap(Location.init(restText:))
  }

  func trackingEnded() { place = nil }

  func updatesPaused() {
    guard var last = tracker.lastFix, isGood(last) else { return }
    last.timestamp = tracker.clock.now
    tracker.record(last, source: .standard, at: tracker.clock.now)
    place = last
  }

  func delivered(_ locations: [Location], at now: Instant) {
    guard let place, let fix = locations.first(where: { isGood($0) && isAfter(place, $0) }) else {
      return
    }
    self.place = nil
    let meters = place.coordinate.distanceMeters(to: fix.coordinate)
    guard meters <= Self.distanceMaxMeters else { return }
    var departure = place
    let speed = max(1, fix.speedMetersPerSecond)
    departure.timestamp = max(place.timestamp, fix.timestamp - .seconds(meters / speed))
    guard departure.timestamp > place.timestamp else { return }
    tracker.record(departure, source: .standard, at: now)
  }

  private func isGood(_ location: Location) -> Bool {
    location.horizontalAccuracyMeters >= 0
      && location.horizontalAccuracyMeters <= Self.accuracyMaxMeters
  }

  private func isAfter(_ place: Location, _ location: Location) -> Bool {
    location.timestamp > place.timestamp
  }
}

extension Location {
  /// The place of the rest as text for the phone's container.
  ///
  /// It consists of the coordinate, the accuracy, and nanoseconds since 1970.
  fileprivate var restText: String {
    "\(coordinate.latitude) \(coordinate.longitude) \(horizontalAccuracyMeters) \(timestamp.nanoseconds)"
  }

  fileprivate init?(restText: String) {
    let words = restText.split(separator: " ")
    guard words.count == 4, let latitude = Double(words[0]), let longitude = Double(words[1]),
      let accuracy = Double(words[2]), let nanoseconds = Int64(words[3])
    else { return nil }
    self.init(
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracyMeters: accuracy, timestamp: Instant(nanoseconds: nanoseconds))
    guard coordinate.isValid else { return nil }
  }
}
