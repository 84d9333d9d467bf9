import Geodesy
import Routes

/// The roads, rails, waters, woods and buildings around routes, for the maps of pages.
///
/// A file of routes stays small. Each kind of shape has a reach, and shapes are taken in the order
/// of their distance from the routes as a share of the reach, up to a limit of bytes. So the
/// buildings far from the routes are left out first, and then the small roads.
struct Background {
  /// The largest size of all shapes in a file of routes.
  static let bytesMax = 400_000

  /// The farthest distance in meters from the routes at which shapes of a kind are drawn.
  ///
  /// These are judgements: a main road orients the reader from afar, a building where the person
  /// passes.
  private enum Reach {
    static let mainRoad = 40_000.0
    static let rail = 30_000.0
    static let water = 20_000.0
    static let wood = 15_000.0
    static let throughRoad = 10_000.0
    static let road = 3000.0
    static let path = 800.0
    static let building = 500.0
  }

  /// A shape that may be left out.
  private struct Candidate {
    var shape: BackgroundShape
    /// The distance from the routes as a share of the reach of the shape's kind.
    var remoteness: Double
  }

  private let box: GeoBox
  private let distances: RouteDistances
  /// Smaller details cannot be seen on a map of all routes.
  private let toleranceMeters: Double
  private var candidates: [Candidate] = []

  /// Returns the shapes of a map around routes and places, those at the bottom first.
  ///
  /// - Parameters:
  ///   - details: the objects near the routes.
  ///   - overview: the main roads, rails, waters and woods of the whole box; nil if `details` is
  ///     complete.
  ///   - routes: the points of each route. A place is a route of one point.
  static func shapes(
    of details: MapObjects, from overview: MapObjects? = nil, around routes: [[Coordinate]]
  ) -> [BackgroundShape] {
    guard let box = box(around: routes.flatMap(\.self)) else { return [] }
    var background = Background(routes: routes, in: box)
    let far = overview ?? details
    for way in far.ways { background.add(way) }
    if overview != nil {
      let isDrawn = Set(far.ways.map(\.points))
      for way in details.ways where !isDrawn.contains(way.points) { background.add(way) }
    }
    for river in far.rivers { background.add(.water, line: river, reach: Reach.water) }
    for water in far.waters { background.add(.water, water, reach: Reach.water) }
    background.addSea(of: far)
    for wood in far.woods { background.add(.wood, wood, reach: Reach.wood) }
    for building in details.buildings { background.add(building) }
    return background.chosen
  }

  /// Returns the part of the map that pages show around positions; nil without positions.
  ///
  /// A page's map is twice as wide as high on a screen, and about square on a phone. The box is
  /// widened to the shape of both, but by a few kilometers at most.
  static func box(around positions: [Coordinate]) -> GeoBox? {
    guard let tight = GeoBox(around: positions) else { return nil }
    var box = tight.widened(byMeters: min(max(300, tight.diagonalMeters * 0.15), 5000))
    let scale = LocalScale(latitude: (box.south + box.north) / 2)
    let width = (box.east - box.west) * scale.metersPerDegreeEast
    let height = (box.north - box.south) * scale.metersPerDegreeNorth
    let eastDegrees =
      min(max(0, 2 * height - width) / 2, wideningMetersMax) / scale.metersPerDegreeEast
    let northDegrees =
      min(max(0, width - height) / 2, wideningMetersMax) / scale.metersPerDegreeNorth
    box.west -= eastDegrees
    box.east += eastDegrees
    box.south -= northDegrees
    box.north += northDegrees
    return box
  }

  private static let wideningMetersMax = 8000.0

  private init(routes: [[Coordinate]], in box: GeoBox) {
    self.box = box
    distances = RouteDistances(to: routes, in: box)
    toleranceMeters = max(2, box.diagonalMeters / 6000)
  }
}

// MARK: - Kinds

extension Background {
  private mutating func add(_ way: MapObjects.Way) {
    if way.isRail { return add(.rail, line: way.points, reach: Reach.rail) }
    switch way.kind {
    case "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary",
      "secondary_link":
      add(.mainRoad, line: way.points, reach: Reach.mainRoad)
    case "tertiary", "tertiary_link": add(.road, line: way.points, reach: Reach.throughRoad)
    case "unclassified", "residential", "living_street", "pedestrian", "road":
      add(.road, line: way.points, reach: Reach.road)
    default: add(.path, line: way.points, reach: Reach.path)
    }
  }

  private mutating func add(_ building: MapObjects.Building) {
    guard box.intersects(building.box) else { return }
    take(.building, [outline(building.ring, toleranceMeters: 1)], reach: Reach.building)
  }

  private mutating func add(
    _ layer: BackgroundShape.Layer, _ area: MapObjects.Area, reach: Double
  ) {
    guard box.intersects(area.box) || area.rings.count > 1 else { return }
    let leastSquareMeters = 16 * toleranceMeters * toleranceMeters
    for polygon in polygons(area.rings) where squareMeters(polygon[0]) >= leastSquareMeters {
      let rings = polygon.filter { squareMeters($0) >= leastSquareMeters }
      take(layer, rings.map { outline($0, toleranceMeters: toleranceMeters) }, reach: reach)
    }
  }

