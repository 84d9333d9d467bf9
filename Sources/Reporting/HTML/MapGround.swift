import Geodesy
import Routes

/// The roads, waters, woods and buildings under the map of a page, and the credit of their source.
///
/// The results that machines read do not have it: it changes no figure, and the file of routes has
/// it as GeoJSON.
struct MapGround: Encodable {
  /// The lines or the areas of one layer.
  struct Layer: Encodable {
    /// The CSS classes in which the same lines are drawn, the lowest first, without their prefix. A
    /// casing is the edge of a road.
    var styles: [String]
    var isArea: Bool
    /// The positions of each line or ring as integers in hundred-thousandths of a degree: the
    /// latitude and the longitude of the first position, then the difference from each position to
    /// the next.
    var lines: [[Int]]
  }

  static let unitsPerDegree = 1e5

  var credit: String
  /// The layers, the lowest first.
  var layers: [Layer]

  /// Makes the map; nil for a scenario without routes.
  init?(_ routes: RouteFile?) {
    guard let routes else { return nil }
    credit = routes.origin.attribution
    layers = BackgroundShape.Layer.allCases.flatMap { layer in
      [true, false].compactMap { isArea in
        let shapes = routes.background.filter { $0.layer == layer && $0.isArea == isArea }
        guard !shapes.isEmpty else { return nil }
        return Layer(
          styles: isArea ? [layer.rawValue] : MapGround.lineStyles(layer), isArea: isArea,
          lines: shapes.flatMap { $0.lines.map(MapGround.numbers) })
      }
    }
  }

  private static func lineStyles(_ layer: BackgroundShape.Layer) -> [String] {
    switch layer {
    case .road, .mainRoad: [layer.rawValue + "Casing", layer.rawValue]
    case .water: ["river"]
    case .wood, .building, .path, .rail: [layer.rawValue]
    }
  }

  private static func numbers(_ line: [Coordinate]) -> [Int] {
    var (latitude, longitude) = (0, 0)
    return line.flatMap { position in
      let (north, east) = (whole(position.latitude), whole(position.longitude))
      defer { (latitude, longitude) = (north, east) }
      return [north - latitude, east - longitude]
    }
  }

  private static func whole(_ degrees: Double) -> Int {
    Int((degrees * unitsPerDegree).rounded())
  }
}
