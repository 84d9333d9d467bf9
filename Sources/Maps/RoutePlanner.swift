import Files
import Foundation
import Geodesy
import Routes
import Text
import World

/// A planner that finds the routes of moves on a map and describes what lies along them.
package final class RoutePlanner: Sendable {
  /// The largest distance in meters between a point of a leg and the nearest way.
  static let connectionMetersMax = 500.0
  /// Larger extracts are cut to the surroundings of the legs, to save time and memory.
  static let uncutBytesMax = 64 << 20

  /// The map extract; nil if a routing server has the map.
  let extract: MapExtract?
  let server: (any Router)?
  let work: MapWork
  /// The text that says where the map was named, for messages.
  let location: SourceLocation

  /// - Parameters:
  ///   - extract: the path of a map extract; nil for none.
  ///   - server: the routing server that finds the routes; nil for Routino on the extract.
  package init(
    extract: String?, server: (any Router)? = nil, location: SourceLocation,
    work: MapWork = MapWork()
  ) throws(InputError) {
    self.work = work
    self.extract = try extract.map { (path) throws(InputError) in
      try MapExtract(path: path, work: work, mention: location)
    }
    self.server = server
    self.location = location
    guard self.extract != nil || server != nil else {
      throw InputError(
        location, "no map is named",
        accepted: "'map: town.osm.pbf' in the file (of a scenario under 'world:'), or --map FILE")
    }
  }

  /// A move for which a route is needed, and its place in the user's file.
  package struct Move: Sendable {
    package var request: RouteRequest
    package var name: String
    package var location: SourceLocation

    package init(request: RouteRequest, name: String, location: SourceLocation) {
      self.request = request
      self.name = name
      self.location = location
    }
  }

  /// Returns the position of an address or name of the map.
  package func locate(_ text: String, _ location: SourceLocation) throws(InputError) -> Coordinate {
    guard let extract else {
      throw InputError(
        location, "\(quoted(text)) is an address, but there is no map extract",
        accepted: "[latitude, longitude], or a map extract with --map FILE")
    }
    return try extract.addresses(for: location).position(of: text, at: location)
  }

  /// Finds the routes of all moves.
  ///
  /// - Parameter places: the places of the scenario, each with the address by which it is named.
  package func plan(_ moves: [Move], places: [MappedPlace]) throws(InputError) -> RouteFile {
    let points = places.map(\.coordinate) + moves.flatMap(\.request.points)
    try extract?.refuseOutside(moves)
    let scratch = try work.scratchFolder()
    defer { scratch.remove() }
    let cut = try extract?.cut(around: points, in: scratch.path, unlessBelow: Self.uncutBytesMax)
    let router = try router(
      for: Set(moves.map(\.request.mode)), on: cut ?? "", in: scratch.path)
    let answers = try self.answers(for: moves, from: router, near: cut, in: scratch.path)
    let lines = answers.map(\.points) + points.map { [$0] }
    let surroundings = try surroundings(of: lines, on: cut, in: scratch.path)
    let annotator = surroundings.map { RouteAnnotator($0.details) }
    let description = router.description()
    var file = RouteFile(
      origin: RouteOrigin(
        router: description.name, map: extract?.origin, serverDate: description.mapDate),
      area: annotator?.commonArea(of: points + answers.flatMap(\.points)),
      places: places.map { annotator?.described($0) ?? $0 },
      background: surroundings.map {
        Background.shapes(
          of: $0.details, from: $0.overview,
          around: answers.map(\.points) + places.map { [$0.coordinate] })
      } ?? [])
    for (move, answer) in zip(moves, answers) {
      file.add(
        annotator?.route(answer, mode: move.request.mode) ?? answer.mapped, for: move.request)
    }
    return file
  }

  /// Returns the routing server, or Routino prepared for these modes on an extract.
  func router(
    for modes: Set<MotionMode>, on extract: String, in folder: String
  ) throws(InputError) -> any Router {
    if let server { return server }
    return try Routino(
      extract: extract, folder: folder, modes: modes, work: work, location: location)
  }

  /// Ends the programs and removes the folders of the work, when the user interrupts it.
  package func interrupt() { work.interrupt() }

  /// The map around routes: every object near them, and what orients a reader from afar.
  private struct Surroundings {
    var details: MapObjects
    /// The objects to draw that may be far from the routes; nil if the details have them too.
    var overview: MapObjects?
  }

  /// The map around routes is read whole if the diagonal of its box is shorter than this.
  private static let wholeBoxMetersMax = 60_000.0
  private static let reachMeters = 500.0

  private func surroundings(
    of lines: [[Coordinate]], on cut: String?, in folder: String
  ) throws(InputError) -> Surroundings? {
    guard let extract, let cut, let drawn = Background.box(around: lines.flatMap(\.self)) else {
      return nil
    }
    let box = drawn.widened(byMeters: Self.reachMeters)
    if box.diagonalMeters < Self.wholeBoxMetersMax {
      return Surroundings(details: try extract.objects(of: cut, within: [box], in: folder))
    }
    let corridor = Corridor(along: lines, reachMeters: 2 * Self.reachMeters)
    return Surroundings(
      details: try extract.objects(of: cut, within: corridor.boxes, in: folder),
      overview: try extract.objects(of: cut, within: [box], MapTags.overviewFilters, in: folder))
  }
}

