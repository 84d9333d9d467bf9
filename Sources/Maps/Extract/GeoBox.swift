import Geodesy

/// A box of latitudes and longitudes in degrees.
struct GeoBox: Sendable, Hashable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double

  init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Makes the smallest box around positions; nil without positions.
  init?(around positions: [Coordinate]) {
    guard let first = positions.first else { return nil }
    self.init(
      west: first.longitude, south: first.latitude, east: first.longitude, north: first.latitude)
    for position in positions.dropFirst() { extend(to: position) }
  }

  mutating func extend(to position: Coordinate) {
    west = min(west, position.longitude)
    east = max(east, position.longitude)
    south = min(south, position.latitude)
    north = max(north, position.latitude)
  }

  func contains(_ position: Coordinate) -> Bool {
    (west...east).contains(position.longitude) && (south...north).contains(position.latitude)
  }

  func intersects(_ other: GeoBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  /// Returns the part that both boxes cover; nil if they do not overlap.
  func intersection(_ other: GeoBox) -> GeoBox? {
    let part = GeoBox(
      west: max(west, other.west), south: max(south, other.south), east: min(east, other.east),
      north: min(north, other.north))
    return part.west < part.east && part.south < part.north ? part : nil
  }

  /// Returns the box with a margin on each side.
  func widened(byMeters meters: Double) -> GeoBox {
    let scale = LocalScale(latitude: (south + north) / 2)
    let (x, y) = (meters / scale.metersPerDegreeEast, meters / scale.metersPerDegreeNorth)
    return GeoBox(west: west - x, south: south - y, east: east + x, north: north + y)
  }

  /// The length of the box's diagonal, in meters.
  var diagonalMeters: Double {
    Coordinate(latitude: south, longitude: west)
      .distanceMeters(to: Coordinate(latitude: north, longitude: east))
  }
}
