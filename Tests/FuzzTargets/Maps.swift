import Geodesy
import Maps
import Routes
import Text
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
      answer(OSRM(url: "http://server") { _ in (200, bytes) })
    },
    FuzzReader("valhalla", "an answer of a Valhalla server") { bytes in
      answer(Valhalla(url: "http://server") { _ in (200, bytes) })
    },
    FuzzReader("graphhopper", "an answer of a GraphHopper server") { bytes in
      answer(GraphHopper(url: "http://server") { _ in (200, bytes) })
    },
  ]

  private static func answer(_ router: some Router) {
    let request = RouteRequest(
      mode: .walking, from: Coordinate(latitude: 47.1415, longitude: 9.5215),
      to: Coordinate(latitude: 47.1395, longitude: 9.5228))
    _ = router.description()
    guard let answer = try? router.route(request) else { return }
    require(answer.points.count > 1, "a route has two points")
    require(
      answer.ways.allSatisfy { $0.firstPoint >= 0 }, "a way begins at a point of its route")
  }
}
