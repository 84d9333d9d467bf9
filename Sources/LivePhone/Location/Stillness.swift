import Geodesy
import PhoneAPI
import Timekeeping

/// A detector that finds in a series of fixes when the phone stops at a place and when it moves
/// again.
struct Stillness {
  /// The radius of a place in meters. Even if the receiver does not move, its fixes vary by some
  /// tens of meters.
  private static let radiusMeters = 50.0

  enum Change { case stopped, moved }

  private let span: TimeSpan
  private var place: (coordinate: Coordinate, since: TimeSpan)?
  private(set) var isStill = false

  /// Creates a detector.
  ///
  /// - Parameter span: The time at one place that counts as a stop.
  init(after span: TimeSpan) { self.span = span }

  /// Checks a fix.
  ///
  /// - Parameter elapsed: The fix's time since the first fix, according to the receiver's own
  ///   clock.
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
