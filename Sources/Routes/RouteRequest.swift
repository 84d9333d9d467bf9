import Geodesy
import World

/// A move for which a route is needed. Moves with equal values have the same route.
package struct RouteRequest: Sendable, Hashable {
  package var mode: MotionMode
  package var from: Coordinate
  /// The points that the route has to pass, in order.
  package var via: [Coordinate]
  package var to: Coordinate

  package init(mode: MotionMode, from: Coordinate, via: [Coordinate] = [], to: Coordinate) {
    self.mode = mode
    self.from = from
    self.via = via
    self.to = to
  }

  /// The points of the request in order.
  package var points: [Coordinate] { [from] + via + [to] }

  /// The distance from point to point in a straight line, in meters.
  package var straightMeters: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMeters(to: $1.1) }
  }
}
