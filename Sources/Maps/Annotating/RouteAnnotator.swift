import Geodesy
import Routes
import World

/// The map around routes. It says which ways a route follows, and what the sky, the area and the
/// stops along them are.
struct RouteAnnotator: Sendable {
  /// The distance between two looks at the sky.
  private static let stepMeters = 25.0
  /// A sky or an area that changes for a shorter distance than this is left out.
  private static let shortestMeters = 40.0

  let ways: WayIndex
  let density: BuiltDensity
  let skies: MapSkies
  private let stops: StopIndex

  init(_ objects: MapObjects) {
    ways = WayIndex(objects.ways)
    density = BuiltDensity(objects)
    skies = MapSkies(objects, density: density)
    stops = StopIndex(objects.stops)
  }

  /// Returns the route with the properties of the map's ways.
  ///
  /// - Parameter answer: the points that a router found, with what it knows of their ways.
  func route(_ answer: RouterAnswer, mode: MotionMode) -> MappedRoute {
    var looks = self.looks(along: answer, mode: mode)
    settle(&looks, \.way.sky, isKept: { $0.way.isTunnel })
    settle(&looks, \.way.area, isKept: { _ in false })
    var route = MappedRoute(points: [], pieces: [])
    for look in looks {
      let isNew = route.pieces.last?.way != look.way
      if isNew {
        route.pieces.append(MappedRoute.Piece(firstPoint: route.points.count, way: look.way))
      }
      // A look inside a straight line matters only where a piece begins.
      if isNew || look.isCorner { route.points.append(look.start) }
    }
    if let last = answer.points.last { route.points.append(last) }
    route.stops = stops.stops(along: route.points, mode: mode)
    return route
  }

  /// A short part of a route.
  private struct Look {
    var start: Coordinate
    var meters: Double
    /// True if the router's route has a point at the start.
    var isCorner: Bool
    var way: MappedRoute.Way
  }

  private func looks(along answer: RouterAnswer, mode: MotionMode) -> [Look] {
    var looks: [Look] = []
    for (index, (a, b)) in zip(answer.points, answer.points.dropFirst()).enumerated() where a != b {
      let length = a.distanceMeters(to: b)
      let course = a.courseDegrees(to: b)
      let known = answer.way(ofEdge: index)
      let way = self.way(from: a, to: b, known: known, mode: mode)
      let parts = max(1, Int((length / RouteAnnotator.stepMeters).rounded(.up)))
      for part in 0..<parts {
        let middle = a.interpolated(to: b, share: (Double(part) + 0.5) / Double(parts))
        var own = way
        own.sky = way.isTunnel ? SkyView.none : sky(at: middle, course: course, mode: mode)
        own.area = way.isTunnel ? nil : density.area(at: middle)
        looks.append(
          Look(
            start: a.interpolated(to: b, share: Double(part) / Double(parts)).rounded,
            meters: length / Double(parts), isCorner: part == 0, way: own))
      }
    }
    return looks
  }

  /// The carriage of a train hides the sky more than the surroundings do, so the model's usual view
  /// stays.
  private func sky(at position: Coordinate, course: Double, mode: MotionMode) -> SkyView? {
    mode == .train ? nil : skies.sky(at: position, courseDegrees: course)
  }

  private func way(
    from a: Coordinate, to b: Coordinate, known: MappedRoute.Way?, mode: MotionMode
  ) -> MappedRoute.Way {
    guard let match = ways.way(along: a, b, isRail: mode == .train) else {
      return known ?? MappedRoute.Way()
    }
    let way = ways.ways[match.way]
    let limit = way.speedLimitKilometersPerHour ?? usualSpeed(on: way)
    return MappedRoute.Way(
      kind: way.kind, name: way.name, isTunnel: way.isTunnel,
      speedLimitMetersPerSecond: limit.map { $0 / 3.6 } ?? known?.speedLimitMetersPerSecond,
      surface: way.surface)
  }

  private func usualSpeed(on way: MapObjects.Way) -> Double? {
    way.isRail ? nil : MapTags.usualKilometersPerHour(onStreet: way.kind)
  }

  /// Gives short runs of a property the value of the run before.
  private func settle<Value: Equatable>(
    _ looks: inout [Look], _ property: WritableKeyPath<Look, Value>, isKept: (Look) -> Bool
  ) {
    var start = 0
    while start < looks.count {
      var end = start
      var meters = 0.0
      while end < looks.count, looks[end][keyPath: property] == looks[start][keyPath: property] {
        meters += looks[end].meters
        end += 1
      }
      if start > 0, meters < RouteAnnotator.shortestMeters, !isKept(looks[start]),
        !isKept(looks[start - 1])
      {
        for index in start..<end {
          looks[index][keyPath: property] = looks[start - 1][keyPath: property]
        }
      }
      start = end
    }
  }
}

extension Coordinate {
  /// The coordinate with six decimal places, about 0.1 m.
  var rounded: Coordinate {
    Coordinate(
      latitude: (latitude * 1e6).rounded() / 1e6, longitude: (longitude * 1e6).rounded() / 1e6)
  }
}

extension RouteAnnotator {
  /// Returns the place with what the map shows of it.
  func described(_ place: MappedPlace) -> MappedPlace {
    var place = place
    place.isIndoors = skies.isIndoors(place.coordinate)
    place.area = density.area(at: place.coordinate)
    return place
  }

  /// Returns the class of area that most of the positions have; nil without positions.
  func commonArea(of positions: [Coordinate]) -> AreaClass? {
    let areas = positions.map { density.area(at: $0) }
    return AreaClass.allCases.max { first, second in
      areas.count { $0 == first } < areas.count { $0 == second }
    }
  }
}
