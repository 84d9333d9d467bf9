#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func sineOf(_ radians: Double) -> Double { sin(radians) }
func cosineOf(_ radians: Double) -> Double { cos(radians) }

extension Coordinate {
  /// The shortest way over the ellipsoid, in metres.
  ///
  /// Below half a degree the scale at the mean latitude is good to a part in 10⁵ and quick; beyond it
  /// Vincenty's inverse formula ("Direct and inverse solutions of geodesics on the ellipsoid", Survey
  /// Review 1975), and for nearly antipodal points, where that does not converge, the sphere.
  public func distanceMeters(to other: Coordinate) -> Double {
    let north = other.latitude - latitude
    let east = longitudeDifference(other.longitude - longitude)
    if abs(north) < 0.5, abs(east) < 0.5, abs(latitude) < 80 {
      return LocalScale(latitude: (latitude + other.latitude) / 2).distanceMeters(self, other)
    }
    return vincentyMeters(to: other) ?? haversineMeters(to: other)
  }

  /// Initial course towards `other`, degrees clockwise from north, 0 to 360.
  public func courseDegrees(to other: Coordinate) -> Double {
    let way = LocalScale(latitude: (latitude + other.latitude) / 2)
      .displacement(from: self, to: other)
    return way.courseDegrees
  }

  /// The point a share of the way towards `other`, by latitude and longitude; for near points.
  @inlinable
  public func interpolated(to other: Coordinate, share: Double) -> Coordinate {
    Coordinate(
      latitude: latitude + (other.latitude - latitude) * share,
      longitude: longitudeDifference(
        longitude + longitudeDifference(other.longitude - longitude) * share))
  }

  private func haversineMeters(to other: Coordinate) -> Double {
    let φ1 = latitude * .pi / 180
    let φ2 = other.latitude * .pi / 180
    let dφ = φ2 - φ1
    let dλ = longitudeDifference(other.longitude - longitude) * .pi / 180
    let a = sin(dφ / 2) * sin(dφ / 2) + cos(φ1) * cos(φ2) * sin(dλ / 2) * sin(dλ / 2)
    return 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
  }

  func vincentyMeters(to other: Coordinate) -> Double? {
    let f = WGS84.flattening
    let l = longitudeDifference(other.longitude - longitude) * .pi / 180
    let u1 = atan((1 - f) * tan(latitude * .pi / 180))
    let u2 = atan((1 - f) * tan(other.latitude * .pi / 180))
    var λ = l
    for _ in 0..<100 {
      let a = cos(u2) * sin(λ)
      let b = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(λ)
      let sinσ = (a * a + b * b).squareRoot()
      if sinσ == 0 { return 0 }
      let cosσ = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(λ)
      let σ = atan2(sinσ, cosσ)
      let sinα = cos(u1) * cos(u2) * sin(λ) / sinσ
      let cos2α = 1 - sinα * sinα
      let cos2σm = cos2α == 0 ? 0 : cosσ - 2 * sin(u1) * sin(u2) / cos2α
      let c = f / 16 * cos2α * (4 + f * (4 - 3 * cos2α))
      let next =
        l + (1 - c) * f * sinα
        * (σ + c * sinσ * (cos2σm + c * cosσ * (2 * cos2σm * cos2σm - 1)))
      if abs(next - λ) < 1e-12 {
        return vincentyLength(cos2α: cos2α, cos2σm: cos2σm, sinσ: sinσ, cosσ: cosσ, σ: σ)
      }
      λ = next
    }
    return nil
  }
}

private func vincentyLength(
  cos2α: Double, cos2σm: Double, sinσ: Double, cosσ: Double, σ: Double
) -> Double {
  let b = WGS84.polarRadiusMeters
  let a = WGS84.equatorialRadiusMeters
  let uu = cos2α * (a * a - b * b) / (b * b)
  let coefficientA = 1 + uu / 16384 * (4096 + uu * (-768 + uu * (320 - 175 * uu)))
  let coefficientB = uu / 1024 * (256 + uu * (-128 + uu * (74 - 47 * uu)))
  let first = cosσ * (2 * cos2σm * cos2σm - 1)
  let second =
    coefficientB / 6 * cos2σm * (4 * sinσ * sinσ - 3) * (4 * cos2σm * cos2σm - 3)
  let Δσ = coefficientB * sinσ * (cos2σm + coefficientB / 4 * (first - second))
  return b * coefficientA * (σ - Δσ)
}

extension Displacement {
  /// Degrees clockwise from north, 0 to 360; 0 for no displacement.
  public var courseDegrees: Double {
    let degrees = atan2(eastMeters, northMeters) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
