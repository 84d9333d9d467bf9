import Geodesy
import PhoneAPI
import Timekeeping

/// A filter that selects the fixes that are significant changes.
///
/// A fix is a significant change if it is 500 m from the last significant change and five minutes
/// after it (SLC-1). The first fix is a significant change too (STD-7). A phone detects these
/// changes by cells and Wi-Fi; the filter uses neither.
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
