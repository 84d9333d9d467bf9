import Geodesy
import PhoneAPI
import Timekeeping

/// The distance of a record's position from home, with a flag that is true at home.
///
/// Both refer to the home that was set when the record was made.
package struct HomeRelation: Sendable, Hashable {
  package var distanceMeters: Float
  package var isHome: Bool

  package init(distanceMeters: Float, isHome: Bool) {
    self.distanceMeters = distanceMeters
    self.isHome = isHome
  }
}

/// The circle around home.
///
/// It stores a scale for distances near home, which saves trigonometry at each record.
package struct HomeZone: Sendable, Equatable {
  /// The radii in meters that a user can choose.
  package static let radiusRangeMeters = 50.0...500.0

  package let center: Coordinate
  package let radiusMeters: Double
  private let scale: LocalScale

  package init(center: Coordinate, radiusMeters: Double) {
    self.center = center
    self.radiusMeters = radiusMeters
    scale = LocalScale(latitude: center.latitude)
  }

  package func relation(to coordinate: Coordinate) -> HomeRelation {
    let isNear = abs(coordinate.latitude - center.latitude) < LocalScale.reachDegrees
    let meters =
      isNear
      ? scale.distanceMeters(center, coordinate) : center.distanceMeters(to: coordinate)
    return HomeRelation(distanceMeters: Float(meters), isHome: meters <= radiusMeters)
  }
}

/// A home that the user set, with the time at which the user set it.
///
/// The phone's container keeps it as a line such as `45.5 -122.6 100.0 2026-03-02T09:00:00Z`.
package struct HomeLocation: Sendable, Equatable {
  private static let key = "home"

  package var zone: HomeZone
  package var setAt: Instant?

  init(zone: HomeZone, setAt: Instant?) {
    self.zone = zone
    self.setAt = setAt
  }

  /// Reads the home that the user set; nil if the user set none.
  package init?(in container: any Container) {
    let parts = container.value(forKey: Self.key)?.split(separator: " ") ?? []
    let numbers = parts.prefix(3).compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    zone = HomeZone(
      center: Coordinate(latitude: numbers[0], longitude: numbers[1]), radiusMeters: numbers[2])
    setAt = parts.dropFirst(3).first.flatMap { Instant(iso8601: String($0)) }
  }

  func keep(in container: any Container) {
    let numbers = [zone.center.latitude, zone.center.longitude, zone.radiusMeters]
    let text = numbers.map { "\($0)" } + (setAt.map { [$0.iso8601()] } ?? [])
    container.set(text.joined(separator: " "), forKey: Self.key)
  }
}
