import Geodesy
import Routes
import Text
import World

/// A GraphHopper server with the profiles car, bike and foot.
///
/// Source: github.com/graphhopper/graphhopper, docs/web/api-doc.md.
package struct GraphHopper: Router {
  package var name: String { "GraphHopper at \(server.shownURL)" }
  private let server: RoutingServer

  package init(url: String, fetch: @escaping RoutingServer.Fetch) {
    server = RoutingServer(url: url, fetch: fetch)
  }

  private static let details = ["road_class", "road_environment", "max_speed", "surface"]

  package func description() -> RouterDescription {
    let info = try? server.json("/info")
    let version = info?["version"]?.string.map { "GraphHopper \($0.printable)" }
    return RouterDescription(
      name: version ?? "GraphHopper",
      mapDate: info?["data_date"]?.string.map { String($0.prefix(10)).printable })
  }

  package func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    try server.refuseTrains(request.mode)
    let points = request.points.map { "point=\($0.latitude),\($0.longitude)" }
    let details = GraphHopper.details.map { "details=\($0)" }
    let query =
      points + details + [
        "profile=\(GraphHopper.profile(request.mode))", "points_encoded=false",
        "instructions=false",
      ]
    let answer = try server.json("/route?" + query.joined(separator: "&"))
    guard let path = answer["paths"]?.elements?.first else { throw GraphHopper.failure(answer) }
    guard let line = path["points"]?["coordinates"]?.line, line.count > 1 else {
      throw .unusable("its route has no points")
    }
    return RouterAnswer(points: line, ways: GraphHopper.ways(path["details"], points: line.count))
  }

  /// A judgement: the server states no limit, but refuses a whole request for one bad point.
  package var tracePointsMax: Int { 1000 }

  package func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]] {
    let track = points.map {
      "<trkpt lat=\"\($0.coordinate.latitude)\" lon=\"\($0.coordinate.longitude)\"/>"
    }
    let answer = try server.json(
      "/match?profile=\(GraphHopper.profile(mode))&type=json&points_encoded=false"
        + "&instructions=false&gps_accuracy=\(points.deviationMeters)",
      content: RoutingServer.Content(
        type: "application/gpx+xml",
        text: "<gpx><trk><trkseg>\(track.joined())</trkseg></trk></gpx>"))
    let paths = answer["paths"]?.elements ?? []
    guard !paths.isEmpty else { throw GraphHopper.failure(answer) }
    let pieces = paths.compactMap { $0["points"]?["coordinates"]?.line }
    guard !pieces.isEmpty else { throw .unusable("its route has no points") }
    return pieces
  }

  private static func profile(_ mode: MotionMode) -> String {
    switch mode {
    case .still, .walking, .running: "foot"
    case .cycling: "bike"
    case .automotive, .train, .flying: "car"
    }
  }

  private static func failure(_ answer: JSONValue) -> RoutingFailure {
    let message = answer["message"]?.string ?? "no route and no message"
    if message.hasPrefix("Cannot find point") {
      let digits = message.drop { !$0.isNumber }.prefix { $0.isNumber }
      // The server counts from 0. A server that lies may write any number.
      return .farFromWays(pointNumber: (Int(digits.prefix(4)) ?? 0) + 1)
    }
    if message.hasPrefix("Connection between locations not found")
      || message.hasPrefix("Sequence is broken for submitted track")
    {
      return .unconnected
    }
    return .unusable("it reports '\(String(message.prefix(160)).printable)'")
  }

  /// Reads the details: for each, a list of `[first point, last point, value]`.
  private static func ways(_ details: JSONValue?, points count: Int) -> [MappedRoute.Piece] {
    var ways = [MappedRoute.Way](repeating: MappedRoute.Way(), count: count - 1)
    for detail in GraphHopper.details {
      for entry in details?[detail]?.elements ?? [] {
        guard let parts = entry.elements, parts.count == 3, let from = parts[0].number,
          let to = parts[1].number, from >= 0, from < to, to <= Double(count - 1)
        else { continue }
        for index in Int(from)..<Int(to) { ways[index].take(parts[2], of: detail) }
      }
    }
    return ways.enumerated().compactMap { index, way in
      index > 0 && ways[index - 1] == way ? nil : MappedRoute.Piece(firstPoint: index, way: way)
    }
  }
}

extension MappedRoute.Way {
  fileprivate mutating func take(_ value: JSONValue, of detail: String) {
    switch detail {
    case "road_class": kind = value.string
    case "road_environment": isTunnel = value.string == "tunnel"
    case "max_speed":
      speedLimitMetersPerSecond = value.number.flatMap { (1...500).contains($0) ? $0 / 3.6 : nil }
    case "surface": surface = value.string.flatMap { $0 == "missing" || $0 == "other" ? nil : $0 }
    default: break
    }
  }
}
