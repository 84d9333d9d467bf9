import Geodesy
import Text

extension Coordinate {
  package static let accepted = "latitude from -90 to 90, longitude from -180 to 180"
  /// Nearer to a pole a degree of longitude is next to nothing, and what is reckoned in it, cells and
  /// short distances alike, is nonsense.
  package static let latitudeMax = 89.0

  /// Of a valid coordinate; nil where it can be simulated.
  package func refusalNearPole(at location: SourceLocation) -> InputError? {
    guard abs(latitude) > Coordinate.latitudeMax else { return nil }
    return InputError(
      location, "the position \(latitude), \(longitude) is within a degree of a pole",
      accepted: "latitude from -89 to 89")
  }
}

extension SourceLocation {
  /// - Throws: when it lies on no globe.
  public func coordinate(_ latitude: Double, _ longitude: Double) throws(InputError) -> Coordinate {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw InputError(
        self, "the position is \(latitude), \(longitude)", accepted: Coordinate.accepted)
    }
    return coordinate
  }
}
