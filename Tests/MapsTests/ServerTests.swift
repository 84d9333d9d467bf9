import Foundation
import Geodesy
import Routes
import Testing
import Text
import Timekeeping
import World

@testable import Maps

/// A server that gives prepared answers, the longest matching beginning of the path first.
private func fetch(_ answers: [String: String]) -> RoutingServer.Fetch {
  { url, _ throws(RoutingFailure) in
    let path = url.replacing("http://server", with: "")
    let key = answers.keys.filter { path.hasPrefix($0) }.max { $0.count < $1.count }
    guard let key, let body = answers[key] else { throw .unusable("no answer for \(path)") }
    return (200, Array(body.utf8))
  }
}

private let walk = RouteRequest(
  mode: .walking, from: Coordinate(latitude: 47.1415, longitude: 9.5215),
  to: Coordinate(latitude: 47.1395, longitude: 9.5228))

/// A recording of three points.
private let drive = [(47.1415, 9.5215), (47.1405, 9.5222), (47.1395, 9.5228)].enumerated().map {
  TracePoint(
    time: Instant(nanoseconds: Int64($0) * 1_000_000_000),
    coordinate: Coordinate(latitude: $1.0, longitude: $1.1), horizontalAccuracyMeters: 15.1)
}

private func matchingFailure(_ router: any Router) -> RoutingFailure? {
  do {
    _ = try router.pieces(along: drive, mode: .automotive)
    return nil
  } catch {
    return error
  }
}

/// A server that gives one answer, and checks what it is asked.
private func asked(
  _ answer: String, _ check: @escaping @Sendable (String, RoutingServer.Content?) -> Void
) -> RoutingServer.Fetch {
  { url, content throws(RoutingFailure) in
    check(url, content)
    return (200, Array(answer.utf8))
  }
}

private func failure(_ router: any Router, _ request: RouteRequest = walk) -> RoutingFailure? {
  do {
    _ = try router.route(request)
    return nil
  } catch {
    return error
  }
}

@Suite("Valhalla's answers")
struct ValhallaTests {
  private func answer(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Answers/\(name).json"), encoding: .utf8)
  }

