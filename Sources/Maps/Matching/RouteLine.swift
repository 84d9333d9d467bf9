import Geodesy
import World

/// A line of pieces on which a recording may have been made. A position on it is a distance from
/// its start in meters.
struct RouteLine: Sendable {
  private struct Edge {
    var a: Coordinate
    var b: Coordinate
    var startMeters: Double
    var meters: Double
  }

  /// The edges of all pieces in order. A piece begins at the distance at which the one before ends.
  private var edges: [Edge] = []
  private var grid = GeoGrid(cellDegrees: 0.002)
  private(set) var meters = 0.0

  init(_ pieces: [[Coordinate]]) {
    for piece in pieces {
      for (a, b) in zip(piece, piece.dropFirst()) where a != b {
        guard let box = GeoBox(around: [a, b]) else { continue }
        let length = a.distanceMeters(to: b)
        grid.insert(edges.count, in: box)
        edges.append(Edge(a: a, b: b, startMeters: meters, meters: length))
        meters += length
      }
    }
  }

  /// A position on the line near a point.
  struct Candidate: Hashable {
    var meters: Double
    var distanceMeters: Double
    fileprivate var edge: Int
  }

  /// Returns the nearest position of each passage of the line near a point, in the line's order.
  func candidates(near point: Coordinate, withinMeters radius: Double) -> [Candidate] {
    guard let box = GeoBox(around: [point])?.widened(byMeters: radius) else { return [] }
    let flat = Flat(around: point)
    let found: [Candidate] = grid.indices(near: box).compactMap { index in
      let edge = edges[index]
      let nearest = flat.distance(toLine: edge.a, edge.b)
      guard nearest.meters <= radius else { return nil }
      return Candidate(
        meters: edge.startMeters + nearest.share * edge.meters, distanceMeters: nearest.meters,
        edge: index)
    }
    return found.indices.compactMap { index in
      let candidate = found[index]
      // Of neighboring edges, the one counts that is nearer than both of its neighbors.
      if index > 0, found[index - 1].edge == candidate.edge - 1,
        found[index - 1].distanceMeters <= candidate.distanceMeters
      {
        return nil
      }
      if index + 1 < found.count, found[index + 1].edge == candidate.edge + 1,
        found[index + 1].distanceMeters < candidate.distanceMeters
      {
        return nil
      }
      return candidate
    }
  }

  /// Returns the position at a distance from the start.
  func position(atMeters distance: Double) -> Coordinate {
    var (low, high) = (0, edges.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if edges[middle].startMeters <= distance { low = middle } else { high = middle - 1 }
    }
    let edge = edges[low]
    let share = min(max((distance - edge.startMeters) / edge.meters, 0), 1)
    return edge.a.interpolated(to: edge.b, share: share)
  }
}

extension TracePoint {
  /// The standard deviation of the position in one direction, in meters.
  ///
  /// The reported radius contains 68 % of a circular normal distribution, which is 1.51 standard
  /// deviations. Without a reported radius, 5 m is assumed, as for a receiver under an open sky.
  var deviationMeters: Double {
    horizontalAccuracyMeters.map { max(1, $0 / 1.51) } ?? 5
  }

  /// The largest distance between the point and the way that it may lie on: 3 standard deviations,
  /// at least 30 m, since a road is wide and its line on the map may be off, and at most 100 m.
  var reachMeters: Double { min(max(30, 3 * deviationMeters), 100) }
}
