import Geodesy

/// The distance of a record's position from home, with a flag that is true at home.
///
/// Both refer to the home that was set when the record was made.
package struct HomeRelation: Sendable, Hashable {
  package var distanceMeters: Float
  package var isHome: Bool
}

/// The circle around home.
///
/// It stores a scale for distances near home, which saves trigonometry at each record.
package struct HomeZone: Sendable, Hashable {
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
