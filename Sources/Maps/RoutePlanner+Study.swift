import Dispatch
import Foundation
import Geodesy
import Routes
import Synchronization
import Text
import World

extension RoutePlanner {
  /// The places of one participant of a study, and the moves between them.
  package struct Participant: Sendable {
    package var places: [MappedPlace]
    package var moves: [Move]

    package init(places: [MappedPlace], moves: [Move]) {
      self.places = places
      self.moves = moves
    }
  }

  /// Draws a participant in a town. Each attempt of a participant draws other places.
  package typealias Drawing =
    @Sendable (_ number: Int, _ attempt: Int, _ town: Town) throws(InputError) -> Participant

  /// A home may lie where no way leads to the rest of the town; then the participant moves.
  private static let attemptsMax = 20

  /// Finds the places and routes of all participants of a study.
  ///
  /// The routes of a participant depend on the number and the map alone.
  package func plan(
    participants count: Int, _ draw: @escaping Drawing
  ) throws(InputError) -> RouteFile {
    guard let extract else {
      throw InputError(
        location, "the participants of a study are drawn from a map extract, which is not named",
        accepted: "'map: town.osm.pbf' in the plan, or --map FILE")
    }
    if let mebibytes = extract.tooLargeMebibytes {
      throw InputError(
        location, "\(extract.origin.file) has \(mebibytes) MiB, more than a town",
        accepted: "a part of it: 'osmium extract --bbox west,south,east,north'")
    }
    let scratch = try work.scratchFolder()
    defer { scratch.remove() }
    let objects = try extract.objects(of: extract.path, within: nil, in: scratch.path)
    let modes: Set<MotionMode> = [.walking, .cycling, .automotive, .train]
    let router = try router(
      for: objects.ways.contains(where: \.isRail) ? modes : modes.subtracting([.train]),
      on: extract.path, in: scratch.path)
    let search = TownSearch(
      town: Town(objects), annotator: RouteAnnotator(objects), router: router, draw: draw)
    return try file(search.participants(count, attempts: Self.attemptsMax), search, objects)
  }

  private func file(
    _ found: [TownSearch.Found], _ search: TownSearch, _ objects: MapObjects
  ) throws(InputError) -> RouteFile {
    let description = search.router.description()
    let places = found.flatMap(\.places)
    var file = RouteFile(
      origin: RouteOrigin(
        router: description.name, map: extract?.origin, serverDate: description.mapDate),
      area: search.annotator.commonArea(of: places.map(\.coordinate)), places: places,
      background: Background.shapes(
        of: objects, around: found.flatMap { $0.routes.map(\.route.points) }))
    for (request, route) in found.flatMap(\.routes) { file.add(route, for: request) }
    return file
  }
}

/// The search for the places and routes of a study's participants, on all cores.
private struct TownSearch: Sendable {
  let town: Town
  let annotator: RouteAnnotator
  let router: any Router
  let draw: RoutePlanner.Drawing

  struct Found: Sendable {
    var places: [MappedPlace]
    var routes: [(request: RouteRequest, route: MappedRoute)]
  }

  /// Returns what was found for each participant, in order.
  func participants(_ count: Int, attempts: Int) throws(InputError) -> [Found] {
    let results = Mutex<[Result<Found, InputError>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { () throws(InputError) in
        try participant(index + 1, attempts: attempts)
      }
      results.withLock { $0[index] = result }
    }
    var found: [Found] = []
    for result in results.withLock({ $0 }) {
      if let result { found.append(try result.get()) }
    }
    return found
  }

  private func participant(_ number: Int, attempts: Int) throws(InputError) -> Found {
    for attempt in 0..<attempts {
      let drawn = try draw(number, attempt, town)
      do throws(InputError) {
        return try found(drawn)
      } catch {
        if attempt == attempts - 1 { throw error }
      }
    }
    return Found(places: [], routes: [])
  }

  private func found(_ drawn: RoutePlanner.Participant) throws(InputError) -> Found {
    var routes: [(request: RouteRequest, route: MappedRoute)] = []
    for move in drawn.moves {
      let answer: RouterAnswer
      do throws(RoutingFailure) {
        answer = try RoutePlanner.checked(try router.route(move.request), for: move.request)
      } catch {
        guard case .unconnected = error,
          let other = RoutePlanner.answer(to: move.request, from: router, beside: annotator.ways)
        else {
          throw RefusedMove(move: move, router: router.name, ways: annotator.ways).error(for: error)
        }
        answer = other
      }
      routes.append((move.request, annotator.route(answer, mode: move.request.mode)))
    }
    return Found(places: drawn.places.map(annotator.described), routes: routes)
  }
}
