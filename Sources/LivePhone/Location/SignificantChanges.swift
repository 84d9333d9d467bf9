import Geodesy
import PhoneAPI
import Timekeeping

/// A filter that selects the fixes that are significant changes.
///
/// They are 500 m from the last one and five minutes after it (SLC-1). The first one comes as soon
/// as there is a fix (STD-7). Cells and Wi-Fi, by which a phone detects these changes, are not
/// used.
struct SignificantChanges {
  private static let distanceMetersMin = 500.0
  private static let intervalMin = TimeSpan.minutes(5)

  private var last: (coordinate: Coordinate, at: TimeSpan)?

  /// Returns true if a fix is a significant change.
  ///
  /// - Parameter elapsed: The time by the receiver's own clock.
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