// MARK: - Answers of a router

extension RoutePlanner {
  private func answers(
    for moves: [Move], from router: any Router, near cut: String?, in folder: String
  ) throws(InputError) -> [RouterAnswer] {
    var answers: [RouterAnswer] = []
    for move in moves {
      let failure: RoutingFailure
      do throws(RoutingFailure) {
        answers.append(try RoutePlanner.checked(try router.route(move.request), for: move.request))
        continue
      } catch {
        failure = error
      }
      let ways = try extract.map { (extract) throws(InputError) in
        let corridor = Corridor(along: move.request.points.map { [$0] }, reachMeters: 500)
        return WayIndex(
          try extract.objects(of: cut ?? "", within: corridor.boxes, in: folder).ways)
      }
      guard case .unconnected = failure, server == nil, let ways,
        let answer = RoutePlanner.answer(to: move.request, from: router, beside: ways)
      else { throw RefusedMove(move: move, router: router.name, ways: ways).error(for: failure) }
      answers.append(answer)
    }
    return answers
  }

  /// The distance in meters within which another way may replace the nearest one.
  private static let otherWayMetersMax = 150.0
  /// The largest number of ways to try at the start and at the target.
  private static let otherWaysMax = 6

  /// Returns a route between other ways near the start and the target; nil if there is none.
  ///
  /// The nearest way may be a dead end: the track of the other direction, or the far side of a
  /// motorway.
  static func answer(
    to request: RouteRequest, from router: any Router, beside ways: WayIndex
  ) -> RouterAnswer? {
    func near(_ position: Coordinate) -> ArraySlice<Coordinate> {
      ways.positions(
        near: position, withinMeters: otherWayMetersMax, isRail: request.mode == .train
      ).prefix(otherWaysMax)
    }
    for from in near(request.from) {
      for to in near(request.to) {
        let moved = RouteRequest(mode: request.mode, from: from, via: request.via, to: to)
        if let answer = try? router.route(moved), let checked = try? checked(answer, for: request) {
          return checked
        }
      }
    }
    return nil
  }

  /// Throws an error if an answer does not lead from the start to the target of the request.
  static func checked(
    _ answer: RouterAnswer, for request: RouteRequest
  ) throws(RoutingFailure) -> RouterAnswer {
    var answer = answer
    answer.points = answer.points.map(\.rounded)
    guard answer.points.allSatisfy(\.isValid), let first = answer.points.first,
      let last = answer.points.last, answer.points.count > 1
    else { throw .unusable("its answer is no route") }
    if first.distanceMeters(to: request.from) > connectionMetersMax {
      throw .farFromWays(pointNumber: 1)
    }
    if last.distanceMeters(to: request.to) > connectionMetersMax {
      throw .farFromWays(pointNumber: request.points.count)
    }
    let meters = zip(answer.points, answer.points.dropFirst()).reduce(0) {
      $0 + $1.0.distanceMeters(to: $1.1)
    }
    guard meters <= 20_000 + 20 * request.straightMeters else {
      throw .unusable(
        "its route is \(Int(meters / 1000)) km long for \(Int(request.straightMeters / 1000)) km")
    }
    return answer
  }
}

/// A move that has no route, and its message for the user.
struct RefusedMove {
  let move: RoutePlanner.Move
  let router: String
  let ways: WayIndex?

  func error(for failure: RoutingFailure) -> InputError {
    let points = move.request.points
    switch failure {
    case .input(let error): return error
    case .unusable(let reason):
      return InputError(
        move.location, "\(router) was asked for '\(move.name)': \(reason)",
        accepted: "a server that answers, another one, or a map extract with --map FILE")
    case .farFromWays(let number):
      let point = points[min(max(number, 1), points.count) - 1]
      return InputError(
        move.location,
        "\(text(point)) is too far from every way " + onWhich + nearest(to: point),
        accepted: "a point within \(Int(RoutePlanner.connectionMetersMax)) m of such a way, or "
          + "'route: straight'")
    case .unconnected:
      return InputError(
        move.location,
        "no way leads from \(text(move.request.from)) to \(text(move.request.to)) \(onWhich)"
          + nearest(to: move.request.from, "the start")
          + nearest(to: move.request.to, "the target"),
        accepted: "points at ways that are connected, or 'route: straight', as for a ferry")
    }
  }

  private func text(_ position: Coordinate) -> String {
    "[\(position.latitude), \(position.longitude)]"
  }

  private var onWhich: String {
    move.request.mode == .train
      ? "on which a train runs" : "on which a person can \(move.request.mode.verb)"
  }

  /// Returns a clause about the nearest way; empty without a map.
  private func nearest(to point: Coordinate, _ name: String = "it") -> String {
    guard let ways, let match = ways.nearest(to: point, for: move.request.mode) else {
      return ""
    }
    let way = ways.ways[match.way]
    let called = way.name.map { " \(quoted($0))" } ?? ""
    return "; the nearest way to \(name) is \(way.kind)\(called), \(Int(match.meters)) m away at "
      + text(match.position.rounded)
  }
}
