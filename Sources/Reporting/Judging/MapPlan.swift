import Geodesy

/// The projection of a small map: meters to the east and the north of its middle.
struct MapPlan {
  let height: Double
  private let unitsPerMeter: Double
  private let corner: Coordinate
  private let local: LocalScale

  private static let size = (width: 820.0, height: 420.0)
  private static let margin = 8.0
  /// The least width of the ground that a map shows, so that a phone at rest is no line of dots.
  private static let metersMin = 100.0

  /// Makes the plan; nil for fewer than two positions, or if they cross the date line.
  init?(_ coordinates: [Coordinate]) {
    let latitudes = coordinates.map(\.latitude)
    let longitudes = coordinates.map(\.longitude)
    guard coordinates.count > 1, let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max(), east - west < 180
    else { return nil }
    local = LocalScale(latitude: (south + north) / 2)
    corner = Coordinate(latitude: north, longitude: west)
    let size = local.displacement(
      from: Coordinate(latitude: south, longitude: west),
      to: Coordinate(latitude: north, longitude: east))
    let width = max(size.eastMeters, Self.metersMin)
    let length = max(size.northMeters, Self.metersMin)
    unitsPerMeter = min(
      (Self.size.width - 2 * Self.margin) / width, (Self.size.height - 2 * Self.margin) / length)
    height = Drawing.rounded(length * unitsPerMeter + 2 * Self.margin)
  }

  func place(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let moved = local.displacement(from: corner, to: coordinate)
    return (
      Drawing.rounded(Self.margin + moved.eastMeters * unitsPerMeter),
      Drawing.rounded(Self.margin - moved.northMeters * unitsPerMeter)
    )
  }

  /// The longest of 1, 2 and 5 times a power of ten whose line is at most 200 units long.
  var scale: (width: Double, text: String) {
    let meters = 200 / unitsPerMeter
    var unit = 1.0
    while unit * 10 <= meters { unit *= 10 }
    let length = [5.0, 2, 1].map { $0 * unit }.first { $0 <= meters } ?? unit
    return (Drawing.rounded(length * unitsPerMeter), FigureText.meters(length))
  }
}
