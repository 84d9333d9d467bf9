import Files
import Foundation
import Geodesy
import Routes
import TestSupport
import Testing
import Text

@testable import Maps

/// The extract of a small country.
private let liechtenstein = dataFolder?.appendingPathComponent("osm/liechtenstein-2015.osm.pbf")

private let isReadable =
  liechtenstein.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
  && ["osmium", "routino-router"].allSatisfy { InstalledProgram.path(of: $0) != nil }

@Suite("The map under a page's map")
struct BackgroundTests {
  /// A position in meters to the east and north of a place in Liechtenstein.
  private static func at(_ east: Double, _ north: Double) -> Coordinate {
    LocalScale(latitude: 47.14).coordinate(
      Coordinate(latitude: 47.14, longitude: 9.52),
      moved: Displacement(eastMeters: east, northMeters: north))
  }

  /// A route of 2 km to the east.
  private static let route = [at(0, 0), at(2000, 0)]

  private static func square(_ east: Double, _ north: Double, side: Double) -> [Coordinate] {
    [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
      at(east + $0.0 * side, north + $0.1 * side)
    }
  }

  private static func way(_ kind: String, _ points: [Coordinate]) -> MapObjects.Way {
    MapObjects.Way(points: points, kind: kind, isRail: kind == "rail", isTunnel: false)
  }

  private static func building(_ east: Double, _ north: Double) throws -> MapObjects.Building {
    let ring = square(east, north, side: 20)
    return MapObjects.Building(ring: ring, box: try #require(GeoBox(around: ring)))
  }

  private static func area(_ rings: [[Coordinate]]) throws -> MapObjects.Area {
    MapObjects.Area(rings: rings, box: try #require(GeoBox(around: rings.flatMap(\.self))))
  }

  private static func nothing() throws -> MapObjects {
    try MapObjects(lines: Data(), file: "town.osm.pbf")
  }

  private static func bytes(_ shapes: [BackgroundShape]) -> Int {
    let file = RouteFile(origin: RouteOrigin(router: "a router"), background: shapes)
    return file.geoJSON.utf8.count
  }

  @Test("A kind of shape is drawn as far from the routes as it orients the reader")
  func reach() throws {
    var objects = try Self.nothing()
    for kind in ["primary", "residential", "footway"] {
      for north in [100.0, 1000] {
        objects.ways.append(Self.way(kind, [Self.at(0, north), Self.at(300, north)]))
      }
    }
    objects.buildings = [try Self.building(0, 100), try Self.building(0, 1000)]
    let counts = Dictionary(
      grouping: Background.shapes(of: objects, around: [Self.route]), by: \.layer
    ).mapValues(\.count)
    #expect(counts == [.mainRoad: 2, .road: 2, .path: 1, .building: 1])
  }

  @Test("Lines and areas end at the box around the routes")
  func clipped() throws {
    var objects = try Self.nothing()
    objects.ways = [Self.way("primary", [Self.at(-90_000, 50), Self.at(90_000, 50)])]
    objects.woods = [try Self.area([Self.square(-50_000, -50_000, side: 100_000)])]
    let box = try #require(Background.box(around: Self.route)).widened(byMeters: 2)
    let shapes = Background.shapes(of: objects, around: [Self.route])
    #expect(shapes.map(\.layer) == [.wood, .mainRoad])
    #expect(shapes.allSatisfy { $0.lines.joined().allSatisfy(box.contains) })
    // A ring that contains the whole box is the box itself.
    #expect(shapes.first?.lines.first?.count == 5)
  }

  @Test("Pieces of a road are one line, and a point within the line is left out")
  func joined() throws {
    var objects = try Self.nothing()
    objects.ways = [
      Self.way("primary", [Self.at(0, 50), Self.at(400, 50)]),
      Self.way("primary", [Self.at(900, 350), Self.at(800, 50)]),
      Self.way("primary", [Self.at(400, 50), Self.at(800, 50)]),
    ]
    let shapes = Background.shapes(of: objects, around: [Self.route])
    #expect(shapes.map { $0.lines.map(\.count) } == [[3]])
  }

  @Test("A hole runs against its outer ring, and a second outer ring is a shape of its own")
  func holes() throws {
    var objects = try Self.nothing()
    objects.waters = [
      try Self.area([
        Self.square(0, 50, side: 300), Self.square(100, 100, side: 100).reversed(),
        Self.square(500, 50, side: 200).reversed(),
      ])
    ]
    let shapes = Background.shapes(of: objects, around: [Self.route])
    #expect(shapes.map(\.lines.count) == [2, 1])
    func isCounterclockwise(_ ring: [Coordinate]) -> Bool {
      zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
        sum + (edge.1.longitude - edge.0.longitude) * (edge.1.latitude + edge.0.latitude - 94)
      } < 0
    }
    #expect(shapes.map { $0.lines.map(isCounterclockwise) } == [[true, false], [true]])
  }

  @Test("Beyond the limit of bytes the buildings that are far from the routes are left out first")
  func limit() throws {
    var objects = try Self.nothing()
    for east in stride(from: 0.0, to: 2000, by: 25) {
      for north in stride(from: 20.0, to: 480, by: 25) {
        objects.buildings.append(try Self.building(east, north))
        objects.buildings.append(try Self.building(east, -north))
      }
    }
    objects.ways = [Self.way("residential", [Self.at(0, 900), Self.at(2000, 900)])]
    let shapes = Background.shapes(of: objects, around: [Self.route])
    let size = Self.bytes(shapes)
    #expect(size <= Background.bytesMax + 1000 && size > Background.bytesMax * 3 / 4)
    let norths = shapes.filter { $0.layer == .building }.map {
      abs($0.lines[0][0].latitude - 47.14) * 111_200
    }
    #expect(norths.count < objects.buildings.count && (norths.max() ?? 0) < 400)
    #expect(shapes.contains { $0.layer == .road })
  }

  @Test(
    "A day in Liechtenstein has roads, rails, waters, woods and buildings around its routes",
    .enabled(if: isReadable, "skipped: no map in ODOGRAPH_DATA, or no Osmium and Routino"))
  func country() throws {
    let path = try #require(liechtenstein).path
    let request = RouteRequest(
      mode: .automotive, from: Coordinate(latitude: 47.2110, longitude: 9.5080),
      to: Coordinate(latitude: 47.1415, longitude: 9.5215))
    let file = try RoutePlanner(extract: path, location: .commandLine).plan(
      [RoutePlanner.Move(request: request, name: "drive to 'office'", location: .commandLine)],
      places: [])
    #expect(Set(file.background.map(\.layer)) == Set(BackgroundShape.Layer.allCases))
    #expect(Self.bytes(file.background) <= Background.bytesMax + 1000)
    let box = try #require(Background.box(around: file[request]?.points ?? []))
      .widened(byMeters: 2)
    let points = file.background.flatMap { $0.lines.joined() }
    #expect(points.allSatisfy(box.contains))
    #expect(points.allSatisfy { abs($0.latitude * 1e5 - ($0.latitude * 1e5).rounded()) < 1e-4 })
    #expect(file.geoJSON.contains("© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
  }
}
