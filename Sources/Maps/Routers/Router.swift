import Geodesy
import Routes
import Text
import World

/// A program or server that finds routes on the ways of a map.
package protocol Router: Sendable {
  /// The name, such as "Routino".
  var name: String { get }

  /// Returns the name with the version, and the date of a server's map.
  func description() -> RouterDescription

  /// Finds the route of a move.
  ///
  /// - Throws: `RoutingFailure` if there is no route, or the router's answer is not usable.
  func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer

  /// The largest number of points of a recording in one request.
  var tracePointsMax: Int { get }

  /// Finds the ways that a recording follows: one piece, or several if the recording leaves the
  /// ways in between.
  ///
  /// - Throws: `RoutingFailure` if there are no such ways, or the router's answer is not usable.
  func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]]
}

/// A router without map matching: the route from the first to the last point.
extension Router {
  package var tracePointsMax: Int { .max }

  package func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]] {
    guard let first = points.first, let last = points.last, points.count > 1 else { return [] }
    let request = RouteRequest(mode: mode, from: first.coordinate, to: last.coordinate)
    return [try route(request).points]
  }
}

/// A router's name with its version, and the date of a server's map such as "2015-07-27", if it is
/// known.
package struct RouterDescription: Sendable, Hashable {
  package var name: String
  package var mapDate: String?

  package init(name: String, mapDate: String? = nil) {
    self.name = name
    self.mapDate = mapDate
  }
}

/// The points of a route, and what the router says of the ways between them.
package struct RouterAnswer: Sendable, Hashable {
  package var points: [Coordinate]
  /// The ways in order, each with the index of the point at which it begins; empty if the router
  /// does not describe ways.
  package var ways: [MappedRoute.Piece]

  package init(points: [Coordinate], ways: [MappedRoute.Piece] = []) {
    self.points = points
    self.ways = ways
  }

  /// Returns the way between a point and the next one; nil if the router does not describe it.
  func way(ofEdge index: Int) -> MappedRoute.Way? {
    ways.last { $0.firstPoint <= index }?.way
  }

  /// The route as the router describes it, without a map.
  var mapped: MappedRoute {
    var pieces: [MappedRoute.Piece] = []
    for piece in ways where piece.way != pieces.last?.way { pieces.append(piece) }
    if pieces.isEmpty { pieces = [MappedRoute.Piece(firstPoint: 0, way: MappedRoute.Way())] }
    return MappedRoute(points: points, pieces: pieces)
  }
}

/// The reason why a router finds no route.
package enum RoutingFailure: Error, Sendable, Hashable {
  /// No way of this mode lies near a point of the request.
  case farFromWays(pointNumber: Int)
  /// The ways near the points are not connected.
  case unconnected
  /// The router cannot be used at all. The text is a clause.
  case unusable(String)
  case input(InputError)
}
