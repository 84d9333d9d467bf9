import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The area that an app with reduced accuracy gets instead of a position (BG-7).
///
/// The map is divided into squares that each fit into a circle of the area's radius. The circle
/// around the phone's square always contains the phone. The area changes at most once in a quarter
/// of an hour, no matter how often apps request it. A traveler therefore gets about four areas an
/// hour.
struct ReducedAccuracy {
  let radiusMeters: Double
  let slotSeconds: Double
  private var slot = Int64.min
  private var area: Location?

  init(system: PermissionParameters) {
    radiusMeters = system.reducedRadiusMeters
    slotSeconds = system.reducedFixSeconds
  }

  mutating func fix(at truth: Coordinate, now: Instant) -> Location {
    let slot = Int64((Double(now.wholeSeconds) / slotSeconds).rounded(.down))
    if let area, slot == self.slot { return area }
    self.slot = slot
    let fix = area(around: truth, now: now)
    area = fix
    return fix
  }

  /// Returns the area around a place.
  func area(around place: Coordinate, now: Instant) -> Location {
    Location(
      coordinate: center(around: place), horizontalAccuracyMeters: radiusMeters, timestamp: now)
  }

  /// Returns the seconds to the next area.
  func secondsToNext(from now: Instant) -> Double {
    let slots = (Double(now.wholeSeconds) / slotSeconds).rounded(.down) + 1
    return max(1, slots * slotSeconds - Double(now.wholeSeconds))
  }

  /// Returns the center of the square that contains the place. The square's half diagonal is one
  /// percent shorter than the area's radius.
  private func center(around truth: Coordinate) -> Coordinate {
    let sideMeters = radiusMeters * 1.4
    let height = sideMeters / 111_000
    let latitude = min(max(((truth.latitude / height).rounded(.down) + 0.5) * height, -85), 85)
    let width = sideMeters / LocalScale(latitude: latitude).metersPerDegreeEast
    let longitude = ((truth.longitude / width).rounded(.down) + 0.5) * width
    return Coordinate(latitude: latitude, longitude: longitudeDifference(longitude))
  }
}
