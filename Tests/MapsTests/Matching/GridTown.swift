import EventKernel
import Geodesy
import Timekeeping
import World

@testable import Maps
@testable import Routes

/// A town whose streets form a grid of 100 m, with a router that finds the shortest way. Positions
/// are in meters east and north of a corner.
struct GridTown: Router {
  let name = "Grid"
  /// Streets that are closed, each by the corners at its ends.
  var closed: Set<Street> = []
  var tracePointsMax = Int.max

  struct Corner: Hashable {
    var x: Int
    var y: Int
  }
  struct Street: Hashable {
    var a: Corner
    var b: Corner
  }

  static let streetMeters = 100.0
  static let streetCount = 12
  private static let scale = LocalScale(latitude: 47)
  private static let origin = Coordinate(latitude: 47, longitude: 9)

  static func at(_ east: Double, _ north: Double) -> Coordinate {
    scale.coordinate(origin, moved: Displacement(eastMeters: east, northMeters: north))
  }

  static func meters(_ position: Coordinate) -> (east: Double, north: Double) {
    let way = scale.displacement(from: origin, to: position)
    return (way.eastMeters, way.northMeters)
  }

  /// Returns the distance in meters from a position to the nearest street.
  static func metersToStreet(_ position: Coordinate) -> Double {
    let (east, north) = meters(position)
    func off(_ value: Double) -> Double {
      abs(value - (value / streetMeters).rounded() * streetMeters)
    }
    return min(off(east), off(north))
  }

  func description() -> RouterDescription { RouterDescription(name: name) }

  func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    let (from, to) = (snapped(request.from), snapped(request.to))
    if from.street == to.street { return RouterAnswer(points: [from.position, to.position]) }
    var best: (meters: Double, points: [Coordinate])?
    for start in [from.street.a, from.street.b] {
      for end in [to.street.a, to.street.b] {
        guard let corners = way(from: start, to: end) else { continue }
        let points = [from.position] + corners.map(Self.at) + [to.position]
        let meters = zip(points, points.dropFirst()).reduce(0) {
          $0 + $1.0.distanceMeters(to: $1.1)
        }
        if meters < best?.meters ?? .infinity { best = (meters, points) }
      }
    }
    guard let best else { throw .unconnected }
    return RouterAnswer(points: best.points)
  }

  private static func at(_ corner: Corner) -> Coordinate {
    at(Double(corner.x) * streetMeters, Double(corner.y) * streetMeters)
  }

  /// Returns the nearest position on a street that is open. A closed one has the nearer corner.
  private func snapped(_ position: Coordinate) -> (position: Coordinate, street: Street) {
    let (east, north) = Self.meters(position)
    let (x, y) = (east / Self.streetMeters, north / Self.streetMeters)
    let isNorthward = abs(x - x.rounded()) < abs(y - y.rounded())
    let corner = Corner(
      x: Int(x.rounded(isNorthward ? .toNearestOrEven : .down)),
      y: Int(y.rounded(isNorthward ? .down : .toNearestOrEven)))
    let end = Corner(x: corner.x + (isNorthward ? 0 : 1), y: corner.y + (isNorthward ? 1 : 0))
    let street = Street(a: corner, b: end)
    guard closed.contains(street) else {
      return isNorthward
        ? (Self.at(x.rounded() * Self.streetMeters, north), street)
        : (Self.at(east, y.rounded() * Self.streetMeters), street)
    }
    let nearer = y - y.rounded(.down) < 0.5 ? corner : end
    return (Self.at(nearer), Street(a: nearer, b: nearer))
  }

  /// Returns the corners of a shortest way, in breadth-first order.
  private func way(from start: Corner, to end: Corner) -> [Corner]? {
    var origins = [start: start]
    var queue = [start]
    while let corner = queue.first, origins[end] == nil {
      queue.removeFirst()
      for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        let next = Corner(x: corner.x + x, y: corner.y + y)
        guard (0...Self.streetCount).contains(next.x), (0...Self.streetCount).contains(next.y),
          origins[next] == nil, !closed.contains(Street(a: corner, b: next)),
          !closed.contains(Street(a: next, b: corner))
        else { continue }
        origins[next] = corner
        queue.append(next)
      }
    }
    guard origins[end] != nil else { return nil }
    var corners = [end]
    while let last = corners.last, last != start, let origin = origins[last] {
      corners.append(origin)
    }
    return corners.reversed()
  }
}

/// A router that finds the same line for every request.
struct KnownLine: Router {
  let name = "Known line"
  var points: [Coordinate]

  func description() -> RouterDescription { RouterDescription(name: name) }
  func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    RouterAnswer(points: points)
  }
}

/// A way of a person through the town, with a position each second.
struct TownWalk {
  /// The true position at each second.
  var truth: [Coordinate]

  /// Makes a way through corners, in meters east and north.
  init(_ corners: [(Double, Double)], metersPerSecond: Double = 10) {
    truth = []
    for (a, b) in zip(corners, corners.dropFirst()) {
      let meters = ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).squareRoot()
      let count = Int(meters / metersPerSecond)
      truth += (0..<count).map { index in
        let share = Double(index) / Double(count)
        return GridTown.at(a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
      }
    }
    if let last = corners.last { truth.append(GridTown.at(last.0, last.1)) }
  }

  /// Returns a recording of the way whose positions are off by a normal distribution.
  func recorded(deviationMeters: Double, seed: UInt64) -> [TracePoint] {
    let chance = SeededRandom(seed: seed).stream("noise")
    return truth.enumerated().map { index, position in
      let (east, north) = chance.normalPair(at: Int64(index))
      let scale = LocalScale(latitude: position.latitude)
      let moved = scale.coordinate(
        position,
        moved: Displacement(
          eastMeters: east * deviationMeters, northMeters: north * deviationMeters))
      return TracePoint(
        time: Instant(nanoseconds: Int64(index) * 1_000_000_000), coordinate: moved,
        horizontalAccuracyMeters: deviationMeters * 1.51)
    }
  }
}

/// Returns the middle of numbers.
func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
