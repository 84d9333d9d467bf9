import Geodesy
import PhoneAPI
import Timekeeping

/// Whether a stream of fixes has stayed about one place, and has left it again.
struct Stillness {
  /// Fixes wander by some tens of meters while the receiver lies still.
  private static let radiusMeters = 50.0

  enum Change { case stopped, moved }

  private let span: TimeSpan
  private var place: (coordinate: Coordinate, since: TimeSpan)?
  private(set) var isStill = false

  /// - Parameter span: about one place, that make a stay.
  init(after span: TimeSpan) { self.span = span }

  /// - Parameter elapsed: the receiver's own time.
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