  @Test("The name and the password of an address appear in no message and no file")
  func password() {
    let server = OSRM(url: "https://me:pass@word@maps.example/osrm/", fetch: fetch([:]))
    #expect(server.name == "OSRM at https://maps.example/osrm")
    #expect(
      Valhalla(url: "http://localhost/a@b", fetch: fetch([:])).name.hasSuffix("localhost/a@b"))
  }

  @Test("A recorded answer becomes points near start and target, with ways")
  func recorded() throws {
    let server = Valhalla(
      url: "http://server/",
      fetch: fetch([
        "/route": try answer("valhalla-route"),
        "/trace_attributes": try answer("valhalla-attributes"),
      ]))
    let route = try server.route(walk)
    // The walk is 0.3 km long, and its streets have names.
    #expect(route.points.count > 10)
    #expect(route.points[0].distanceMeters(to: walk.from) < 30)
    #expect(route.points[route.points.count - 1].distanceMeters(to: walk.to) < 30)
    #expect(route.ways.first?.firstPoint == 0)
    #expect(route.ways.contains { $0.way.name == "Städtle" })
    #expect(route.ways.allSatisfy { !$0.way.isTunnel && $0.firstPoint < route.points.count })
    // Equal ways that follow each other are one piece.
    let ways = route.mapped.pieces.map(\.way)
    #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "An error of the server is told apart",
    arguments: [
      (
        #"{"error_code":171,"error":"No suitable edges near location"}"#,
        RoutingFailure.farFromWays(pointNumber: 1)
      ),
      (#"{"error_code":442,"error":"No path could be found for input"}"#, .unconnected),
      (
        #"{"error_code":154,"error":"Path distance exceeds the max distance limit"}"#,
        .unusable("it reports 'Path distance exceeds the max distance limit'")
      ),
      ("[1]", .unusable("its answer is not JSON")),
      ("<html>", .unusable("its answer is not JSON")),
      (
        #"{"trip":{"legs":[{"shape":"\u0001"}]}}"#,
        .unusable("a leg of its route has no shape")
      ),
    ])
  func errors(body: String, expected: RoutingFailure) {
    #expect(failure(Valhalla(url: "http://server", fetch: fetch(["/": body]))) == expected)
  }

  @Test("A recorded match has a piece before and a piece after the gap of the recording")
  func matching() throws {
    let server = Valhalla(
      url: "http://server",
      fetch: asked(try answer("valhalla-trace")) { url, content in
        #expect(url == "http://server/trace_route")
        #expect(content?.type == "application/json")
        // 15.1 m are the radius of 68 %, which is 1.51 standard deviations.
        let text = content?.text.filter { !$0.isWhitespace } ?? ""
        #expect(text.contains(#""gps_accuracy":10"#), "\(text)")
        #expect(text.contains(#""lat":47.1405"#), "\(text)")
      })
    let pieces = try server.pieces(along: drive, mode: .automotive)
    #expect(pieces.map(\.count) == [37, 14])
    #expect(pieces[0][0].distanceMeters(to: drive[0].coordinate) < 30)
    #expect(pieces[0][36].distanceMeters(to: pieces[1][0]) > 5000)
    for code in [443, 444] {
      let body = #"{"error_code":\#(code),"error":"Map Match algorithm failed to find path"}"#
      #expect(
        matchingFailure(Valhalla(url: "http://server", fetch: fetch(["/trace": body])))
          == .unconnected)
    }
  }

  @Test("The version is part of the name, and a server without one still has a name")
  func version() {
    let named = Valhalla(url: "http://server", fetch: fetch(["/status": #"{"version":"3.5.1"}"#]))
    #expect(named.description().name == "Valhalla 3.5.1")
    #expect(Valhalla(url: "http://server", fetch: fetch([:])).description().name == "Valhalla")
  }

  @Test("An encoded line is read, and a damaged one is refused")
  func polylines() {
    let points = Polyline.points("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    // The example of Google's documentation, whose numbers have five decimal places.
    #expect(points?.map { Int(($0.latitude * 10).rounded()) } == [39, 41, 43])
    #expect(Polyline.points("_p~iF") == nil)
    #expect(Polyline.points("ÿ") == nil)
  }
}

@Suite("OSRM's answers")
struct OSRMTests {
  private let body = """
    {"code":"Ok","routes":[{"legs":[{"steps":[
      {"name":"Quay","geometry":{"coordinates":[[9.52,47.14],[9.521,47.14],[9.522,47.14]]},
       "intersections":[{"location":[9.52,47.14]},{"location":[9.521,47.14],"classes":["tunnel"]}]},
      {"name":"","geometry":{"coordinates":[[9.522,47.14],[9.5228,47.1395]]},
       "intersections":[{"location":[9.522,47.14]}]}]}]}]}
    """

  @Test("Steps become points and ways; intersections say where a tunnel is")
  func steps() throws {
    let route = try OSRM(
      url: "http://server", fetch: fetch(["/route/v1/foot/9.5215,47.1415;": body])
    )
    .route(walk)
    #expect(route.points.count == 4)
    #expect(route.ways.map(\.firstPoint) == [0, 1, 2])
    #expect(route.ways.map(\.way.isTunnel) == [false, true, false])
    #expect(route.ways.map(\.way.name) == ["Quay", "Quay", nil])
  }

  @Test("Matchings become pieces, and the deviation of each point is asked")
  func matching() throws {
    let server = OSRM(
      url: "http://server",
      fetch: asked(
        """
        {"code":"Ok","tracepoints":[null],"matchings":[
          {"geometry":{"coordinates":[[9.52,47.14],[9.521,47.14]]}},
          {"geometry":{"coordinates":[[9.53,47.14],[9.531,47.14]]}}]}
        """
      ) { url, content in
        #expect(content == nil)
        #expect(
          url.hasPrefix(
            "http://server/match/v1/driving/9.5215,47.1415;9.5222,47.1405;9.5228,47.1395?"))
        #expect(url.hasSuffix("&radiuses=10.0;10.0;10.0"))
      })
    let pieces = try server.pieces(along: drive, mode: .automotive)
    #expect(pieces.map(\.count) == [2, 2])
    func ending(_ body: String) -> RoutingFailure? {
      matchingFailure(OSRM(url: "http://server", fetch: fetch(["/": body])))
    }
    #expect(ending(#"{"code":"NoMatch"}"#) == .unconnected)
    #expect(
      ending(#"{"code":"TooBig","message":"Too many trace coordinates"}"#)
        == .unusable("it reports 'Too many trace coordinates'"))
    #expect(ending(#"{"code":"Ok","matchings":[]}"#) == .unusable("its answer has no matching"))
  }

  @Test("No route and no street nearby are told apart, and trains are refused")
  func errors() {
    func ending(_ body: String) -> RoutingFailure? {
      failure(OSRM(url: "http://server", fetch: fetch(["/": body])))
    }
    #expect(ending(#"{"code":"NoRoute"}"#) == .unconnected)
    #expect(ending(#"{"code":"NoSegment"}"#) == .farFromWays(pointNumber: 1))
    #expect(
      ending(#"{"code":"Ok","routes":[]}"#) == .unusable("its answer has no route"))
    #expect(
      ending(#"{"code":"Ok","routes":[{"legs":[{"steps":[{}]}]}]}"#)
        == .unusable("a step of its route has no geometry"))
    var train = walk
    train.mode = .train
    let refused = failure(OSRM(url: "http://server", fetch: fetch(["/": body])), train)
    guard case .unusable(let reason)? = refused else {
      Issue.record("not refused")
      return
    }
    #expect(reason.contains("rails"))
  }
}

@Suite("GraphHopper's answers")
struct GraphHopperTests {
  private let body = """
    {"paths":[{"points":{"coordinates":[[9.5215,47.1415],[9.522,47.141],[9.5228,47.1395]]},
      "details":{"road_class":[[0,2,"secondary"]],"road_environment":[[0,1,"road"],[1,2,"tunnel"]],
      "max_speed":[[0,1,50.0],[1,2,null]],"surface":[[0,2,"asphalt"]]}}]}
    """

  @Test("Details become ways")
  func details() throws {
    let route = try GraphHopper(
      url: "http://server", fetch: fetch(["/route?point=47.1415,9.5215": body])
    )
    .route(walk)
    #expect(route.points.count == 3)
    #expect(route.ways.map(\.firstPoint) == [0, 1])
    #expect(route.ways.map(\.way.isTunnel) == [false, true])
    #expect(
      route.ways.map { $0.way.speedLimitMetersPerSecond.map { ($0 * 3.6).rounded() } } == [50, nil])
    #expect(route.ways.allSatisfy { $0.way.kind == "secondary" && $0.way.surface == "asphalt" })
  }

  @Test("A recording is sent as GPX, and the path of the answer is the way")
  func matching() throws {
    let server = GraphHopper(
      url: "http://server",
      fetch: asked(body) { url, content in
        #expect(url.hasPrefix("http://server/match?profile=car&"))
        #expect(url.hasSuffix("&gps_accuracy=10.0"))
        #expect(content?.type == "application/gpx+xml")
        #expect(content?.text.contains(#"<trkpt lat="47.1405" lon="9.5222"/>"#) == true)
      })
    #expect(try server.pieces(along: drive, mode: .automotive).map(\.count) == [3])
    let broken = #"{"message":"Sequence is broken for submitted track at time step 1."}"#
    #expect(
      matchingFailure(GraphHopper(url: "http://server", fetch: fetch(["/": broken])))
        == .unconnected)
  }

  @Test("The messages of the server are told apart, and details that lie are left out")
  func errors() throws {
    func ending(_ body: String) -> RoutingFailure? {
      failure(GraphHopper(url: "http://server", fetch: fetch(["/": body])))
    }
    #expect(
      ending(#"{"message":"Cannot find point 1: 47.1,9.6"}"#) == .farFromWays(pointNumber: 2))
    #expect(ending(#"{"message":"Connection between locations not found"}"#) == .unconnected)
    #expect(ending(#"{"message":"profile\u001b[2J"}"#) == .unusable("it reports 'profile?[2J'"))
    let lying = body.replacing(
      "[[0,2,\"secondary\"]]", with: "[[0,9e9,\"secondary\"],[-1,1,\"x\"]]")
    let route = try GraphHopper(url: "http://server", fetch: fetch(["/": lying])).route(walk)
    #expect(route.ways.allSatisfy { $0.way.kind == nil })
  }

  @Test("The version and the map's date are in the description")
  func description() {
    let server = GraphHopper(
      url: "http://server",
      fetch: fetch(["/info": #"{"version":"9.1","data_date":"2026-10-01T20:21:22Z"}"#]))
    #expect(
      server.description() == RouterDescription(name: "GraphHopper 9.1", mapDate: "2026-10-01"))
  }
}
