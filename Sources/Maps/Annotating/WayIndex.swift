import Geodesy
import World

/// An index of the map's ways, which finds the way that a person follows.
struct WayIndex: Sendable {
  private struct Segment {
    var way: Int
    var a: Coordinate
    var b: Coordinate
  }

  let ways: [MapObjects.Way]
  private var segments: [Segment] = []
  private var grid = GeoGrid(cellDegrees: 0.002)

  init(_ ways: [MapObjects.Way]) {
    self.ways = ways
    for (index, way) in ways.enumerated() {
      for (a, b) in zip(way.points, way.points.dropFirst()) {
        guard let box = GeoBox(around: [a, b]) else { continue }
        grid.insert(segments.count, in: box)
        segments.append(Segment(way: index, a: a, b: b))
      }
    }
  }

  /// A way near a position.
  struct Match {
    var way: Int
    var meters: Double
    /// The nearest position on the way.
    var position: Coordinate
  }

  /// Returns the way that a straight piece of a route follows: the nearest one of like direction.
  ///
  /// A way that differs by 90 degrees counts as 30 m farther away. So a street is preferred to the
  /// bridge that crosses it, and a router's rounded points still find their way.
  func way(along a: Coordinate, _ b: Coordinate, isRail: Bool) -> Match? {
    let middle = a.interpolated(to: b, share: 0.5)
    let flat = Flat(around: middle)
    let (from, to) = (flat.point(a), flat.point(b))
    return best(around: middle, withinMeters: 40, isRail: isRail) { segment in
      let (s, e) = (flat.point(segment.a), flat.point(segment.b))
      let (ux, uy) = (to.x - from.x, to.y - from.y)
      let (vx, vy) = (e.x - s.x, e.y - s.y)
      let lengths = ((ux * ux + uy * uy) * (vx * vx + vy * vy)).squareRoot()
      guard lengths > 0 else { return 0 }
      return 30 * abs(ux * vy - uy * vx) / lengths
    }
  }

  /// Returns the nearest way for a mode of motion; nil if there is none within some kilometers.
  func nearest(to position: Coordinate, for mode: MotionMode) -> Match? {
    let others = mode == .automotive ? MapTags.pathsWithoutCars : []
    for meters in [100.0, 1000, 10_000] {
      if let match = best(
        around: position, withinMeters: meters, isRail: mode == .train,
        penaltyMeters: { others.contains(ways[$0.way].kind) ? 1e9 : 0 }),
        !others.contains(ways[match.way].kind)
      {
        return match
      }
    }
    return nil
  }

  /// Returns the nearest position on each of the ways near a position, the nearest first.
  func positions(near position: Coordinate, withinMeters radius: Double, isRail: Bool)
    -> [Coordinate]
  {
    guard let box = GeoBox(around: [position])?.widened(byMeters: radius) else { return [] }
    let flat = Flat(around: position)
    var nearest: [Int: (meters: Double, position: Coordinate)] = [:]
    for index in grid.indices(near: box) where ways[segments[index].way].isRail == isRail {
      let segment = segments[index]
      let distance = flat.distance(toLine: segment.a, segment.b)
      guard distance.meters <= radius, distance.meters < nearest[segment.way]?.meters ?? .infinity
      else { continue }
      let found = segment.a.interpolated(to: segment.b, share: distance.share)
      nearest[segment.way] = (distance.meters, found)
    }
    return nearest.sorted { ($0.value.meters, $0.key) < ($1.value.meters, $1.key) }
      .map(\.value.position)
  }

  private func best(
    around position: Coordinate, withinMeters radius: Double, isRail: Bool,
    penaltyMeters: (Segment) -> Double
  ) -> Match? {
    guard let box = GeoBox(around: [position])?.widened(byMeters: radius) else { return nil }
    let flat = Flat(around: position)
    var best: (match: Match, cost: Double)?
    for index in grid.indices(near: box) {
      let segment = segments[index]
      guard ways[segment.way].isRail == isRail else { continue }
      let distance = flat.distance(toLine: segment.a, segment.b)
      guard distance.meters <= radius else { continue }
      let cost = distance.meters + penaltyMeters(segment)
      if cost < best?.cost ?? .infinity {
        let nearest = segment.a.interpolated(to: segment.b, share: distance.share)
        best = (Match(way: segment.way, meters: distance.meters, position: nearest), cost)
      }
    }
    return best?.match
  }
}
