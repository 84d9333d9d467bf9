import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// A detector that finds visits in a series of fixes: an arrival after some minutes at a place, and
/// later the departure (VIS-1).
///
/// The rules are those of the simulated phone's `VisitMonitor`. Its times and distances that are
/// random within a range are fixed here, and there are no missed visits:
///
/// - A stay is a visit after five minutes within 100 m. Sources name 3 to 30 minutes (VIS-3), and
///   less for an app that runs (VIS-10). The radius is a judgement, as in VIS-4.
/// - A visit ends when the phone is 500 m away (VIS-4), or when it has settled elsewhere.
///
/// A receiver often has no fix in a building. If the next fix is at the same place, the time
/// without a fix counts as a part of the stay.
struct VisitDetector {
  private static let dwell = TimeSpan.minutes(5)
  private static let radiusMeters = 100.0
  private static let clearMeters = 500.0
  /// The range of the accuracy of visits (VIS-7).
  private static let accuracyMeters = 8.0...100.0

  /// A visit that has not ended. It is stored in the app's container, since iOS also continues to
  /// monitor after the process ends (VIS-8).
  struct Open: Codable, Equatable {
    var latitude: Double
    var longitude: Double
    var accuracyMeters: Double
    /// `.distantPast` if the phone was at the place when monitoring began.
    var arrival: Instant

    var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    func visit(departure: Instant = .distantFuture) -> Visit {
      Visit(
        coordinate: coordinate, horizontalAccuracyMeters: accuracyMeters, arrival: arrival,
        departure: max(departure, arrival))
    }
  }

  /// The visit that has not ended; nil if the phone is under way.
  private(set) var open: Open?
  private var stillness = Stillness(after: dwell, radiusMeters: radiusMeters)
  /// The time of the first fix that is not at the place of the open visit; nil if the newest fix is
  /// at that place.
  private var leftAt: Instant?
  /// True until a fix shows that the phone was under way since monitoring began.
  private var isAtStart = true

  /// - Parameter open: The visit that had not ended when an earlier process ended.
  init(open: Open? = nil) {
    self.open = open
    isAtStart = open == nil
  }

  /// Checks a fix.
  ///
  /// - Parameter elapsed: The fix's time since the first fix, according to the receiver's own
  ///   clock.
  /// - Returns: The visits to report: a departure, an arrival, or both.
  mutating func take(_ fix: Location, at elapsed: TimeSpan) -> [Visit] {
    let before = stillness.place?.since
    let hasSettled = stillness.take(fix, at: elapsed) == .stopped
    if let before, before != stillness.place?.since { isAtStart = false }
    var visits: [Visit] = []
    if let open {
      guard !stillness.isNear(fix, open.coordinate) else {
        leftAt = nil
        return []
      }
      let left = leftAt ?? fix.timestamp
      leftAt = left
      let isClear = open.coordinate.distanceMeters(to: fix.coordinate) >= Self.clearMeters
      guard isClear || hasSettled else { return [] }
      visits.append(open.visit(departure: left))
      self.open = nil
      leftAt = nil
    }
    if hasSettled, let place = stillness.place?.fix {
      let arrived = Open(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
        accuracyMeters: min(
          max(place.horizontalAccuracyMeters, Self.accuracyMeters.lowerBound),
          Self.accuracyMeters.upperBound),
        arrival: isAtStart ? .distantPast : place.timestamp)
      open = arrived
      isAtStart = false
      visits.append(arrived.visit())
    }
    return visits
  }
}
