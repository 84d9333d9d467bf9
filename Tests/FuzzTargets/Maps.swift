import Geodesy
import Maps
import Routes
import Text
import Timekeeping
import World

/// Files of routes, and the answers of routing servers.
extension FuzzReader {
  static let maps = [
    FuzzReader("routes", "a file of routes, which is read back as it was written") { bytes in
      ScratchFile.with(bytes, named: "day.routes.geojson") { path in
        guard let file = try? RouteFile(path: path, mention: .commandLine) else { return }
        ScratchFile.with(Array(file.geoJSON.utf8), named: "again.geojson") { path in
          let again = try? RouteFile(path: path, mention: .commandLine)
          require(again?.requests == file.requests, "a file of routes is read back")
          require(again?.geoJSON == file.geoJSON, "what is read back is written alike")
        }
      }
    },
    FuzzReader("osrm", "an answer of an OSRM server") { bytes in
      answer(OSRM(url: "http://server") { _, _ in (200, bytes) })
    },
    FuzzReader("valhalla", "an answer of a Valhalla server") { bytes in
      answer(Valhalla(url: "http://server") { _, _ in (200, bytes) })
    },
    FuzzReader("graphhopper", "an answer of a GraphHopper server") { bytes in
      answer(GraphHopper(url: "http://server") { _, _ in (200, bytes) })
    },
  ]

  private static func answer(_ router: some Router) {
    let request = RouteRequest(
      mode: .walking, from: Coordinate(latitude: 47.1415, longitude: 9.5215),
      to: Coordinate(latitude: 47.1395, longitude: 9.5228))
    _ = router.description()
    match(by: router)
    guard let answer = try? router.route(request) else { return }
    require(answer.points.count > 1, "a route has two points")
    require(
      answer.ways.allSatisfy { $0.firstPoint >= 0 }, "a way begins at a point of its route")
  }

  /// Matches a recording to the ways of an answer.
  private static func match(by router: some Router) {
    let points = [(47.1415, 9.5215), (47.1405, 9.5222), (47.1395, 9.5228)].enumerated().map {
      TracePoint(
        time: Instant(nanoseconds: Int64($0) * 10_000_000_000),
        coordinate: Coordinate(latitude: $1.0, longitude: $1.1))
    }
    guard let moves = try? RoutePlanner.moveMeters(of: points, matchedBy: router) else { return }
    require(moves.count == points.count, "each point is matched or left")
    require(
      moves.allSatisfy { $0.map { (0...100).contains($0) } ?? true }, "no point moves far")
  }
}
