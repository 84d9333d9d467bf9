import Geodesy
import Routes
import Text
import World

/// An OSRM server, which finds routes for the profile that it was started with.
///
/// Source: github.com/Project-OSRM/osrm-backend, docs/http.md.
package struct OSRM: Router {
  package var name: String { "OSRM at \(server.shownURL)" }
  private let server: RoutingServer

  package init(url: String, fetch: @escaping RoutingServer.Fetch) {
    server = RoutingServer(url: url, fetch: fetch)
  }

  /// An OSRM server does not tell its version.
  package func description() -> RouterDescription { RouterDescription(name: "OSRM") }

  package func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    try server.refuseTrains(request.mode)
    let points = RoutingServer.text(request.points, isLatitudeFirst: false, separator: ";")
    let answer = try server.json(
      "/route/v1/\(OSRM.profile(request.mode))/\(points)"
        + "?overview=full&geometries=geojson&steps=true")
    try OSRM.refuse(answer)
    guard let route = answer["routes"]?.elements?.first else {
      throw .unusable("its answer has no route")
    }
    return try OSRM.read(route)
  }

  /// The server's limit for matching by default.
  package var tracePointsMax: Int { 100 }

  package func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]] {
    let line = RoutingServer.text(
      points.map(\.coordinate), isLatitudeFirst: false, separator: ";")
    let radiuses = points.map { "\(($0.deviationMeters * 10).rounded() / 10)" }
    let answer = try server.json(
      "/match/v1/\(OSRM.profile(mode))/\(line)?overview=full&geometries=geojson"
        + "&radiuses=\(radiuses.joined(separator: ";"))")
    try OSRM.refuse(answer)
    let pieces = (answer["matchings"]?.elements ?? []).compactMap {
      $0["geometry"]?["coordinates"]?.line
    }
    guard !pieces.isEmpty else { throw .unusable("its answer has no matching") }
    return pieces
  }

  /// Throws the failure that an answer reports.
  private static func refuse(_ answer: JSONValue) throws(RoutingFailure) {
    switch answer["code"]?.string {
    case "Ok": break
    case "NoRoute", "NoMatch": throw .unconnected
    case "NoSegment": throw .farFromWays(pointNumber: 1)
    default:
      throw .unusable(
        answer["message"]?.string.map { "it reports '\(String($0.prefix(160)).printable)'" }
          ?? "its answer has no code")
    }
  }

  private static func profile(_ mode: MotionMode) -> String {
    switch mode {
    case .still, .walking, .running: "foot"
    case .cycling: "bike"
    case .automotive, .train, .flying: "driving"
    }
  }

  /// Reads the steps of a route. A step is a part with one name; its intersections say where
  /// tunnels begin and end.
  private static func read(_ route: JSONValue) throws(RoutingFailure) -> RouterAnswer {
    var answer = RouterAnswer(points: [])
    for leg in route["legs"]?.elements ?? [] {
      for step in leg["steps"]?.elements ?? [] {
        guard let line = step["geometry"]?["coordinates"]?.line else {
          throw .unusable("a step of its route has no geometry")
        }
        take(step, line, into: &answer)
      }
    }
    if answer.points.isEmpty, let line = route["geometry"]?["coordinates"]?.line {
      answer.points = line
    }
    guard answer.points.count > 1 else { throw .unconnected }
    return answer
  }

  private static func take(_ step: JSONValue, _ line: [Coordinate], into answer: inout RouterAnswer)
  {
    let start = max(0, answer.points.count - 1)
    let joins = answer.points.last == line.first
    answer.points += joins ? line.dropFirst() : line[...]
    let name = step["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    var point = start
    for intersection in step["intersections"]?.elements ?? [] {
      let numbers = intersection["location"]?.elements?.compactMap(\.number) ?? []
      guard numbers.count == 2 else { continue }
      let position = Coordinate(latitude: numbers[1], longitude: numbers[0])
      // The server rounds both in the same way.
      point = answer.points[point...].firstIndex(of: position) ?? point
      let classes = intersection["classes"]?.elements?.compactMap(\.string) ?? []
      let way = MappedRoute.Way(
        kind: classes.first { $0 == "motorway" || $0 == "ferry" }, name: name,
        isTunnel: classes.contains("tunnel"))
      if answer.ways.last?.way != way {
        answer.ways.append(MappedRoute.Piece(firstPoint: answer.ways.isEmpty ? 0 : point, way: way))
      }
    }
  }
}
