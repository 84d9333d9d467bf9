import Geodesy
import PhoneAPI
import Timekeeping

/// A filter that keeps only fixes far enough from, and late enough after, the last one kept.
///
/// It works on fixes that the phone has already delivered, so that it saves no energy.
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

  /// The least distance from the last fix kept; negative for no limit.
  private let minimumDistanceMeters: Double
  /// The least time after the last fix kept; zero for no limit.
  ///
  /// The smallest setting, one second, counts as no limit, so that several fixes of a second pass.
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

  /// Changes the settings; the next fix is still compared with the last one kept.
  mutating func follow(_ settings: TrackerSettings) {
    var changed = FixFilter(settings)
    changed.reference = reference
    changed.newestAccepted = newestAccepted
    self = changed
  }

  /// Sets the position that the phone already had when tracking began, to compare fixes with.
  ///
  /// Only the quirk `deliveryFilter` needs it: that filter keeps nothing without a reference.
  mutating func seed(_ location: Location?) {
    guard comparesWithPreviousDelivery, let location else { return }
    reference = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
  }

  /// Returns the reason to drop a fix; nil if it is kept, and then the next is compared with it.
  mutating func refusal(of location: Location) -> Refusal? {
    guard Self.hasPosition(location) else { return .withoutPosition }
    if let refusal = comparison(of: location) { return refusal }
    newestAccepted = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
    if !comparesWithPreviousDelivery { reference = newestAccepted }
    return nil
  }

  /// Clears the reference, because an accepted fix could not be stored.
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
    // After the clock was set back, fixes must not be dropped until it has caught up.
    if elapsed < minimumInterval, -elapsed < minimumInterval { return .tooSoon }
    return nil
  }

  private mutating func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    if abs(scale.latitude - a.latitude) > LocalScale.reachDegrees {
      scale = LocalScale(latitude: a.latitude)
    }
    return scale.distanceMeters(a, b)
  }

  /// Returns true if a fix has a valid position. NaN compares false and is therefore refused.
  static func hasPosition(_ location: Location) -> Bool {
    location.horizontalAccuracyMeters >= 0 && abs(location.coordinate.latitude) <= 90
      && abs(location.coordinate.longitude) <= 180
  }
}
