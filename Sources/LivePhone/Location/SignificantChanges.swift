import Geodesy
import PhoneAPI
import Timekeeping

/// A filter that selects the fixes that count as significant changes.
///
/// The first fix counts (STD-7). A later fix counts if it is at least 500 m away from the last
/// significant change, and at least five minutes later (SLC-1). A real phone detects significant
/// changes by cells and Wi-Fi; this filter uses only fixes.
struct SignificantChanges {
  private static let distanceMetersMin = 500.0
  private static let intervalMin = TimeSpan.minutes(5)

  private var last: (coordinate: Coordinate, at: TimeSpan)?

  /// Returns true if a fix is a significant change.
  ///
  /// - Parameter elapsed: The fix's time since the first fix, according to the receiver's own
  ///   clock.
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