  /// Adds the sea where the extract is complete.
  private mutating func addSea(of objects: MapObjects) {
    guard let complete = objects.extent.map(box.intersection) ?? box else { return }
    for rings in Coast(objects.coastlines, in: complete).sea {
      let outlines = rings.map {
        BackgroundShape.rounded($0.simplified(toleranceMeters: toleranceMeters))
      }
      take(.water, outlines, reach: Reach.water)
    }
  }

  private mutating func add(
    _ layer: BackgroundShape.Layer, line: [Coordinate], reach: Double
  ) {
    for part in box.parts(of: line) {
      let points = BackgroundShape.rounded(part.simplified(toleranceMeters: toleranceMeters))
      guard points.count > 1 else { continue }
      take(BackgroundShape(layer: layer, lines: [points], isArea: false), reach: reach)
    }
  }
}

// MARK: - Shapes

extension Background {
  /// Returns each outer ring with the holes in it.
  private func polygons(_ rings: [[Coordinate]]) -> [[[Coordinate]]] {
    var polygons: [[[Coordinate]]] = []
    for ring in rings {
      guard let point = ring.first else { continue }
      let owner = polygons.lastIndex { isInside(point, $0[0]) }
      if let owner { polygons[owner].append(ring) } else { polygons.append([ring]) }
    }
    return polygons
  }

  /// Returns the visible part of a ring, simplified.
  private func outline(_ ring: [Coordinate], toleranceMeters: Double) -> [Coordinate] {
    BackgroundShape.rounded(
      box.part(ofRing: ring).simplified(toleranceMeters: toleranceMeters))
  }

  /// Takes an area whose first ring is the outer one. A ring without an area is left out.
  ///
  /// Outer rings run counterclockwise and holes clockwise, as RFC 7946 has it. So the areas of a
  /// layer can be filled together, even if they overlap.
  private mutating func take(
    _ layer: BackgroundShape.Layer, _ rings: [[Coordinate]], reach: Double
  ) {
    guard let outer = rings.first, outer.count > 3 else { return }
    let holes = rings.dropFirst().filter { $0.count > 3 }
    let lines = [outer.turned(isLeft: true)] + holes.map { $0.turned(isLeft: false) }
    take(BackgroundShape(layer: layer, lines: lines, isArea: true), reach: reach)
  }

  private mutating func take(_ shape: BackgroundShape, reach: Double) {
    let meters = shape.lines[0].map(distances.meters).min() ?? .infinity
    guard meters <= reach else { return }
    candidates.append(Candidate(shape: shape, remoteness: meters / reach))
  }

  /// The shapes within the limit of bytes, in the order of their layers.
  ///
  /// Lines that are joined take fewer bytes, so that there is room for more of them.
  private var chosen: [BackgroundShape] {
    let nearest = candidates.enumerated().sorted {
      ($0.element.remoteness, $0.offset) < ($1.element.remoteness, $1.offset)
    }.map(\.element.shape)
    var chosen: [BackgroundShape] = []
    var count = 0
    while count < nearest.count {
      var room = Background.bytesMax - chosen.reduce(0) { $0 + $1.bytes }
      let more = nearest[count...].prefix { shape in
        room -= shape.bytes
        return room >= 0
      }
      guard !more.isEmpty else { break }
      count += more.count
      chosen = joined(Array(nearest[..<count]))
    }
    return chosen
  }

  /// Returns the shapes in the order of their layers, with lines joined where they meet.
  private func joined(_ shapes: [BackgroundShape]) -> [BackgroundShape] {
    BackgroundShape.Layer.allCases.flatMap { layer in
      let own = shapes.filter { $0.layer == layer }
      let lines = own.filter { !$0.isArea }.map { $0.lines[0] }
      return own.filter(\.isArea)
        + LineJoiner.joined(lines).map {
          BackgroundShape(
            layer: layer, lines: [$0.simplified(toleranceMeters: toleranceMeters)], isArea: false)
        }
    }
  }
}

extension BackgroundShape {
  /// About the number of bytes in a file of routes.
  fileprivate var bytes: Int { 112 + lines.reduce(0) { $0 + 2 + 21 * $1.count } }

  /// Returns points with five decimals, about 1 m, and without repeated ones.
  fileprivate static func rounded(_ points: [Coordinate]) -> [Coordinate] {
    var rounded: [Coordinate] = []
    for point in points {
      let near = Coordinate(
        latitude: (point.latitude * 1e5).rounded() / 1e5,
        longitude: (point.longitude * 1e5).rounded() / 1e5)
      if rounded.last != near { rounded.append(near) }
    }
    return rounded
  }
}

extension [Coordinate] {
  /// Returns a ring that runs counterclockwise, or else clockwise.
  fileprivate func turned(isLeft: Bool) -> [Coordinate] {
    isCounterclockwise == isLeft ? self : reversed()
  }
}
