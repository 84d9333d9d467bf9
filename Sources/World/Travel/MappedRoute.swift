import Geodesy

/// A route along the ways of a map, as a routing program found it.
package struct MappedRoute: Sendable, Hashable {
  /// The points of the route in order; at least two.
  package var points: [Coordinate]
  /// The pieces in order. The first piece begins at point 0.
  package var pieces: [Piece]
  /// The points at which traffic may stop the person, in order.
  package var stops: [Stop]

  package init(points: [Coordinate], pieces: [Piece], stops: [Stop] = []) {
    self.points = points
    self.pieces = pieces
    self.stops = stops
  }

  /// A part of the route with constant properties. It ends where the next piece begins.
  package struct Piece: Sendable, Hashable {
    /// The index of the point at which the piece begins.
    package var firstPoint: Int
    package var way: Way

    package init(firstPoint: Int, way: Way) {
      self.firstPoint = firstPoint
      self.way = way
    }
  }

  /// The properties of a way. A property that the map does not give is nil.
  package struct Way: Sendable, Hashable {
    /// The kind of way in the map's word, such as "residential" or "footway".
    package var kind: String?
    package var name: String?
    /// True in tunnels and under roofs, where no satellite is in view.
    package var isTunnel: Bool
    package var speedLimitMetersPerSecond: Double?
    package var surface: String?
    package var sky: SkyView?
    package var area: AreaClass?

    package init(
      kind: String? = nil, name: String? = nil, isTunnel: Bool = false,
      speedLimitMetersPerSecond: Double? = nil, surface: String? = nil, sky: SkyView? = nil,
      area: AreaClass? = nil
    ) {
      self.kind = kind
      self.name = name
      self.isTunnel = isTunnel
      self.speedLimitMetersPerSecond = speedLimitMetersPerSecond
      self.surface = surface
      self.sky = sky
      self.area = area
    }
  }

  package struct Stop: Sendable, Hashable {
    /// The index of the point.
    package var point: Int
    package var cause: StopCause

    package init(point: Int, cause: StopCause) {
      self.point = point
      self.cause = cause
    }
  }
}

/// A reason for a stop that a map shows.
package enum StopCause: String, Sendable, Hashable, CaseIterable, Codable {
  case signals, crossing, stopSign, giveWay, levelCrossing, station
}
