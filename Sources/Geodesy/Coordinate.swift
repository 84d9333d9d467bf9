/// A point on the WGS 84 ellipsoid, in degrees, with longitude positive east of Greenwich.
@frozen
public struct Coordinate: Hashable, Sendable, Codable {
  public var latitude: Double
  public var longitude: Double

  @inlinable public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// True if both numbers are finite, the latitude is within ±90° and the longitude is within
  /// ±180°.
  public var isValid: Bool {
    // Comparisons with NaN are false.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

/// An offset in meters east and north from a nearby coordinate.
@frozen
public struct Displacement: Hashable, Sendable {
  public var eastMeters: Double
  public var northMeters: Double

  @inlinable public init(eastMeters: Double, northMeters: Double) {
    self.eastMeters = eastMeters
    self.northMeters = northMeters
  }

  @inlinable public var squaredMeters: Double {
    eastMeters * eastMeters + northMeters * northMeters
  }
  @inlinable public var meters: Double { squaredMeters.squareRoot() }
}

/// The length of a degree at one latitude. With it, a short distance is computed without
/// trigonometry.
///
/// The simulation stores positions in degrees and not in a local grid of meters, since a person may
/// travel across a continent. It computes a short distance with the scale at the phone's latitude.
///
/// The error grows with the distance from the scale's latitude. At mid latitudes, the error is
/// below 1 part in 500 up to 10 km away. Therefore the scale is computed again after
/// `reachDegrees`.
@frozen
public struct LocalScale: Hashable, Sendable {
  public let latitude: Double
  public let metersPerDegreeNorth: Double
  public let metersPerDegreeEast: Double
  @usableFromInline let degreesPerMeterNorth: Double
  @usableFromInline let degreesPerMeterEast: Double

  /// The change in latitude after which the scale is computed again, in degrees (about 2 km).
  @inlinable public static var reachDegrees: Double { 0.02 }

  public init(latitude: Double) {
    let radians = latitude * .pi / 180
    let sine = sineOf(radians)
    let cosine = max(cosineOf(radians), 1e-9)
    let w = 1 - WGS84.eccentricitySquared * sine * sine
    let primeVertical = WGS84.equatorialRadiusMeters / w.squareRoot()
    self.latitude = latitude
    metersPerDegreeNorth =
      primeVertical * (1 - WGS84.eccentricitySquared) / w * .pi / 180
    metersPerDegreeEast = primeVertical * cosine * .pi / 180
    degreesPerMeterNorth = 1 / metersPerDegreeNorth
    degreesPerMeterEast = 1 / metersPerDegreeEast
  }

  @inlinable
  public func displacement(from a: Coordinate, to b: Coordinate) -> Displacement {
    Displacement(
      eastMeters: longitudeDifference(b.longitude - a.longitude) * metersPerDegreeEast,
      northMeters: (b.latitude - a.latitude) * metersPerDegreeNorth)
  }

  @inlinable
  public func distanceMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    displacement(from: a, to: b).meters
  }

  @inlinable
  public func coordinate(_ origin: Coordinate, moved by: Displacement) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + by.northMeters * degreesPerMeterNorth,
      longitude: longitudeDifference(origin.longitude + by.eastMeters * degreesPerMeterEast))
  }
}

/// Returns a longitude, or a difference of two longitudes, as an angle within ±180°.
@inlinable
@inline(__always)
public func longitudeDifference(_ degrees: Double) -> Double {
  // Not `abs(degrees) > 180`, which takes an instruction more. NaN is returned too.
  if !(degrees * degrees > 180 * 180) { return degrees }
  if degrees > 180 { return degrees - 360 }
  if degrees < -180 { return degrees + 360 }
  return degrees
}

/// The ellipsoid that GPS uses: NGA.STND.0036, World Geodetic System 1984.
public enum WGS84 {
  public static let equatorialRadiusMeters = 6_378_137.0
  public static let flattening = 1 / 298.257223563
  public static let polarRadiusMeters = equatorialRadiusMeters * (1 - flattening)
  public static let eccentricitySquared = flattening * (2 - flattening)
}
