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

/// The chance that a person has to stop, and the length of the stop in seconds.
///
/// The figures are estimates, like those of `TravelStyle`.
struct StopChance {
  var probability: Double
  var seconds: ClosedRange<Double>

  /// Makes the chance for a mode of motion; nil if this cause does not stop the mode.
  init?(_ cause: StopCause, _ mode: MotionMode, style: TravelStyle) {
    switch (cause, mode) {
    case (_, .still), (_, .flying): return nil
    case (.station, .train): self.init(1, style.stopSeconds)
    case (.station, _), (_, .train): return nil
    case (.signals, _): self.init(0.5, style.stopSeconds)
    case (.levelCrossing, _): self.init(0.05, 40...120)
    case (.crossing, .automotive): self.init(0.1, 3...10)
    case (.crossing, .cycling): self.init(0.05, 3...8)
    case (.crossing, .walking), (.crossing, .running): self.init(0.2, 2...15)
    case (.stopSign, .automotive): self.init(1, 2...5)
    case (.stopSign, .cycling): self.init(0.5, 1...3)
    case (.giveWay, .automotive): self.init(0.4, 2...8)
    case (.giveWay, .cycling): self.init(0.3, 1...5)
    case (.stopSign, _), (.giveWay, _): return nil
    }
  }

  private init(_ probability: Double, _ seconds: ClosedRange<Double>) {
    self.probability = probability
    self.seconds = seconds
  }
}
