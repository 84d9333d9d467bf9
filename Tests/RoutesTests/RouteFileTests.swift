import Foundation
import Geodesy
import Testing
import Text
import World

@testable import Routes

@Suite("The file of routes")
struct RouteFileTests {
  private func example() -> RouteFile {
    var file = RouteFile(
      origin: RouteOrigin(
        router: "Routino 3.3.3",
        map: .init(file: "town.osm.pbf", bytes: 1234, sha256: "ab12", date: "2015-07-27")),
      area: .suburban,
      places: [
        MappedPlace(
          address: "Main Street 5, \"Town\"", coordinate: at(0, 0), isIndoors: true, area: .urban),
        MappedPlace(coordinate: at(9, 9)),
      ],
      background: [
        BackgroundShape(layer: .water, lines: [[at(0, 0), at(0, 1), at(1, 1)]], isArea: true)
      ])
    file.add(
      MappedRoute(
        points: [at(0, 0), at(0, 1), at(1, 1), at(2, 2)],
        pieces: [
          .init(
            firstPoint: 0,
            way: .init(
              kind: "residential", name: "Rue \u{202E}<b>", speedLimitMetersPerSecond: 50 / 3.6,
              surface: "asphalt", sky: .urban, area: .urban)),
          .init(firstPoint: 2, way: .init(kind: "primary", isTunnel: true, sky: SkyView.none)),
        ],
        stops: [.init(point: 1, cause: .signals)]),
      for: RouteRequest(
        mode: .automotive, from: at(0, 0), via: [Coordinate(latitude: 1.0 / 3, longitude: 0.1)],
        to: at(2, 2)))
    return file
  }

  private func at(_ x: Int, _ y: Int) -> Coordinate {
    Coordinate(latitude: Double(47_100 + x) / 1000, longitude: Double(9500 + y) / 1000)
  }

  private func read(_ text: String) throws -> RouteFile {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".geojson"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try RouteFile(path: path, mention: .commandLine)
  }

  @Test("What was written is read again, to the last bit")
  func roundTrip() throws {
    let file = example()
    #expect(try read(file.geoJSON) == file)
    #expect(try read(file.geoJSON).geoJSON == file.geoJSON)
  }

  @Test("The file is GeoJSON with credit and license")
  func credit() throws {
    let object = try JSONSerialization.jsonObject(with: Data(example().geoJSON.utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["type"] as? String == "FeatureCollection")
    #expect(
      members["attribution"] as? String
        == "© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27")
    #expect(members["license"] as? String == "https://opendatacommons.org/licenses/odbl/1-0/")
    // Two places, two pieces, a stop and a water.
    #expect((members["features"] as? [Any])?.count == 6)
  }

  @Test("A file that ends too early is refused with its line, wherever it ends")
  func cut() throws {
    let text = Array(example().geoJSON.utf8)
    for end in stride(from: 0, to: text.count - 2, by: 7) {
      do {
        _ = try read(String(decoding: text[..<end], as: UTF8.self))
        Issue.record("accepted after \(end) bytes")
      } catch let error as InputError {
        #expect(error.description.contains("file of routes cannot be read"))
      }
    }
  }

  @Test(
    "A file that contradicts itself is refused",
    arguments: [
      (#""routesVersion": 1"#, #""routesVersion": 2"#, "its version is not 1"),
      (#""route":1,"way":"primary""#, #""route":2,"way":"primary""#, "a piece belongs to no route"),
      (#""point":1"#, #""point":99"#, "a stop is not on its route"),
      ("[9.501,47.101],[9.502,47.102]", "[9.6,47.101],[9.502,47.102]", "do not meet"),
      ("[9.502,47.102]]", "[9.502,97.102]]", "not on Earth"),
      (#""speedLimitKilometersPerHour":50"#, #""speedLimitKilometersPerHour":0"#, "speed limit"),
      (
        #""speedLimitKilometersPerHour":50"#, #""speedLimitKilometersPerHour":1e308"#, "speed limit"
      ),
      (#""sky":"urban""#, #""sky":"nowhere""#, "'sky' is not open, urban, indoors, none"),
      (#""tunnel":true"#, #""tunnel":"yes""#, "'tunnel' is neither"),
      (#""type":"LineString""#, #""type":"Polygon""#, "no line"),
      ("[9.502,47.102]]", "[9.602,47.102]]", "does not lead from its start"),
      (#""mode": "drive""#, #""mode": "swim""#, "route 1 is missing or incomplete"),
      // Some of the route's last pieces may be gone.
      (#""points": 4"#, #""points": 5"#, "route 1 is missing or incomplete"),
      (#""area": "suburban""#, #""area": "forest""#, "'area' is not urban"),
      (#""indoors":true"#, #""indoors":"yes""#, "'indoors' is neither"),
    ])
  func contradictions(found: String, put: String, message: String) throws {
    let text = example().geoJSON
    try #require(text.contains(found))
    do {
      _ = try read(text.replacing(found, with: put))
      Issue.record("accepted")
    } catch let error as InputError {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test("A contradiction within a feature is told with the feature's line")
  func lines() throws {
    let text = example().geoJSON.replacing(#""sky":"urban""#, with: #""sky":"nowhere""#)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = try #require(lines.firstIndex { $0.contains("nowhere") }) + 1
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(error.location.line == number)
  }

  @Test("GeoJSON of other programs is refused, and the message says what is accepted")
  func other() throws {
    do {
      _ = try read(#"{"type":"FeatureCollection","features":[]}"#)
      Issue.record("accepted")
    } catch let error as InputError {
      #expect(error.accepted == "a file that 'odograph route' wrote")
    }
  }
}
