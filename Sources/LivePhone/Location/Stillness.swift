import Geodesy
import PhoneAPI
import Timekeeping

/// A detector that finds in a series of fixes when the phone stops at a place and when it moves
/// again.
struct Stillness {
  enum Change { case stopped, moved }

  private let span: TimeSpan
  private let radiusMeters: Double
  /// The first fix at the present place, and its time since the first fix of all.
  private(set) var place: (fix: Location, since: TimeSpan)?
  private(set) var isStill = false

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - span: The time at one place that counts as a stop.
  ///   - radiusMeters: The radius of a place. Even if the receiver does not move, its fixes vary by
  ///     some tens of meters.
  init(after span: TimeSpan, radiusMeters: Double = 50) {
    self.span = span
    self.radiusMeters = radiusMeters
  }

  /// Checks a fix.
  ///
  /// - Parameter elapsed: The fix's time since the first fix, according to the receiver's own
  ///   clock.
  mutating func take(_ fix: Location, at elapsed: TimeSpan) -> Change? {
    guard let place, isNear(fix, place.fix.coordinate) else {
      place = (fix, elapsed)
      defer { isStill = false }
      return isStill ? .moved : nil
    }
    guard !isStill, elapsed - place.since >= span else { return nil }
    isStill = true
    return .stopped
  }

  /// Returns true if a fix may lie at a place.
  func isNear(_ fix: Location, _ place: Coordinate) -> Bool {
    place.distanceMeters(to: fix.coordinate) <= max(radiusMeters, fix.horizontalAccuracyMeters)
  }
}
