import Geodesy
import PhoneAPI
import Timekeeping

/// Which fixes of a stream are significant changes: 500 m from the last one and five minutes after it (SLC-1);
/// the first as soon as there is a fix (STD-7). Cells and Wi-Fi, by which a phone finds them, are not asked.
struct SignificantChanges {
  private static let distanceMetersMin = 500.0
  private static let intervalMin = TimeSpan.minutes(5)

  private var last: (coordinate: Coordinate, at: TimeSpan)?

  /// - Parameter elapsed: the receiver's own time.
  mutating func isDue(_ fix: Location, at elapsed: TimeSpan) -> Bool {
    if let last {
      guard elapsed - last.at >= Self.intervalMin,
        last.coordinate.distanceMeters(to: fix.coordinate) >= Self.distanceMetersMin
      else { return false }
    }
    last = (fix.coordinate, elapsed)
    return true
  }
}
