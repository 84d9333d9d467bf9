import Geodesy
import Text
import World

extension RouteFile {
  /// The file as GeoJSON with one feature on each line.
  package var geoJSON: String {
    var features = places.map(RouteFile.feature)
    for (number, request) in requests.enumerated() {
      guard let route = routes[request] else { continue }
      features += RouteFile.features(of: route, number: number + 1)
    }
    features += background.map(RouteFile.feature)
    return """
      {
      "type": "FeatureCollection",
      "attribution": \(Escaping.json(origin.attribution)),
      "license": \(Escaping.json(RouteOrigin.license)),
      "odograph": \(header.written),
      "features": [
      \(features.map(\.json).joined(separator: ",\n"))
      ]
      }

      """
  }

  private var header: JSONTree {
    var members: [JSONTree.Member] = [
      JSONTree.Member("routesVersion", 1), JSONTree.Member("router", .text(origin.router)),
    ]
    if let date = origin.serverDate { members.append(.init("serverDate", .text(date))) }
    if let map = origin.map {
      var extract: [JSONTree.Member] = [
        .init("file", .text(map.file)), .init("bytes", .whole(map.bytes)),
        .init("sha256", .text(map.sha256)),
      ]
      if let date = map.date { extract.append(.init("date", .text(date))) }
      members.append(.init("map", .object(extract)))
    }
    if let plan = origin.plan { members.append(.init("plan", .text(plan))) }
    if let area { members.append(.init("area", .text(area.rawValue))) }
    members.append(.init("routes", .array(requests.map { tree($0) })))
    return .object(members)
  }

  private func tree(_ request: RouteRequest) -> JSONTree {
    func tree(_ position: Coordinate) -> JSONTree {
      [.number(position.longitude), .number(position.latitude)]
    }
    var members: [JSONTree.Member] = [
      .init("mode", .text(request.mode.verb)), .init("from", tree(request.from)),
    ]
    if !request.via.isEmpty { members.append(.init("via", .array(request.via.map(tree)))) }
    members.append(.init("to", tree(request.to)))
    if let route = routes[request] { members.append(.init("points", .whole(route.points.count))) }
    return .object(members)
  }

  private static func feature(_ place: MappedPlace) -> GeoFeature {
    GeoFeature(
      .point, [[place.coordinate]],
      properties: [
        .text("place", place.address ?? ""), .flag("indoors", place.isIndoors),
        .text("area", place.area?.rawValue),
      ].compactMap { $0 })
  }

  private static func features(of route: MappedRoute, number: Int) -> [GeoFeature] {
    var features: [GeoFeature] = []
    for (index, piece) in route.pieces.enumerated() {
      let end =
        index + 1 < route.pieces.count ? route.pieces[index + 1].firstPoint : route.points.count - 1
      guard piece.firstPoint <= end, end < route.points.count else { continue }
      features.append(
        GeoFeature(
          .line, [Array(route.points[piece.firstPoint...end])],
          properties: [.number("route", Double(number))] + properties(of: piece.way)))
    }
    for stop in route.stops where route.points.indices.contains(stop.point) {
      features.append(
        GeoFeature(
          .point, [[route.points[stop.point]]],
          properties: [
            .number("route", Double(number)), .text("stop", stop.cause.rawValue),
            .number("point", Double(stop.point)),
          ].compactMap { $0 }))
    }
    return features
  }

  private static func properties(of way: MappedRoute.Way) -> [JSONValue.Member] {
    [
      .text("way", way.kind), .text("name", way.name), .flag("tunnel", way.isTunnel),
      .number(
        "speedLimitKilometersPerHour",
        way.speedLimitMetersPerSecond.map { ($0 * 36).rounded() / 10 }),
      .text("surface", way.surface), .text("sky", way.sky?.rawValue),
      .text("area", way.area?.rawValue),
    ].compactMap { $0 }
  }

  private static func feature(_ shape: BackgroundShape) -> GeoFeature {
    GeoFeature(
      shape.isArea ? .area : .line, shape.lines,
      properties: [.text("background", shape.layer.rawValue)].compactMap { $0 })
  }
}

extension JSONValue.Member {
  fileprivate static func text(_ name: String, _ value: String?) -> JSONValue.Member? {
    value.map { JSONValue.Member(name: name, value: .string($0)) }
  }
  fileprivate static func flag(_ name: String, _ value: Bool?) -> JSONValue.Member? {
    value.map { JSONValue.Member(name: name, value: .bool($0)) }
  }
  fileprivate static func number(_ name: String, _ value: Double?) -> JSONValue.Member? {
    value.map { JSONValue.Member(name: name, value: .number($0)) }
  }
  fileprivate static func number(_ name: String, _ value: Double) -> JSONValue.Member {
    JSONValue.Member(name: name, value: .number(value))
  }
}
