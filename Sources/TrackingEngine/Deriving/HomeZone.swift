import Geodesy

/// Where a record lies in relation to the home that was set when it was made.
public struct HomeRelation: Sendable, Hashable {
  public var distanceMeters: Float
  public var isHome: Bool
}

/// The circle around home. Its own scale spares each record the trigonometry.
public struct HomeZone: Sendable, Hashable {
  public let center: Coordinate
  public let radiusMeters: Double
  private let scale: LocalScale

  public init(center: Coordinate, radiusMeters: Double) {
    self.center = center
    self.radiusMeters = radiusMeters
    scale = LocalScale(latitude: center.latitude)
  }

  public func relation(to coordinate: Coordinate) -> HomeRelation {
    let isNear = abs(coordinate.latitude - center.latitude) < LocalScale.reachDegrees
    let meters =
      isNear
      ? scale.distanceMeters(center, coordinate) : center.distanceMeters(to: coordinate)
    return HomeRelation(distanceMeters: Float(meters), isHome: meters <= radiusMeters)
  }
}
