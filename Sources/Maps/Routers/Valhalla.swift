import Foundation
import Geodesy
import Routes
import Text
import World

/// A Valhalla server. One request finds the route, and a second one describes its ways.
///
/// Source: github.com/valhalla/valhalla, docs/docs/api.
package struct Valhalla: Router {
  package var name: String { "Valhalla at \(server.shownURL)" }
  private let server: RoutingServer

  package init(url: String, fetch: @escaping RoutingServer.Fetch) {
    server = RoutingServer(url: url, fetch: fetch)
  }

  package func description() -> RouterDescription {
    let version = (try? server.json("/status"))?["version"]?.string
    return RouterDescription(name: version.map { "Valhalla \($0.printable)" } ?? "Valhalla")
  }

  package func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    try server.refuseTrains(request.mode)
    let costing = Valhalla.costing(request.mode)
    let places: [JSONTree] = request.points.map {
      ["lat": .number($0.latitude), "lon": .number($0.longitude)]
    }
    let answer = try server.json(
      "/route" + Valhalla.query(["locations": .array(places), "costing": .text(costing)]))
    guard let legs = answer["trip"]?["legs"]?.elements, !legs.isEmpty else {
      throw Valhalla.failure(answer)
    }
    var route = RouterAnswer(points: [])
    for leg in legs {
      guard let shape = leg["shape"]?.string, let line = Polyline.points(shape) else {
        throw .unusable("a leg of its route has no shape")
      }
      let start = max(0, route.points.count - 1)
      route.points += route.points.last == line.first ? line.dropFirst() : line[...]
      route.ways += try ways(of: shape, from: start, costing: costing)
    }
    guard route.points.count > 1 else { throw .unconnected }
    if let first = route.ways.first, first.firstPoint > 0 { route.ways[0].firstPoint = 0 }
    return route
  }

  /// A judgement: the server takes 16,000 points by default, but matches shorter parts faster.
  package var tracePointsMax: Int { 1000 }

  package func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]] {
    let shape: [JSONTree] = points.map {
      ["lat": .number($0.coordinate.latitude), "lon": .number($0.coordinate.longitude)]
    }
    let request: JSONTree = [
      "shape": .array(shape), "costing": .text(Valhalla.costing(mode)),
      "shape_match": "map_snap", "directions_type": "none",
      // The server's limit is 100 m.
      "trace_options": ["gps_accuracy": .number(min(points.deviationMeters, 100))],
    ]
    let answer = try server.json(
      "/trace_route",
      content: RoutingServer.Content(type: "application/json", text: request.written))
    // Where the recording leaves the ways, the server goes on with a further trip.
    let trips = [answer["trip"]] + (answer["alternates"]?.elements ?? []).map { $0["trip"] }
    let legs = trips.flatMap { $0?["legs"]?.elements ?? [] }
    guard !legs.isEmpty else { throw Valhalla.failure(answer) }
    var pieces: [[Coordinate]] = []
    for leg in legs {
      guard let line = leg["shape"]?.string.flatMap(Polyline.points) else {
        throw .unusable("a leg of its route has no shape")
      }
      pieces.append(line)
    }
    return pieces
  }

  private static func costing(_ mode: MotionMode) -> String {
    switch mode {
    case .still, .walking, .running: "pedestrian"
    case .cycling: "bicycle"
    case .automotive, .train, .flying: "auto"
    }
  }

  private static func failure(_ answer: JSONValue) -> RoutingFailure {
    switch answer["error_code"]?.number {
    case 171: .farFromWays(pointNumber: 1)
    case 442, 443, 444: .unconnected
    default:
      .unusable("it reports '\((answer["error"]?.string ?? "no route and no error").printable)'")
    }
  }

  /// Returns the ways along a shape; empty if the server does not describe them.
  private func ways(
    of shape: String, from start: Int, costing: String
  ) throws(RoutingFailure) -> [MappedRoute.Piece] {
    let answer = try server.json(
      "/trace_attributes"
        + Valhalla.query([
          "encoded_polyline": .text(shape), "costing": .text(costing),
          "shape_match": "edge_walk",
        ]))
    return (answer["edges"]?.elements ?? []).compactMap { edge in
      guard let begin = edge["begin_shape_index"]?.number, begin >= 0, begin < 1e7 else {
        return nil
      }
      let speed = edge["speed_limit"]?.number ?? edge["speed"]?.number
      let way = MappedRoute.Way(
        kind: edge["road_class"]?.string, name: edge["names"]?.elements?.first?.string,
        isTunnel: edge["tunnel"]?.bool ?? false,
        speedLimitMetersPerSecond: speed.flatMap { (1...500).contains($0) ? $0 / 3.6 : nil },
        surface: edge["surface"]?.string)
      return MappedRoute.Piece(firstPoint: start + Int(begin), way: way)
    }
  }

  private static func query(_ value: JSONTree) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return "?json="
      + (value.written.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
  }
}

/// Lines as Google's encoded polylines with six decimal places.
enum Polyline {
  /// Returns the points of an encoded line; nil if the text is damaged.
  static func points(_ text: String) -> [Coordinate]? {
    var points: [Coordinate] = []
    var numbers = [0, 0]
    var (value, shift, axis) = (0, 0, 0)
    for byte in text.utf8 {
      guard (63...127).contains(byte), shift < 40 else { return nil }
      let part = Int(byte) - 63
      value |= (part & 31) << shift
      shift += 5
      guard part < 32 else { continue }
      numbers[axis] += value & 1 == 1 ? ~(value >> 1) : value >> 1
      if axis == 1 {
        points.append(
          Coordinate(latitude: Double(numbers[0]) / 1e6, longitude: Double(numbers[1]) / 1e6))
      }
      (value, shift, axis) = (0, 0, 1 - axis)
    }
    return shift == 0 && axis == 0 ? points : nil
  }
}
