import Geodesy
import PhoneAPI
import Timekeeping

/// Decides which delivered fixes are kept: far enough, and late enough, from the last one kept.
///
/// The phone is asked for no distance filter; thinning happens here, after the energy is spent.
struct FixFilter {
  enum Refusal {
    case withoutPosition, redelivered, tooNear, tooSoon

    var rule: StaticString {
      switch self {
      case .withoutPosition: "withoutPosition"
      case .redelivered: "redelivered"
      case .tooNear: "minimumDistance"
      case .tooSoon: "minimumInterval"
      }
    }
  }

  private struct Reference {
    var coordinate: Coordinate
    var timestamp: Instant
  }

  /// Negative for none.
  private let minimumDistanceMeters: Double
  /// Zero for none: one second, the least that can be chosen, lets every fix of a second pass.
  private let minimumInterval: TimeSpan
  private let comparesWithPreviousDelivery: Bool
  private var reference: Reference?
  private var newestAccepted: Reference?
  private var scale = LocalScale(latitude: 0)

  init(_ settings: TrackerSettings) {
    minimumDistanceMeters = settings.minimumDistanceMeters ?? -1
    minimumInterval =
      settings.minimumInterval > .seconds(1 as Int64) ? settings.minimumInterval : .zero
    comparesWithPreviousDelivery = settings.deliveryFilter
  }

  /// Other settings from now on; what was kept last is still what the next fix is compared with.
  mutating func follow(_ settings: TrackerSettings) {
    var changed = FixFilter(settings)
    changed.reference = reference
    changed.newestAccepted = newestAccepted
    self = changed
  }

  /// The position that the phone already had when tracking began; only the historical filter, which
  /// keeps nothing without a point to compare with, needs it.
  mutating func seed(_ location: Location?) {
    guard comparesWithPreviousDelivery, let location else { return }
    reference = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
  }

  /// Nil when the fix is to be kept; it is then what the next one is compared with.
  mutating func refusal(of location: Location) -> Refusal? {
    guard Self.hasPosition(location) else { return .withoutPosition }
    if let refusal = comparison(of: location) { return refusal }
    newestAccepted = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
    if !comparesWithPreviousDelivery { reference = newestAccepted }
    return nil
  }

  /// What was accepted could not be stored, and is nothing to compare with.
  mutating func forget() {
    guard !comparesWithPreviousDelivery else { return }
    reference = nil
    newestAccepted = nil
  }

  mutating func deliveryEnded() {
    if comparesWithPreviousDelivery { reference = newestAccepted ?? reference }
  }

  private mutating func comparison(of location: Location) -> Refusal? {
    guard let reference else {
      return comparesWithPreviousDelivery && minimumDistanceMeters > 0 ? .tooNear : nil
    }
    if !comparesWithPreviousDelivery, location.timestamp == reference.timestamp {
      return .redelivered
    }
    if minimumDistanceMeters > 0,
      distanceMeters(reference.coordinate, location.coordinate) < minimumDistanceMeters
    {
      return .tooNear
    }
    let elapsed = location.timestamp - reference.timestamp
    // A clock that was set back must not silence the tracker until it has caught up.
    if elapsed < minimumInterval, -elapsed < minimumInterval { return .tooSoon }
    return nil
  }

  private mutating func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    if abs(scale.latitude - a.latitude) > LocalScale.reachDegrees {
      scale = LocalScale(latitude: a.latitude)
    }
    return scale.distanceMeters(a, b)
  }

  /// Written so that a number that is not one is refused too.
  static func hasPosition(_ location: Location) -> Bool {
    location.horizontalAccuracyMeters >= 0 && abs(location.coordinate.latitude) <= 90
      && abs(location.coordinate.longitude) <= 180
  }
}
