import Geodesy
import PhoneAPI
import Timekeeping

/// A filter that keeps a fix only if it is far enough from the last kept fix, and late enough after
/// it.
///
/// The filter saves no energy, because the phone has already measured the fixes.
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

  /// The smallest allowed distance from the last kept fix, in meters; negative for no limit.
  private let minimumDistanceMeters: Double
  /// The shortest allowed time after the last kept fix; zero for no limit.
  ///
  /// The setting `minimumInterval` has no effect if its value is one second or less.
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

  /// Changes the limits of the filter. The next fix is still compared with the last kept fix.
  mutating func follow(_ settings: TrackerSettings) {
    var changed = FixFilter(settings)
    changed.reference = reference
    changed.newestAccepted = newestAccepted
    self = changed
  }

  /// Makes the filter compare fixes with the position that the phone had when tracking began.
  ///
  /// Only the quirk `deliveryFilter` needs this position. Under this quirk, the filter drops all
  /// fixes until it has a position to compare with.
  mutating func seed(_ location: Location?) {
    guard comparesWithPreviousDelivery, let location else { return }
    reference = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
  }

  /// Returns the reason to drop a fix, or nil to keep it.
  ///
  /// The function compares the fix with the last kept fix. Under the quirk `deliveryFilter`, it
  /// uses the last kept fix of earlier deliveries, and ignores kept fixes of the current delivery.
  @inline(__always)
  mutating func refusal(of location: Location) -> Refusal? {
    guard Self.hasPosition(location) else { return .withoutPosition }
    if let refusal = comparison(of: location) { return refusal }
    newestAccepted = Reference(coordinate: location.coordinate, timestamp: location.timestamp)
    if !comparesWithPreviousDelivery { reference = newestAccepted }
    return nil
  }

  /// Makes the filter keep the next fix, because the store could not save the last kept fix.
  ///
  /// Under the quirk `deliveryFilter`, the function does nothing.
  mutating func forget() {
    guard !comparesWithPreviousDelivery else { return }
    reference = nil
    newestAccepted = nil
  }

  mutating func deliveryEnded() {
    if comparesWithPreviousDelivery { reference = newestAccepted ?? reference }
  }

  @inline(__always)
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

  @inline(never)
  private mutating func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    if abs(scale.latitude - a.latitude) > LocalScale.reachDegrees {
      scale = LocalScale(latitude: a.latitude)
    }
    return scale.distanceMeters(a, b)
  }

  /// Returns true if a fix has a valid position, without NaN in the accuracy or the coordinates.
  static func hasPosition(_ location: Location) -> Bool {
    location.horizontalAccuracyMeters >= 0 && abs(location.coordinate.latitude) <= 90
      && abs(location.coordinate.longitude) <= 180
  }
}
