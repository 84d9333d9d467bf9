import Geodesy

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The route of one move: straight from waypoint to waypoint.
///
/// A straight piece is linear in latitude and longitude, as between knots of a trajectory. Over
/// long distances such a line differs from the great circle. A piece longer than 20 km is therefore
/// divided at points on the great circle. At mid latitudes, a line of 20 km differs from the great
/// circle by less than 10 m.
struct Route {
  struct Vertex {
    var coordinate: Coordinate
    /// The distance of this vertex from the start of the route, along the route.
    var distanceMeters: Double
    /// The course of the straight piece that begins at this vertex.
    var courseDegrees: Double
    /// The cosine of half the change of direction at this vertex: 1 straight on, 0 for a reversal.
    var cosineOfHalfTurn: Double
  }

  /// A part of a mapped route: its way, and the distance at which it begins.
  struct Piece {
    var startMeters: Double
    var way: MappedRoute.Way
  }

  /// A point of a mapped route at which traffic may stop the person.
  struct Stop {
    var distanceMeters: Double
    var cause: StopCause
  }

  private(set) var vertices: [Vertex]
  /// The pieces of a mapped route in order; empty for a straight route.
  private(set) var pieces: [Piece] = []
  private(set) var stops: [Stop] = []
  var isMapped: Bool { !pieces.isEmpty }
  var lengthMeters: Double { vertices[vertices.count - 1].distanceMeters }

  init(from start: Coordinate, via: [Coordinate], to target: Coordinate) {
    vertices = [
      Vertex(coordinate: start, distanceMeters: 0, courseDegrees: 0, cosineOfHalfTurn: 1)
    ]
    vertices.reserveCapacity(via.count + 2)
    var direction = Displacement(eastMeters: 0, northMeters: 0)
    for coordinate in via { append(coordinate, direction: &direction) }
    append(target, direction: &direction)
  }

  /// Makes a route that follows a mapped route. It goes straight from the start to the mapped
  /// route, and straight from there to the target.
  init(from start: Coordinate, following mapped: MappedRoute, to target: Coordinate) {
    self.init(from: start, via: mapped.points, to: target)
    var meters: [Double] = []
    meters.reserveCapacity(mapped.points.count)
    // Points at one place became one vertex, and long pieces became several.
    var vertex = 0
    for point in mapped.points {
      if let next = vertices[vertex...].firstIndex(where: { $0.coordinate == point }) {
        vertex = next
      }
      meters.append(vertices[vertex].distanceMeters)
    }
    pieces = mapped.pieces.compactMap { piece in
      guard meters.indices.contains(piece.firstPoint) else { return nil }
      return Piece(startMeters: meters[piece.firstPoint], way: piece.way)
    }
    stops = mapped.stops.compactMap { stop in
      guard meters.indices.contains(stop.point) else { return nil }
      return Stop(distanceMeters: meters[stop.point], cause: stop.cause)
    }
  }

  /// Returns the index of the piece at a distance along the route; nil before the first piece. The
  /// search begins at `index`.
  func piece(atMeters distance: Double, after index: Int?) -> Int? {
    var next = index.map { $0 + 1 } ?? 0
    while next < pieces.count, pieces[next].startMeters <= distance { next += 1 }
    return next > 0 ? next - 1 : nil
  }

  /// Returns the index of the vertex with which the straight piece at a distance along the route
  /// begins. The search begins at `index`.
  func vertex(beforeMeters distance: Double, after index: Int) -> Int {
    var index = index
    while index + 2 < vertices.count, vertices[index + 1].distanceMeters <= distance { index += 1 }
    return index
  }

  /// Returns the position at a distance along the route. The distance must lie on the piece after
  /// the given vertex.
  func coordinate(atMeters distance: Double, after vertex: Int) -> Coordinate {
    let from = vertices[vertex]
    guard vertex + 1 < vertices.count else { return from.coordinate }
    let to = vertices[vertex + 1]
    let share = (distance - from.distanceMeters) / (to.distanceMeters - from.distanceMeters)
    return from.coordinate.interpolated(to: to.coordinate, share: share)
  }

  private mutating func append(_ coordinate: Coordinate, direction: inout Displacement) {
    let start = vertices[vertices.count - 1].coordinate
    guard start != coordinate else { return }
    for point in greatCircle(from: start, to: coordinate) {
      appendStraight(point, direction: &direction)
    }
    appendStraight(coordinate, direction: &direction)
  }

  private mutating func appendStraight(_ coordinate: Coordinate, direction: inout Displacement) {
    let last = vertices.count - 1
    let start = vertices[last].coordinate
    let way = LocalScale(latitude: (start.latitude + coordinate.latitude) / 2)
      .displacement(from: start, to: coordinate)
    let length = way.meters
    guard length > 0 else { return }
    let unit = Displacement(
      eastMeters: way.eastMeters / length, northMeters: way.northMeters / length)
    if last > 0 {
      let cosine =
        unit.eastMeters * direction.eastMeters + unit.northMeters * direction.northMeters
      vertices[last].cosineOfHalfTurn = (max(0, 1 + cosine) / 2).squareRoot()
    }
    vertices[last].courseDegrees = way.courseDegrees
    direction = unit
    vertices.append(
      Vertex(
        coordinate: coordinate, distanceMeters: vertices[last].distanceMeters + length,
        courseDegrees: vertices[last].courseDegrees, cosineOfHalfTurn: 1))
  }
}

private let straightMetersMax = 20_000.0

/// Returns the points that divide the great circle between two points into parts of at most 20 km.
private func greatCircle(from a: Coordinate, to b: Coordinate) -> [Coordinate] {
  let length = a.distanceMeters(to: b)
  guard length > straightMetersMax else { return [] }
  let parts = Int((length / straightMetersMax).rounded(.up))
  let start = UnitVector(a)
  let target = UnitVector(b)
  let angle = acos(min(max(start.dot(target), -1), 1))
  // The great circle between antipodes is not unique; use a straight line in degrees.
  guard sin(angle) > 1e-6 else {
    return (1..<parts).map { a.interpolated(to: b, share: Double($0) / Double(parts)) }
  }
  return (1..<parts).map { part in
    let share = Double(part) / Double(parts)
    return start.blended(
      with: target, sin((1 - share) * angle) / sin(angle), sin(share * angle) / sin(angle))
  }
}

private struct UnitVector {
  var x: Double
  var y: Double
  var z: Double

  init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    x = cos(latitude) * cos(longitude)
    y = cos(latitude) * sin(longitude)
    z = sin(latitude)
  }

  func dot(_ other: UnitVector) -> Double { x * other.x + y * other.y + z * other.z }

  func blended(with other: UnitVector, _ own: Double, _ others: Double) -> Coordinate {
    let east = y * own + other.y * others
    let towards = x * own + other.x * others
    let up = z * own + other.z * others
    return Coordinate(
      latitude: atan2(up, (east * east + towards * towards).squareRoot()) * 180 / .pi,
      longitude: atan2(east, towards) * 180 / .pi)
  }
}
