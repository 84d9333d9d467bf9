#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func sineOf(_ radians: Double) -> Double { sin(radians) }
func cosineOf(_ radians: Double) -> Double { cos(radians) }

extension Coordinate {
  /// Returns the length of the shortest path over the ellipsoid, in meters.
  ///
  /// - For points less than half a degree apart and not near a pole, the function uses the
  ///   `LocalScale` at their mean latitude. It is fast and accurate to 1 part in 10⁵.
  /// - For other points, the function uses Vincenty's inverse formula ("Direct and inverse
  ///   solutions of geodesics on the ellipsoid", Survey Review 1975).
  /// - For nearly antipodal points, Vincenty's formula does not converge. The function then uses a
  ///   sphere.
  public func distanceMeters(to other: Coordinate) -> Double {
    let north = other.latitude - latitude
    let east = longitudeDifference(other.longitude - longitude)
    if abs(north) < 0.5, abs(east) < 0.5, abs(latitude) < 80 {
      return LocalScale(latitude: (latitude + other.latitude) / 2).distanceMeters(self, other)
    }
    return vincentyMeters(to: other) ?? haversineMeters(to: other)
  }

  /// Returns the course from this point toward `other`, in degrees clockwise from north, 0 to 360.
  public func courseDegrees(to other: Coordinate) -> Double {
    let way = LocalScale(latitude: (latitude + other.latitude) / 2)
      .displacement(from: self, to: other)
    return way.courseDegrees
  }

  /// Returns a point between this point (share 0) and `other` (share 1).
  ///
  /// Latitude and longitude are interpolated separately, which is accurate only for points near
  /// each other.
  @inlinable
  @inline(__always)
  public func interpolated(to other: Coordinate, share: Double) -> Coordinate {
    Coordinate(
      latitude: latitude + (other.latitude - latitude) * share,
      longitude: longitudeDifference(
        longitude + longitudeDifference(other.longitude - longitude) * share))
  }

  private func haversineMeters(to other: Coordinate) -> Double {
    let latitude1 = latitude * .pi / 180
    let latitude2 = other.latitude * .pi / 180
    let deltaLatitude = latitude2 - latitude1
    let deltaLongitude = longitudeDifference(other.longitude - longitude) * .pi / 180
    let a =
      sin(deltaLatitude / 2) * sin(deltaLatitude / 2) + cos(latitude1) * cos(latitude2)
      * sin(deltaLongitude / 2) * sin(deltaLongitude / 2)
    return 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
  }

  func vincentyMeters(to other: Coordinate) -> Double? {
    let f = WGS84.flattening
    let l = longitudeDifference(other.longitude - longitude) * .pi / 180
    let u1 = atan((1 - f) * tan(latitude * .pi / 180))
    let u2 = atan((1 - f) * tan(other.latitude * .pi / 180))
    var lambda = l
    for _ in 0..<100 {
      let a = cos(u2) * sin(lambda)
      let b = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
      let sinSigma = (a * a + b * b).squareRoot()
      if sinSigma == 0 { return 0 }
      let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
      let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
      let cosTwoSigmaM =
        cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosSquaredAlpha
      let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
      let next =
        l + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma
          * (cosTwoSigmaM + c * cosSigma * (2 * cosTwoSigmaM * cosTwoSigmaM - 1)))
      if abs(next - lambda) < 1e-12 {
        return vincentyLength(
          cosSquaredAlpha: cosSquaredAlpha, cosTwoSigmaM: cosTwoSigmaM, sinSigma: sinSigma,
          cosSigma: cosSigma, sigma: sigma)
      }
      lambda = next
    }
    return nil
  }
}

private func vincentyLength(
  cosSquaredAlpha: Double, cosTwoSigmaM: Double, sinSigma: Double, cosSigma: Double, sigma: Double
) -> Double {
  let b = WGS84.polarRadiusMeters
  let a = WGS84.equatorialRadiusMeters
  let uu = cosSquaredAlpha * (a * a - b * b) / (b * b)
  let coefficientA = 1 + uu / 16384 * (4096 + uu * (-768 + uu * (320 - 175 * uu)))
  let coefficientB = uu / 1024 * (256 + uu * (-128 + uu * (74 - 47 * uu)))
  let first = cosSigma * (2 * cosTwoSigmaM * cosTwoSigmaM - 1)
  let second =
    coefficientB / 6 * cosTwoSigmaM * (4 * sinSigma * sinSigma - 3)
    * (4 * cosTwoSigmaM * cosTwoSigmaM - 3)
  let deltaSigma = coefficientB * sinSigma * (cosTwoSigmaM + coefficientB / 4 * (first - second))
  return b * coefficientA * (sigma - deltaSigma)
}

extension Displacement {
  /// The course in degrees clockwise from north, 0 to 360; 0 if there is no displacement.
  public var courseDegrees: Double {
    let degrees = atan2(eastMeters, northMeters) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
