import Geodesy

/// A plane around a position, in meters to the east and north. It is accurate to a meter within
/// some kilometers.
struct Flat {
  let origin: Coordinate
  private let scale: LocalScale

  init(around origin: Coordinate) {
    self.origin = origin
    scale = LocalScale(latitude: origin.latitude)
  }

  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  func point(_ position: Coordinate) -> Point {
    let way = scale.displacement(from: origin, to: position)
    return Point(x: way.eastMeters, y: way.northMeters)
  }

  /// Returns the distance in meters from the origin to a straight line, and the share of the line
  /// at its nearest point.
  func distance(toLine a: Coordinate, _ b: Coordinate) -> (meters: Double, share: Double) {
    let (from, to) = (point(a), point(b))
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let squared = dx * dx + dy * dy
    let share = squared > 0 ? min(max(-(from.x * dx + from.y * dy) / squared, 0), 1) : 0
    let (x, y) = (from.x + share * dx, from.y + share * dy)
    return ((x * x + y * y).squareRoot(), share)
  }

  /// Returns the distance in meters at which a ray from the origin first meets a line; nil if it
  /// does not meet it.
  ///
  /// - Parameter direction: the direction of the ray, as a vector of length 1.
  func distance(along direction: Point, toLine a: Coordinate, _ b: Coordinate) -> Double? {
    let (from, to) = (point(a), point(b))
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let cross = direction.x * dy - direction.y * dx
    guard abs(cross) > 1e-9 else { return nil }
    let along = (from.x * dy - from.y * dx) / cross
    let share = (from.x * direction.y - from.y * direction.x) / cross
    return along >= 0 && (0...1).contains(share) ? along : nil
  }
}

/// Returns true if a position lies within a closed ring.
func isInside(_ position: Coordinate, _ ring: [Coordinate]) -> Bool {
  var isInside = false
  var previous = ring.last ?? position
  for corner in ring {
    if (corner.latitude > position.latitude) != (previous.latitude > position.latitude) {
      let share = (position.latitude - corner.latitude) / (previous.latitude - corner.latitude)
      let crossing = corner.longitude + share * (previous.longitude - corner.longitude)
      if position.longitude < crossing { isInside.toggle() }
    }
    previous = corner
  }
  return isInside
}

/// Returns the area in square meters that a ring encloses.
func squareMeters(_ ring: [Coordinate]) -> Double {
  guard let first = ring.first else { return 0 }
  let flat = Flat(around: first)
  let points = ring.map(flat.point)
  let doubled = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, pair in
    sum + pair.0.x * pair.1.y - pair.1.x * pair.0.y
  }
  return abs(doubled) / 2
}

extension [Coordinate] {
  /// True if the ring runs counterclockwise, seen with north at the top.
  var isCounterclockwise: Bool {
    let doubledArea = zip(self, dropFirst()).reduce(0) { sum, edge in
      sum + (edge.0.longitude - self[0].longitude) * (edge.1.latitude - self[0].latitude)
        - (edge.1.longitude - self[0].longitude) * (edge.0.latitude - self[0].latitude)
    }
    return doubledArea > 0
  }
}
