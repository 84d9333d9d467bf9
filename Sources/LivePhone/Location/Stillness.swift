import Geodesy
import PhoneAPI
import Timekeeping

/// A detector of stops: whether a stream of fixes stays about one place, and leaves it again.
struct Stillness {
  /// The radius of one place. Fixes wander by some tens of meters while the receiver lies still.
  private static let radiusMeters = 50.0

  enum Change { case stopped, moved }

  private let span: TimeSpan
  private var place: (coordinate: Coordinate, since: TimeSpan)?
  private(set) var isStill = false

  /// Creates a detector.
  ///
  /// - Parameter span: The time about one place that counts as a stop.
  init(after span: TimeSpan) { self.span = span }

  /// Checks a fix.
  ///
  /// - Parameter elapsed: The time by the receiver's own clock.
  mutating func take(_ fix: Location, at elapsed: TimeSpan) -> Change? {
    let reach = max(Self.radiusMeters, fix.horizontalAccuracyMeters)
    guard let place, place.coordinate.distanceMeters(to: fix.coordinate) <= reach else {
      place = (fix.coordinate, elapsed)
      defer { isStill = false }
      return isStill ? .moved : nil
    }
    guard !isStill, elapsed - place.since >= span else { return nil }
    isStill = true
    return .stopped
  }
}
