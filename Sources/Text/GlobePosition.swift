import Geodesy

extension Coordinate {
  package static let accepted = "latitude from -90 to 90, longitude from -180 to 180"
  /// The highest latitude that is simulated, in degrees.
  ///
  /// Nearer to a pole, a degree of longitude is so short that cells and short distances would be
  /// wrong, since both are computed in degrees.
  package static let latitudeMax = 89.0

  /// Returns an error if the coordinate is valid but too near a pole to be simulated; otherwise
  /// nil.
  package func refusalNearPole(at location: SourceLocation) -> InputError? {
    guard abs(latitude) > Coordinate.latitudeMax else { return nil }
    return InputError(
      location, "the position \(latitude), \(longitude) is within a degree of a pole",
      accepted: "latitude from -89 to 89")
  }
}

extension SourceLocation {
  /// Returns the coordinate of a latitude and a longitude, in degrees.
  ///
  /// - Throws: `InputError` if either is out of range.
  public func coordinate(_ latitude: Double, _ longitude: Double) throws(InputError) -> Coordinate {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw InputError(
        self, "the position is \(latitude), \(longitude)", accepted: Coordinate.accepted)
    }
    return coordinate
  }
}
